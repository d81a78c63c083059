// Shows the accessible name of the icon under the pointer as a tooltip.

const SIGNS = "[role=img][aria-label], [role=meter][aria-label]";
/** The text that is read aloud instead of an icon is beside it, visually hidden. */
const TOLD = "[id^=part-] :has(> .vh):not(h1, h2, h3)";

/** @param {EventTarget | null} target @returns {[HTMLElement, string] | null} what can bear a tooltip, and its text */
function signAt(target) {
  const sign = target instanceof Element ? target.closest(`${SIGNS}, ${TOLD}`) : null;
  const holder = sign instanceof HTMLElement ? sign : (sign?.closest("svg")?.parentElement ?? null);
  const name = (
    sign?.getAttribute("aria-label") ?? sign?.querySelector(":scope > .vh")?.textContent
  )?.trim();
  return holder && name && holder.closest("[title]:not([data-tip])") === null
    ? [holder, name]
    : null;
}

/** @param {HTMLElement} root */
export function startTips(root) {
  root.addEventListener("pointerover", (event) => {
    const found = signAt(event.target);
    if (!found) return;
    const [holder, name] = found;
    holder.title = name;
    holder.dataset.tip = "";
    // Next to the icon, the same text may mean something else.
    const leave = (/** @type {PointerEvent} */ out) => {
      if (signAt(out.relatedTarget)?.[0] === holder) return;
      holder.removeAttribute("title");
      delete holder.dataset.tip;
      holder.removeEventListener("pointerout", leave);
    };
    holder.addEventListener("pointerout", leave);
  });
}
