// Settings of this browser: kept in cookies, so that a page arrives in the right theme and does not flash.

import { wantsWord } from "./turns.js";

const YEAR = 365 * 24 * 3600;

for (const group of document.querySelectorAll("[data-setting]")) {
  const name = /** @type {HTMLElement} */ (group).dataset.setting ?? "";
  const kept = localStorage.getItem(name);
  for (const input of group.querySelectorAll("input")) {
    if (input.name === "letter") {
      input.value = localStorage.getItem("letter") ?? "";
      input.addEventListener("change", () => localStorage.setItem("letter", input.value.trim()));
      continue;
    }
    if ((name === "sound" || name === "letters") && kept) input.checked = input.value === kept;
    input.addEventListener("change", () => keep(name, input.value));
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  if (value) localStorage.setItem(name, value);
  else localStorage.removeItem(name);
  document.cookie = `${name}=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=lax`;
  if (name === "sound")
    document.getElementById("sound")?.setAttribute("aria-pressed", String(value === "on"));
  else if (value) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
}

document.addEventListener("done", (event) => {
  const { answer } = /** @type {CustomEvent} */ (event).detail;
  const saved = /** @type {HTMLElement} */ (document.getElementById("saved"));
  saved.textContent = saved.dataset.done ?? "";
  const me = document.getElementById("me");
  const dot = me?.querySelector(".dot");
  if (dot) dot.className = `dot ${answer.colour}`;
  const name = me?.querySelector(".who");
  if (name?.firstChild) name.firstChild.textContent = `${answer.name} `;
});

// --- a word when it is one's turn: the browser is asked for permission by this button only

const notify = document.getElementById("notify");
const bell = notify?.querySelector("button");
if (notify && bell) {
  if (!("Notification" in window)) notify.hidden = true;
  const show = () => bell.setAttribute("aria-pressed", String(wantsWord()));
  show();
  bell.addEventListener("click", async () => {
    const wants = !wantsWord();
    const may = wants ? await Notification.requestPermission() : "";
    if (wants && may === "granted") localStorage.setItem("notify", "on");
    else localStorage.removeItem("notify");
    const told = notify.querySelector("[role=status]");
    if (told) told.textContent = wants && may !== "granted" ? (notify.dataset.denied ?? "") : "";
    show();
  });
}
