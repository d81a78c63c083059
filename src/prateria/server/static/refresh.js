// A part of a page, looked at again: what came is morphed in, so that focus and scrolling stay.

/**
 * @param {Element} element
 * @param {string} url
 * @returns {Promise<Response>}
 */
export async function refresh(element, url) {
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  if (answer.ok) Idiomorph.morph(element, await answer.text(), { morphStyle: "innerHTML" });
  return answer;
}

/**
 * Again and again, while somebody looks.
 * @param {Element} element
 * @param {string} url
 * @param {number} seconds
 */
export function keepFresh(element, url, seconds) {
  const look = () => document.visibilityState === "visible" && refresh(element, url).catch(() => {});
  setInterval(look, seconds * 1000);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => event.persisted && look());
}
