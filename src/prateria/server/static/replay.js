// The replay: a scrubber, keys, the log that leads to each moment, the link of this moment, and on from here.
/** @import { Moment, Note } from "./types" */
import { post } from "./api.js";
import { writeLetters } from "./letters.js";
import { places, stop, travel } from "./motion.js";
import { keepViews, startPanning } from "./pan.js";
import { Review } from "./review.js";

const PLAY_MS = 1100;
const SPEED = "replay-speed";
const KEPT = 60;

/** @param {string} id */
const need = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = need("main");
const scrub = /** @type {HTMLInputElement} */ (need("scrub"));
const { table = "", invite = "", eyes = "w" } = root.dataset;
const last = Number(root.dataset.last);
const entries = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#log .entry")]);
const stops = [...new Set([...entries.map((entry) => Number(entry.dataset.n)), last])].sort(
  (a, b) => a - b,
);
/** The moments at which a turn begins, and the ends of the match. */
const turns = [
  ...new Set([0, ...(root.dataset.turns ?? "").split(" ").filter(Boolean).map(Number), last]),
].sort((a, b) => a - b);
const stepText = need("step").textContent ?? "";
const shownFirst = Number(root.dataset.n);

let n = shownFirst;
let timer = 0;
/** How often the board was to show something else: an answer that comes late shows nothing. */
let wishes = 0;
/** @type {Map<string, Promise<Moment>>} */
const moments = new Map();

/** @param {number} at @param {Record<string, string>} [more] */
function query(at, more) {
  return new URLSearchParams({
    n: String(at),
    eyes,
    ...more,
    ...(invite ? { invite } : {}),
  }).toString();
}

/** @param {string} asked */
function moment(asked) {
  let found = moments.get(asked);
  if (!found) {
    found = fetch(`/api/replays/${table}?${asked}`).then(async (answer) => {
      if (!answer.ok) throw new Error((await answer.json()).error.message);
      return answer.json();
    });
    found.catch(() => moments.delete(asked));
    moments.set(asked, found);
    const oldest = moments.keys().next().value;
    if (moments.size > KEPT && oldest !== undefined) moments.delete(oldest);
  }
  return found;
}

/** @param {string} asked what is to be on the board, if nothing else has been asked for meanwhile */
async function show(asked) {
  const wish = ++wishes;
  try {
    const shown = await moment(asked);
    if (wish !== wishes) return false;
    root.classList.toggle("trying", asked.includes("moves="));
    draw(shown.parts);
    need("alert").hidden = true;
    return true;
  } catch (error) {
    if (wish === wishes) tell(error);
    return false;
  }
}

/** @param {number} at */
async function go(at) {
  n = Math.max(0, Math.min(last, at));
  mark();
  const wanted = n;
  if (!(await show(query(wanted)))) return;
  history.replaceState(null, "", `?${query(wanted)}`);
  const next = stops.find((other) => other > wanted);
  if (next !== undefined) void moment(query(next)).catch(() => {});
}

/** The table as it would have been: before a step of what would have been better, with that step drawn. @param {Note} note @param {number} step */
function attempt(note, step) {
  pause();
  const moves = note.steps.slice(0, step + 1).map((each) => each.move);
  return show(query(note.n - 1, { eyes: letter(note.seat), moves: moves.join(";") }));
}

/** @param {number} seat */
const letter = (seat) => String.fromCharCode("a".charCodeAt(0) + seat);

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
  review?.mark(n);
  scrub.value = String(n);
  need("step").textContent = stepText.replace(String(shownFirst), String(n));
  const now = lineAt(n);
  for (const entry of entries) {
    entry.classList.toggle("now", entry === now);
    entry.classList.toggle("later", Number(entry.dataset.n) > n);
    if (entry === now) entry.setAttribute("aria-current", "step");
    else entry.removeAttribute("aria-current");
  }
  const said = now?.querySelector("a")?.textContent?.trim() ?? "";
  need("said").textContent = said;
  scrub.setAttribute("aria-valuetext", `${n}: ${said}`);
  bringIntoSight(now);
  for (const link of document.querySelectorAll("a.eye")) {
    const url = new URL(/** @type {HTMLAnchorElement} */ (link).href);
    url.searchParams.set("n", String(n));
    /** @type {HTMLAnchorElement} */ (link).href = url.href;
  }
}

/** @param {number} at the line of the log that tells of a moment */
function lineAt(at) {
  return entries.findLast((entry) => Number(entry.dataset.n) <= at);
}

/** The log has its own place to scroll, or scrolls with what is above it. @param {HTMLElement | undefined} now */
function bringIntoSight(now) {
  const panel = [need("log-panel"), need("talk")].find(
    (each) => each.scrollHeight > each.clientHeight + 1,
  );
  if (now && panel)
    panel.scrollTop +=
      now.getBoundingClientRect().top -
      panel.getBoundingClientRect().top -
      Math.max(0, panel.clientHeight - now.offsetHeight) / 2;
}

/** @param {number} count to the next or last moment that has a sentence; several of them for more */
function step(count) {
  const at =
    count > 0 ? stops.findIndex((other) => other > n) : stops.findLastIndex((other) => other < n);
  if (at < 0) return go(count > 0 ? last : 0);
  const wanted = Math.max(0, Math.min(stops.length - 1, at + count - Math.sign(count)));
  return go(stops[wanted] ?? last);
}

/** @param {number} by to the beginning of so many turns from here */
function turn(by) {
  const at =
    by > 0 ? turns.findIndex((other) => other > n) : turns.findLastIndex((other) => other < n);
  return go(turns[at] ?? (by > 0 ? last : 0));
}

// --- the review, once the match is over

const review = document.getElementById("chances")
  ? new Review(
      async () => {
        const answer = await fetch(
          `/api/replays/${table}/review?${new URLSearchParams(invite ? { invite } : {})}`,
        );
        const found = await answer.json();
        if (!answer.ok) throw new Error(found.error.message);
        return found;
      },
      {
        go: (at) => (pause(), go(at)),
        attempt,
        play: (note) => goOn(note.n - 1, note.seat, note.steps[0]?.move),
        settled: () => bringIntoSight(lineAt(n)),
        tell,
      },
      { last, entries },
    )
  : null;

// --- by itself

const speed = /** @type {HTMLSelectElement} */ (need("speed"));
speed.value = localStorage.getItem(SPEED) ?? "1";
if (speed.selectedIndex < 0) speed.value = "1";
speed.addEventListener("change", () => {
  localStorage.setItem(SPEED, speed.value);
  if (timer) run();
});

/** @param {number} by one faster or slower */
function hasten(by) {
  speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
  speed.dispatchEvent(new Event("change"));
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
  run();
}

function run() {
  clearInterval(timer);
  timer = setInterval(() => (n >= last ? pause() : void step(1)), PLAY_MS / Number(speed.value));
}

/** @param {unknown} error */
function tell(error) {
  const alarm = need("alert");
  alarm.textContent = error instanceof Error ? error.message : String(error);
  alarm.hidden = false;
}

/** @type {Record<string, () => unknown>} */
const DEEDS = {
  turn: () => review?.leap("turn", 1),
  slip: () => review?.leap("slip", 1),
  "slip-back": () => review?.leap("slip", -1),
  better: () => review?.showNext(),
  first: () => go(0),
  back: () => turn(-1),
  prev: () => step(-1),
  play,
  next: () => step(1),
  forward: () => turn(1),
  end: () => go(last),
  faster: () => hasten(1),
  slower: () => hasten(-1),
};
/** What goes on while a replay plays by itself. */
const BESIDE = ["play", "faster", "slower"];
/** @type {Record<string, string>} */
const KEYS = {
  t: "turn",
  T: "turn",
  m: "slip",
  M: "slip-back",
  b: "better",
  B: "better",
  Home: "first",
  PageUp: "back",
  ArrowLeft: "prev",
  " ": "play",
  ArrowRight: "next",
  PageDown: "forward",
  End: "end",
  "+": "faster",
  "-": "slower",
};

for (const [name, deed] of Object.entries(DEEDS)) {
  document.getElementById(`go-${name}`)?.addEventListener("click", () => {
    if (!BESIDE.includes(name)) pause();
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
  if (event.key === " " && (on instanceof HTMLButtonElement || on?.tagName === "SUMMARY")) return;
  if (on instanceof HTMLSelectElement && !event.key.startsWith("Page")) return;
  event.preventDefault();
  if (!BESIDE.includes(name)) pause();
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
    for (const other of document.querySelectorAll(".tabs [data-tab]"))
      other.setAttribute("aria-selected", String(other === tab));
    if (name === "log" && n < last) bringIntoSight(lineAt(n));
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
/** @param {number} at @param {number} seat @param {string} [move] what is played there first */
async function goOn(at, seat, move) {
  pause();
  try {
    const next = await post(`/replays/${table}/on`, {
      n: at,
      seat,
      ...(move ? { move } : {}),
      ...(invite ? { invite } : {}),
    });
    location.assign(`/tables/${next.id}`);
  } catch (error) {
    tell(error);
  }
}

document
  .getElementById("on")
  ?.addEventListener("click", () =>
    goOn(
      n,
      "wx".includes(eyes)
        ? Number((root.dataset.own ?? "0").split(" ")[0])
        : eyes.charCodeAt(0) - "a".charCodeAt(0),
    ),
  );
// On a desk the log goes on beside the reel, and what is said of a turn stands below it.
const reel = /** @type {HTMLElement} */ (document.querySelector(".reel"));
const desk = matchMedia("(min-width: 1260px) and (min-height: 601px)");
function layOut() {
  const remark = document.getElementById("remark");
  if (remark && desk.matches !== (remark.parentElement === need("talk"))) {
    if (desk.matches) need("talk").append(remark);
    else need("scrub").before(remark);
  }
  const beside = innerWidth - need("talk").getBoundingClientRect().left;
  document.body.style.setProperty("--log", `${Math.max(0, beside)}px`);
  document.body.style.setProperty("--reel", `${reel.offsetHeight}px`);
}
new ResizeObserver(layOut).observe(reel);
new ResizeObserver(layOut).observe(need("talk"));
desk.addEventListener("change", () => bringIntoSight(lineAt(n)));
startPanning(root);
mark();
