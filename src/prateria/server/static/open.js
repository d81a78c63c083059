// Opens a log from a file: it is sent as it is, checked by the server, and shown as a replay.

import { csrf } from "./api.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const alarm = /** @type {HTMLElement} */ (form.querySelector('[role="alert"]'));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = field.files?.[0];
  if (!file) return;
  const answer = await fetch("/api/logs", {
    method: "POST",
    headers: { "content-type": "application/jsonl", "x-csrf-token": csrf() },
    body: file,
  });
  const told = await answer.json();
  if (answer.ok) location.assign(`/replays/${told.id}?n=0`);
  else {
    alarm.textContent = told.error.message;
    alarm.hidden = false;
  }
});
