// A part of a page, looked at again: what came is morphed in, so that focus and scrolling stay.

/** @type {WeakSet<EventTarget>} menus in which something was chosen */
const touched = new WeakSet();
document.addEventListener("change", (event) => event.target && touched.add(event.target));

/**
 * @param {Element} element
 * @param {string} url
 * @returns {Promise<Response>}
 */
export async function refresh(element, url) {
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  if (answer.ok) {
    const html = await answer.text();
    const chosen = [...element.querySelectorAll("select")]
      .filter((menu) => touched.has(menu))
      .map((menu) => ({ menu, value: menu.value }));
    Idiomorph.morph(element, html, { morphStyle: "innerHTML" });
    for (const { menu, value } of chosen) menu.value = value; // keep what the reader is about to send
  }
  return answer;
}

/**
 * Repeatedly, while the page is visible.
 * @param {Element} element
 * @param {string} url
 * @param {number} seconds
 */
export function keepFresh(element, url, seconds) {
  const look = () =>
    document.visibilityState === "visible" && refresh(element, url).catch(() => {});
  setInterval(look, seconds * 1000);
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", (event) => event.persisted && look());
}
