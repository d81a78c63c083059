// On every page: the switch for sounds, remembered; the theme that was chosen in the settings; the
// tables that wait for the reader.

import { startTurns } from "./turns.js";

/** @returns {boolean} whether sounds were asked for */
export function wantsSound() {
  return localStorage.getItem("sound") === "on";
}

const theme = localStorage.getItem("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

const button = document.getElementById("sound");
if (button) {
  button.setAttribute("aria-pressed", String(wantsSound()));
  button.addEventListener("click", () => {
    localStorage.setItem("sound", wantsSound() ? "off" : "on");
    button.setAttribute("aria-pressed", String(wantsSound()));
    document.dispatchEvent(new CustomEvent("sound", { detail: wantsSound() }));
  });
}

startTurns();
