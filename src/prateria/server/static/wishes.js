// A player's preferences for every table, kept in this browser. A button with `data-wish` is pressed while
// that wish is set; it may be in a drawing, too.
/** @import { Way } from "./types" */

/** Wishes that are set by default. */
const USUAL = ["steps"];

/** @param {string} wish @returns {boolean} whether it holds in this browser */
export function holds(wish) {
  return (localStorage.getItem(wish) ?? (USUAL.includes(wish) ? "on" : "off")) === "on";
}

/**
 * Whether a move waits for confirmation: usually one that a single click would play; with two picks,
 * such as a card and a place, the second one confirms.
 * @param {Way} way
 */
export function asks(way) {
  const wish = localStorage.getItem("ask") ?? "once";
  return (way.confirm ?? false) && (wish === "always" || (wish !== "never" && way.path.length < 2));
}

/** The buttons and the menu show which wishes are set. */
export function showWishes() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-wish]")
  )) {
    button.setAttribute("aria-pressed", String(holds(button.dataset.wish ?? "")));
  }
  const choice = document.querySelector("[data-choice]");
  if (choice instanceof HTMLSelectElement) choice.value = localStorage.getItem("ask") ?? "once";
}

/** @param {string} name @param {boolean} isWished */
export function wish(name, isWished) {
  localStorage.setItem(name, isWished ? "on" : "off");
  document.dispatchEvent(new Event("wishes"));
}

/**
 * @param {HTMLElement} root
 * @param {() => void} changed
 */
export function startWishes(root, changed) {
  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-wish]") : null;
    if (button instanceof HTMLElement)
      wish(button.dataset.wish ?? "", !holds(button.dataset.wish ?? ""));
  });
  root.addEventListener("change", (event) => {
    if (event.target instanceof HTMLSelectElement && event.target.dataset.choice)
      localStorage.setItem("ask", event.target.value);
  });
  document.addEventListener("wishes", () => {
    showWishes();
    changed();
  });
  showWishes();
}
