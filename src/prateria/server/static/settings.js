// Settings of this browser: kept in cookies, so that a page arrives in the right theme and does not flash.

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
  if (name === "sound") document.getElementById("sound")?.setAttribute("aria-pressed", String(value === "on"));
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
