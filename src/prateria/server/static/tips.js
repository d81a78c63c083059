// A sign under the pointer says what it stands for: the name that is read aloud, as a tooltip.

const SIGNS = "[role=img][aria-label], [role=meter][aria-label]";
/** What is read aloud instead of signs stands beside them, unseen. */
const TOLD = "[id^=part-] :has(> .vh):not(h1, h2, h3)";

/** @param {EventTarget | null} target @returns {[HTMLElement, string] | null} what can bear a tooltip, and its text */
function signAt(target) {
  const sign = target instanceof Element ? target.closest(`${SIGNS}, ${TOLD}`) : null;
  const holder = sign instanceof HTMLElement ? sign : (sign?.closest("svg")?.parentElement ?? null);
  const name = (sign?.getAttribute("aria-label") ?? sign?.querySelector(":scope > .vh")?.textContent)?.trim();
  return holder && name && holder.closest("[title]:not([data-tip])") === null ? [holder, name] : null;
}

/** @param {HTMLElement} root */
export function startTips(root) {
  root.addEventListener("pointerover", (event) => {
    const found = signAt(event.target);
    if (!found) return;
    const [holder, name] = found;
    holder.title = name;
    holder.dataset.tip = "";
    // Beside the sign the same thing may stand for something else.
    const leave = (/** @type {PointerEvent} */ out) => {
      if (signAt(out.relatedTarget)?.[0] === holder) return;
      holder.removeAttribute("title");
      delete holder.dataset.tip;
      holder.removeEventListener("pointerout", leave);
    };
    holder.addEventListener("pointerout", leave);
  });
}
