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

// --- without a network

/** @param {MouseEvent} event @returns {HTMLAnchorElement | null} the link of ours that leads to another page here */
function leadsOn(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.origin !== location.origin)
    return null;
  const isHere = link.hash !== "" && link.pathname === location.pathname;
  return isHere || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey
    ? null
    : link;
}

// A page of ours that stays open is worth more than the browser's page that says there is no network.
// A server on this machine is there without one: it is asked.
document.addEventListener("click", async (event) => {
  const link = navigator.onLine ? null : leadsOn(event);
  if (!link) return;
  event.preventDefault();
  const answer = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.assign(link.href);
  else document.getElementById("offline")?.removeAttribute("hidden");
});
addEventListener("online", () => document.getElementById("offline")?.setAttribute("hidden", ""));
