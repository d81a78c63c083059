// The waiting room: seats fill as people open the link; when the cards are dealt, to the table.

import { post } from "./api.js";
import { refresh } from "./refresh.js";
import { Chat } from "./talk.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const seats = /** @type {HTMLElement} */ (document.getElementById("seats"));
const { table = "", invite = "" } = main.dataset;
const query = invite ? `?invite=${encodeURIComponent(invite)}` : "";

const NOT_FOR_YOU = 4403;

let leaving = false; // a second departure would cancel the first

async function look() {
  const answer = await refresh(seats, `/join/${table}/seats${query}`);
  const status = seats.querySelector(".chairs")?.getAttribute("data-status");
  const isLost = answer.status === 403 || answer.status === 404;
  if (leaving || (!isLost && (!status || status === "open"))) return;
  leaving = true;
  if (isLost)
    location.reload(); // the page that comes says why, and leads on
  else location.assign(`/tables/${table}${query}`);
}

// --- a visitor with the link sits down and is ready; one who stands up has other plans

const stood = `stood-${table}`;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.dataset.api?.endsWith("/stand")) sessionStorage.setItem(stood, "yes");
  if (form.dataset.api?.endsWith("/close")) leaving = true;
});

async function arrive() {
  if (!("comes" in main.dataset) || sessionStorage.getItem(stood)) return;
  await post(`/tables/${table}/sit`, { invite });
  await post(`/tables/${table}/ready`, { ready: true });
  await look();
}
arrive().catch(() => {}); // the seat was taken meanwhile: the page shows which are free

// --- chat

const opened = Date.now();
const name = crypto.getRandomValues(new Uint32Array(2)).join("-");
let ids = 0;
/** @type {WebSocket | null} */
let line = null;
const problem = /** @type {HTMLElement} */ (document.getElementById("chat-alert"));

/** @param {Record<string, unknown>} message */
function tell(message) {
  if (line?.readyState === WebSocket.OPEN)
    line.send(JSON.stringify({ ...message, id: `${name}-${++ids}` }));
}

/** @type {Record<string, string>} */
const texts = JSON.parse(main.dataset.texts ?? "{}");
const chat = new Chat(main, texts, {
  say: (text) => tell({ type: "say", text }),
  mute: (person, _, muted) => tell({ type: "mute", person, muted }),
  report: (number) => {
    tell({ type: "report", number });
    say(texts.reported ?? "");
  },
  earlier: async (before) => {
    const answer = await fetch(
      `/api/tables/${table}/chat?${new URLSearchParams({ before: String(before), ...(invite ? { invite } : {}) })}`,
    );
    return answer.ok ? answer.json() : [];
  },
});

/** @param {string} words */
function say(words) {
  problem.textContent = words;
  problem.hidden = !words;
}

let wait = 500;
function connect() {
  const socket = new WebSocket(
    `${location.origin.replace(/^http/, "ws")}/api/tables/${table}/socket${query}`,
  );
  line = socket;
  socket.addEventListener("message", (event) => {
    const frame = JSON.parse(event.data);
    if (frame.type === "ping") socket.send(JSON.stringify({ type: "pong", t: frame.t }));
    if (frame.type === "table") void look();
    if (frame.type === "welcome") {
      chat.person = frame.person;
      wait = 500;
    }
    if (frame.type === "chat") chat.add(frame, opened);
    if (frame.type === "accepted") say("");
    if (frame.type === "refused") say(frame.message);
  });
  socket.addEventListener("close", (event) => {
    if (event.code === NOT_FOR_YOU) void look().catch(() => {});
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 8000);
  });
}
connect();
document.addEventListener("done", (event) => {
  const { form } = /** @type {CustomEvent<{ form: HTMLFormElement }>} */ (event).detail;
  form.closest("details.anew")?.removeAttribute("open");
  void look();
});
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "visible" && void look(),
);

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

const share = document.getElementById("share");
if (share && "share" in navigator) {
  share.hidden = false;
  share.addEventListener("click", () => {
    const link = /** @type {HTMLInputElement} */ (document.getElementById("link"));
    navigator.share({ title: document.title, url: link.value }).catch(() => {}); // changed their mind
  });
}
