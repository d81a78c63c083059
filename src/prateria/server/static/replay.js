// The replay: a scrubber, keys, the log that leads to each moment, a link to this moment, and playing on from it.

/** @typedef {{ chances: number[][], curve: string, notes: { n: number, kind: string, text: string }[] }} Reviewed */
import { post } from "./api.js";
import { writeLetters } from "./letters.js";
import { places, stop, travel } from "./motion.js";
import { keepViews, startPanning } from "./pan.js";

const PLAY_MS = 1100;
const KEPT = 60;

/** @param {string} id */
const need = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = need("main");
const scrub = /** @type {HTMLInputElement} */ (need("scrub"));
const { table = "", invite = "", eyes = "w" } = root.dataset;
const last = Number(root.dataset.last);
const entries = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#log .entry")]);
const stops = [...new Set([...entries.map((entry) => Number(entry.dataset.n)), last])].sort((a, b) => a - b);
const stepText = need("step").textContent ?? "";
const shownFirst = Number(root.dataset.n);

let n = shownFirst;
let timer = 0;
/** @type {Map<number, Promise<{ n: number, parts: Record<string, string> }>>} */
const moments = new Map();

/** @param {number} at */
function query(at) {
  return new URLSearchParams({ n: String(at), eyes, ...(invite ? { invite } : {}) }).toString();
}

/** @param {number} at */
function moment(at) {
  let found = moments.get(at);
  if (!found) {
    found = fetch(`/api/replays/${table}?${query(at)}`).then(async (answer) => {
      if (!answer.ok) throw new Error((await answer.json()).error.message);
      return answer.json();
    });
    found.catch(() => moments.delete(at));
    moments.set(at, found);
    const oldest = moments.keys().next().value;
    if (moments.size > KEPT && oldest !== undefined) moments.delete(oldest);
  }
  return found;
}

/** @param {number} at */
async function go(at) {
  n = Math.max(0, Math.min(last, at));
  mark();
  try {
    const wanted = n;
    const shown = await moment(wanted);
    if (wanted !== n) return; // somebody has scrubbed on
    draw(shown.parts);
    history.replaceState(null, "", `?${query(n)}`);
    const next = stops.find((other) => other > n);
    if (next !== undefined) void moment(next).catch(() => {});
  } catch (error) {
    tell(error);
  }
}

/** @param {Record<string, string>} parts */
function draw(parts) {
  const before = places(root);
  stop(before);
  for (const [name, html] of Object.entries(parts)) {
    const element = document.getElementById(`part-${name}`);
    if (element) Idiomorph.morph(element, html, { morphStyle: "innerHTML" });
  }
  writeLetters();
  keepViews(root);
  travel(root, before);
}

/** Everything that depends on the number: the scrubber, the sentence, the chances, the place in the log. */
function mark() {
  odds();
  scrub.value = String(n);
  need("step").textContent = stepText.replace(String(shownFirst), String(n));
  const now = entries.findLast((entry) => Number(entry.dataset.n) <= n);
  for (const entry of entries) {
    entry.classList.toggle("now", entry === now);
    entry.classList.toggle("later", Number(entry.dataset.n) > n);
    if (entry === now) entry.setAttribute("aria-current", "step");
    else entry.removeAttribute("aria-current");
  }
  const said = now?.querySelector("a")?.textContent?.trim() ?? "";
  need("said").textContent = said;
  scrub.setAttribute("aria-valuetext", `${n}: ${said}`);
  const panel = need("log-panel");
  if (now) panel.scrollTop = now.offsetTop - panel.offsetTop - panel.clientHeight / 2;
  for (const link of document.querySelectorAll("a.eye")) {
    const url = new URL(/** @type {HTMLAnchorElement} */ (link).href);
    url.searchParams.set("n", String(n));
    /** @type {HTMLAnchorElement} */ (link).href = url.href;
  }
}

/** @param {number} count to the next or last moment that has a sentence; several of them for more */
function step(count) {
  const at = count > 0 ? stops.findIndex((other) => other > n) : stops.findLastIndex((other) => other < n);
  if (at < 0) return go(count > 0 ? last : 0);
  const wanted = Math.max(0, Math.min(stops.length - 1, at + count - Math.sign(count)));
  return go(stops[wanted] ?? last);
}

// --- the review, once the match is over

const chances = /** @type {HTMLDetailsElement | null} */ (document.getElementById("chances"));
/** @type {Promise<Reviewed> | null} */
let asked = null;
/** @type {Reviewed | null} */
let reviewed = null;

function review() {
  asked ??= fetch(`/api/replays/${table}/review?${new URLSearchParams(invite ? { invite } : {})}`).then(async (answer) => {
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error.message);
    reviewed = found;
    need("curve").innerHTML = found.curve;
    need("curve").append(Object.assign(document.createElement("i"), { id: "hand" }));
    for (const note of found.notes) annotate(note);
    mark();
    return found;
  });
  asked.catch((error) => {
    asked = null;
    tell(error);
  });
  return asked;
}

/** @param {number} at */
const across = (at) => `${(100 * at) / Math.max(1, last)}%`;

/**
 * A sentence below its line of the log, and for a turning point a mark on the curve.
 * @param {Reviewed["notes"][number]} note
 */
function annotate({ n: at, kind, text }) {
  const about = entries.findLast((entry) => Number(entry.dataset.n) <= at);
  about?.append(Object.assign(document.createElement("small"), { className: `judged is-${kind}`, textContent: text }));
  if (kind !== "turn") return;
  const sign = Object.assign(document.createElement("i"), { className: "mark" });
  sign.style.left = across(at);
  need("curve").append(sign);
}

const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });

/** The chances at this moment, and where it is in the curve. */
function odds() {
  const now = reviewed?.chances[n];
  if (!now) return;
  for (const [seat, face] of document.querySelectorAll("#odds b").entries()) face.textContent = percent.format((now[seat] ?? 0) / 100);
  need("hand").style.left = across(n);
}

async function nextTurn() {
  if (!chances) return;
  const turns = (await review()).notes.filter((note) => note.kind === "turn");
  const next = turns.find((note) => note.n > n) ?? turns[0];
  if (next) await go(next.n);
  else need("said").textContent = need("moment").dataset.none ?? "";
}

/** @param {PointerEvent} event */
function slide(event) {
  if (!(event.buttons & 1)) return;
  const box = need("curve").getBoundingClientRect();
  pause();
  void go(Math.round((last * (event.clientX - box.x)) / box.width));
}

if (chances) {
  chances.addEventListener("toggle", () => chances.open && void review());
  chances.open = location.hash === "#chances" || matchMedia("(min-width: 1101px) and (min-height: 700px)").matches;
  need("curve").addEventListener("pointerdown", slide);
  need("curve").addEventListener("pointermove", slide);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  need("go-play").setAttribute("aria-pressed", "false");
}

function play() {
  if (timer) return pause();
  if (n >= last) void go(0);
  need("go-play").setAttribute("aria-pressed", "true");
  timer = setInterval(() => (n >= last ? pause() : void step(1)), PLAY_MS);
}

/** @param {unknown} error */
function tell(error) {
  const alarm = need("alert");
  alarm.textContent = error instanceof Error ? error.message : String(error);
  alarm.hidden = false;
}

/** @type {Record<string, () => unknown>} */
const DEEDS = {
  turn: nextTurn, first: () => go(0), back: () => step(-10), prev: () => step(-1), play, next: () => step(1), forward: () => step(10), end: () => go(last),
};
/** @type {Record<string, string>} */
const KEYS = { t: "turn", T: "turn", Home: "first", PageUp: "back", ArrowLeft: "prev", " ": "play", ArrowRight: "next", PageDown: "forward", End: "end" };

for (const [name, deed] of Object.entries(DEEDS)) {
  document.getElementById(`go-${name}`)?.addEventListener("click", () => {
    if (name !== "play") pause();
    deed();
  });
}
document.addEventListener("keydown", (event) => {
  const keys = /** @type {HTMLDialogElement} */ (need("keys"));
  if (keys.open) return;
  if (event.key === "?") keys.showModal();
  const name = KEYS[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
  const on = document.activeElement;
  if (event.key === " " && on instanceof HTMLButtonElement) return;
  event.preventDefault();
  if (name !== "play") pause();
  DEEDS[name]?.();
});
scrub.addEventListener("input", () => {
  pause();
  void go(Number(scrub.value));
});
need("log").addEventListener("click", (event) => {
  const entry = event.target instanceof Element ? event.target.closest(".entry") : null;
  if (!(entry instanceof HTMLElement)) return;
  event.preventDefault();
  pause();
  void go(Number(entry.dataset.n));
});
for (const tab of document.querySelectorAll(".tabs [data-tab]")) {
  tab.addEventListener("click", () => {
    const name = /** @type {HTMLElement} */ (tab).dataset.tab ?? "act";
    root.dataset.tab = name;
    for (const other of document.querySelectorAll(".tabs [data-tab]")) other.setAttribute("aria-selected", String(other === tab));
  });
}
const copy = need("copy");
copy.addEventListener("click", async () => {
  const url = `${location.origin}/replays/${table}?${query(n)}`;
  try {
    await navigator.clipboard.writeText(url);
    copy.textContent = copy.dataset.done ?? "";
  } catch {
    prompt("", url); // without https there is no clipboard
  }
});
document.getElementById("on")?.addEventListener("click", async () => {
  pause();
  const seat = eyes === "w" ? 0 : eyes.charCodeAt(0) - "a".charCodeAt(0);
  try {
    const next = await post(`/replays/${table}/on`, { n, seat, ...(invite ? { invite } : {}) });
    location.assign(`/tables/${next.id}`);
  } catch (error) {
    tell(error);
  }
});
startPanning(root);
mark();
