// Swaps a fresh drawing into a part of the table, by ids.

/**
 * The attributes that `keys.js` adds for the keyboard are not part of the drawing. If they vanished
 * and came back with every picture, the browser would drop the focus in between.
 * @param {string} name
 * @param {Element} node
 * @param {"update" | "remove"} change
 */
function mayChange(name, node, change) {
  if (change !== "remove" || (name !== "role" && name !== "tabindex")) return true;
  return !(
    node.getAttribute("role") === "button" ||
    (name === "tabindex" && node instanceof HTMLButtonElement)
  );
}

/**
 * @param {Element} part
 * @param {string} html
 */
export function swapIn(part, html) {
  Idiomorph.morph(part, html, {
    morphStyle: "innerHTML",
    callbacks: { beforeAttributeUpdated: mayChange },
  });
}
