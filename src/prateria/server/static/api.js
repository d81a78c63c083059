// Changes by HTTP: each sends the token that only our own pages can read.

/** @returns {string} */
export function csrf() {
  return document.querySelector('meta[name="csrf"]')?.getAttribute("content") ?? "";
}

/**
 * @param {string} path below /api
 * @param {object} [body]
 * @returns {Promise<any>} the answer; an Error with the server's sentence if it refuses
 */
export async function post(path, body) {
  const answer = await fetch(`/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": csrf() },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told?.error?.message ?? String(answer.status));
  return told;
}
