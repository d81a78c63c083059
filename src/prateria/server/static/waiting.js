// The waiting room: seats fill as people open the link; when the cards are dealt, to the table.

import { refresh } from "./refresh.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const seats = /** @type {HTMLElement} */ (document.getElementById("seats"));
const { table = "", invite = "" } = main.dataset;
const query = invite ? `?invite=${encodeURIComponent(invite)}` : "";

const NOT_FOR_YOU = 4403;

let leaving = false; // a second departure would call off the first

async function look() {
  const answer = await refresh(seats, `/join/${table}/seats${query}`);
  const status = seats.querySelector(".chairs")?.getAttribute("data-status");
  const isLost = answer.status === 403 || answer.status === 404;
  if (leaving || (!isLost && (!status || status === "open"))) return;
  leaving = true;
  if (isLost) location.reload(); // the page that comes says why, and leads on
  else location.assign(`/tables/${table}${query}`);
}

let wait = 500;
function connect() {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/tables/${table}/socket${query}`);
  socket.addEventListener("message", (event) => {
    wait = 500;
    const frame = JSON.parse(event.data);
    if (frame.type === "ping") socket.send(JSON.stringify({ type: "pong", t: frame.t }));
    if (frame.type === "table") void look();
  });
  socket.addEventListener("close", (event) => {
    if (event.code === NOT_FOR_YOU) void look().catch(() => {});
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 8000);
  });
}
connect();
document.addEventListener("done", () => void look());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void look());

const copy = document.getElementById("copy");
copy?.addEventListener("click", async () => {
  const link = /** @type {HTMLInputElement} */ (document.getElementById("link"));
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    link.select(); // without https there is no clipboard
    document.execCommand("copy");
  }
  copy.textContent = copy.dataset.done ?? "";
});
