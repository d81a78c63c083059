// The page of a table: shows the drawings, sends the moves, announces what happened.
/** @import { Answer, ChairFace, Drawn, Frame, Notice, Offer, TableFace } from "./types" */
import { post } from "./api.js";
import { isTyping, takeFocus } from "./keys.js";
import { HintBox } from "./hint.js";
import { writeLetters } from "./letters.js";
import { swapIn } from "./morph.js";
import { places, stop, travel } from "./motion.js";
import { aim, keepViews, startPanning } from "./pan.js";
import { Picker } from "./pick.js";
import { Show } from "./show.js";
import { Line } from "./socket.js";
import { play as sound } from "./sound.js";
import { Chat, Ear, Log, need } from "./talk.js";
import { startTips } from "./tips.js";
import { asks, holds, showWishes, startWishes } from "./wishes.js";

const root = need("main");
/** @type {Record<string, string>} */
const texts = JSON.parse(root.dataset.texts ?? "{}");
/** @type {string[]} */
const names = JSON.parse(root.dataset.names ?? "[]");
const table = root.dataset.table ?? "";
const saved = `picks-${table}`;
const opened = Date.now();
/** After this long without an answer, the reader is told that the move is waiting for the connection. */
const PATIENCE_MS = 2000;
const title = document.title;

/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (need(id));
/** @param {string} key @param {string} [name] */
const text = (key, name = "") => (texts[key] ?? key).replace("{name}", name);

let n = Number(root.dataset.n);
/** @type {number | null} */
let seat = null;
let painted = performance.now();
let race = "";
/** The token that a play in a race must send: it proves that the card had arrived. */
let token = "";
let yours = false;
/** The question last put to the reader. */
let asked = "";
let over = false;
let first = true;
/** Whether the connection was lost since the last drawing. */
let wasCut = false;
let drawings = 0;
/** The ids of what the others did last. */
/** @type {string[]} */
let fresh = [];
/** Whether the match has ended while the events before it are still being shown. */
let hasToTellEnd = false;
/** @type {{ entry: number, seat: number } | undefined} */
let undo;
/** @type {{ seat: number, left: number, running: boolean }[]} */
let clocks = [];
let clocksAt = 0;
let person = "";
/** @type {number[]} */
let own = (root.dataset.own ?? "").split(" ").filter(Boolean).map(Number);
/** @type {ChairFace[]} */
let chairs = [];

const log = new Log(async (before) => {
  const query = new URLSearchParams({ before: String(before) });
  if (root.dataset.invite) query.set("invite", root.dataset.invite);
  const answer = await fetch(`/tables/${table}/log?${query}`).catch(() => null);
  return answer?.ok ? answer.text() : null;
});
const picker = new Picker(root, {
  look: (look) => line.tell({ type: "look", ...look, ...(seat === null ? {} : { seat }) }),
  play,
  painted: () => painted,
  hold: (key) => (key === undefined ? show.isOn : show.key(key)),
  asks,
});
const show = new Show(root, { swap: paint, done: shownAll });
const ear = new Ear();
const hints = new HintBox(root, picker);
const line = new Line(address, hear, changed);
const chat = new Chat(root, texts, {
  say: (words) => ask({ type: "say", text: words }),
  mute: (other, name, muted) => {
    ask({ type: "mute", person: other, muted });
    if (muted) toast(text("muted", name));
  },
  report: async (number) => {
    const answer = await ask({ type: "report", number });
    if (answer.type === "accepted") toast(text("reported"));
  },
  earlier: async (before) => {
    const query = new URLSearchParams({ before: String(before) });
    if (root.dataset.invite) query.set("invite", root.dataset.invite);
    const answer = await fetch(`/api/tables/${table}/chat?${query}`);
    return answer.ok ? answer.json() : [];
  },
});

function address() {
  const query = new URLSearchParams({
    page: "1",
    language: document.documentElement.lang,
    after: String(n),
  });
  if (root.dataset.invite) query.set("invite", root.dataset.invite);
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket?${query}`;
}

/**
 * @param {boolean} up
 * @param {boolean} forGood
 */
function changed(up, forGood) {
  need("line").hidden = up;
  root.classList.toggle("cut-off", !up);
  if (!up) {
    root.dataset.live = "false";
    wasCut = true;
    picker.forget();
  }
  if (forGood) toast(text("closed"));
}

// --- frames

/** @param {Frame} frame */
function hear(frame) {
  if (frame.type === "drawn") draw(frame);
  else if (frame.type === "welcome") {
    person = chat.person = frame.person;
    own = frame.seats;
    root.querySelector(".doing")?.toggleAttribute("hidden", !own.length);
  } else if (frame.type === "table") sit(frame);
  else if (frame.type === "chat") chat.add(frame, opened);
  else if (frame.type === "offer") offered(frame);
  else if (frame.type === "notice") noticed(frame);
  else if (frame.type === "error" && frame.code !== "not_a_page")
    toast(frame.code === "too_fast" ? text("too_fast") : frame.message);
}

/** @param {Drawn} frame */
function draw(frame) {
  if (frame.curtain) {
    show.end();
    lower(frame.curtain, frame.seat);
    return;
  }
  const picks = first ? kept : wasCut ? { n, seat, picked: picker.picked } : null;
  const moved = frame.n !== n || first;
  const sameEyes = frame.seat === seat && !first;
  const isNew = sameEyes && frame.n !== n;
  if (frame.ways || !sameEyes) hints.close();
  const before = sameEyes && !frame.look && !show.isOn ? places(root) : new Map();
  if (before.size) stop(before);
  seat = frame.seat;
  n = frame.n;
  token = frame.token ?? "";
  fresh = frame.fresh ?? [];
  const told = log.add(frame.log ?? [], frame.struck ?? [], frame.whole ?? false);
  show.take(frame, told, isNew ? "new" : sameEyes ? "same" : "other");
  ear.add(told);
  mark();
  picker.drawn(frame.ways, frame.picked ?? [], frame.look ?? 0);
  if (!show.isOn) {
    travel(root, before);
    goHere();
    comeCloser();
  }
  const started = root.querySelector("[data-race]")?.getAttribute("data-race") ?? "";
  if (isNew && beginsAt) countDown(undefined);
  if (started !== race) whenPainted();
  race = started;
  listen(frame.look ?? 0);
  keep();
  clocks = (frame.clocks ?? []).map((clock) => ({ ...clock, running: clock.running ?? false }));
  clocksAt = performance.now();
  tick();
  undo = frame.undo;
  turn(frame.yours ?? false, frame.over ?? false, moved && !first);
  root.dataset.n = String(n);
  root.dataset.drawn = String(++drawings);
  root.dataset.live = "true";
  restore(picks);
  if (first && seat !== null && left !== undefined && left < n) void recall(left);
  if (first) takeFocus(root);
  first = wasCut = false;
  passAlone();
}

/**
 * A part is swapped in.
 * @param {string} name
 * @param {string} html
 */
function paint(name, html) {
  morph(name, html);
  if (name === "board") keepViews(root);
  if (name === "act") showWishes();
  writeLetters();
}

/** Mark what the others did last, in the current picture. */
function mark() {
  if (show.isOn) return;
  for (const node of root.querySelectorAll(".fresh"))
    if (!fresh.includes(node.id)) node.classList.remove("fresh");
  for (const id of fresh) document.getElementById(id)?.classList.add("fresh");
}

/** What happened has been shown: show the present. */
function shownAll() {
  mark();
  picker.settle();
  goHere();
  comeCloser();
  tick();
  passAlone();
  if (hasToTellEnd) announceEnd(true);
}

/**
 * @param {string} name
 * @param {string} html
 */
function morph(name, html) {
  const part = document.getElementById(`part-${name}`);
  if (!part) return;
  swapIn(part, html);
  if (name === "result") {
    const isNew = part.hidden && html !== "";
    part.hidden = html === "";
    if (isNew) appeared(part);
  }
}

/** When the card of a race appeared on the screen: reactions count from then. The others' actions
 * do not change it. */
function whenPainted() {
  painted = Infinity;
  requestAnimationFrame(() => requestAnimationFrame(() => (painted = performance.now())));
}

/**
 * @param {boolean} now
 * @param {boolean} ended
 * @param {boolean} moved
 */
function turn(now, ended, moved) {
  const said = prompt();
  if (moved) sound(ended && !over ? "end" : now && !yours ? "turn" : "move");
  if (ended && !over) announceEnd(moved);
  else if (now && (!yours || asked !== said)) {
    const isSaid = yours || said.startsWith(text("your_turn"));
    ear.tell([isSaid ? "" : text("your_turn"), said].filter(Boolean).join(". "));
  }
  asked = now ? said : "";
  yours = now;
  over = ended;
  document.title = now ? `● ${text("your_turn")} · ${title}` : title;
  root.classList.toggle("yours", now);
  grey(need("undo"), !undo);
  greyAgain();
  const hint = document.getElementById("hint");
  if (hint) grey(hint, !now);
  for (const way of root.querySelectorAll('[data-do="leave"], [data-do="resign"]'))
    way.toggleAttribute("hidden", ended);
}

/** What can be shown again is offered. */
function greyAgain() {
  for (const again of root.querySelectorAll('[data-do="again"]')) grey(again, !show.hasPast);
}

/** What the picture said in words, as it was told last. */
let heard = "";

/**
 * Announce the changes caused by a pick or a look to screen readers.
 * @param {number} look the look that the picture answers; 0: none, then the log tells what happened
 */
function listen(look) {
  const said = [...root.querySelectorAll("[data-heard]")]
    .map((node) => node.textContent?.trim())
    .reverse()
    .join(" ");
  if (look && said && said !== heard) ear.tell(said);
  heard = said;
}

/**
 * A disabled element says why when it is pressed.
 * @param {Element} button
 * @param {boolean} isGrey
 */
function grey(button, isGrey) {
  button.setAttribute("aria-disabled", String(isGrey));
}

/** The current prompt, also while the picture still shows what came before. Not announced in a
 * race: nobody could listen to it. */
function prompt() {
  if (root.querySelector("[data-race]")) return "";
  const act = document.createElement("template");
  act.innerHTML = (show.isOn ? show.now.act : undefined) ?? need("part-act").innerHTML;
  const asked = act.content.querySelector("[data-asked]") ?? act.content.querySelector("h2, h3");
  return asked?.textContent?.trim() ?? "";
}

/** How long a result that has just appeared takes no press, in milliseconds. */
const RESULT_REST = 700;

/**
 * Ignore presses on a result that has just appeared: they were meant for what was there before, and
 * its links leave the table. Keys act on the focused element, so they are intended. For those who
 * gave up it is the end, though the match goes on.
 * @param {Element} result
 */
function appeared(result) {
  result.classList.add("resting");
  setTimeout(() => result.classList.remove("resting"), RESULT_REST);
  if (result.querySelector("[data-gave-up]")) announceEnd(true);
}

/**
 * Announce the winner, and move the focus to the result.
 * @param {boolean} isNew whether it has ended just now
 */
function announceEnd(isNew) {
  hasToTellEnd = show.isOn;
  if (show.isOn) return; // first how it came about
  const head = root.querySelector("#part-result h2");
  ear.tell(head?.textContent ?? "");
  if (!isNew || !(head instanceof HTMLElement) || isTyping(document.activeElement)) return;
  head.tabIndex = -1;
  head.focus();
}

// --- picks that outlive a reload, say for another language, and a lost connection

/** @typedef {{ n: number, seat: number | null, picked: string[] }} Picks */
/** @type {Picks | null} */
const kept = JSON.parse(sessionStorage.getItem(saved) ?? "null");

function keep() {
  noteSeen();
  sessionStorage.setItem(saved, JSON.stringify({ n, seat, picked: picker.picked }));
}

// --- what happened while the page was closed

/** Of so many tables it is known what was seen of them last. */
const SEEN_KEPT = 40;
/** @returns {[string, number][]} */
const seen = () => JSON.parse(localStorage.getItem("seen") ?? "[]");
/** The last entry that was seen here when the page was closed. */
const left = seen().find(([id]) => id === table)?.[1];

let noted = -1;

/** What was seen of this table is remembered. */
function noteSeen() {
  if (noted === n) return;
  noted = n;
  const others = seen().filter(([id]) => id !== table);
  localStorage.setItem("seen", JSON.stringify([[table, n], ...others].slice(0, SEEN_KEPT)));
}

/** What the others did meanwhile can be shown again; it is shown by itself once. @param {number} after */
async function recall(after) {
  const at = n;
  const query = new URLSearchParams({ after: String(after) });
  if (root.dataset.invite) query.set("invite", root.dataset.invite);
  const answer = await fetch(`/tables/${table}/away?${query}`).catch(() => null);
  /** @type {{ parts: Record<string, string>, told: string[] }[]} */
  const steps = answer?.ok ? await answer.json() : [];
  if (at !== n || picker.picked.length || !show.recall(steps)) return;
  show.past[0]?.told.push(text("while_away"));
  greyAgain();
  ear.add(show.past.flatMap((step) => step.told));
  if (holds("steps") && !document.hidden) show.again();
}

/** @param {Picks | null} picks what was picked before the page was loaded again or the line came back */
function restore(picks) {
  if (picks?.n === n && picks.seat === seat && picks.picked.length) picker.setPicks(picks.picked);
}

addEventListener("pagehide", keep);

// --- parts that do not fit on the screen

/** The element last scrolled into view because something is to be done there. */
let here = "";

/** @param {Element | null | undefined} node */
function bringIntoSight(node) {
  const isStill =
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    document.documentElement.dataset.motion === "off";
  node?.scrollIntoView({
    block: "nearest",
    inline: "center",
    behavior: isStill ? "instant" : "smooth",
  });
}

/** Scroll to where something is to be done, once: the reader may look elsewhere meanwhile. */
function goHere() {
  const node = root.querySelector("[data-here]");
  if (node && node.id !== here) bringIntoSight(node);
  here = node?.id ?? "";
  markSeen();
}

/** After this long all animations have ended. */
const ARRIVED_MS = 460;
let arriving = 0;

/** Zoom the board in as far as a finger needs, but not while pieces are moving. */
function comeCloser() {
  clearTimeout(arriving);
  if (document.querySelector("#flight > *")) arriving = window.setTimeout(comeCloser, ARRIVED_MS);
  else aim(root, picker.picked.length > 0);
}

/** Buttons that scroll to something show whether it is visible. */
function markSeen() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll("[data-show]")
  )) {
    const node = document.getElementById(button.dataset.show ?? "");
    const [box, frame] = [
      node?.getBoundingClientRect(),
      node?.parentElement?.getBoundingClientRect(),
    ];
    const middle = box ? box.x + box.width / 2 : NaN;
    button.classList.toggle(
      "seen",
      frame !== undefined && middle > frame.left && middle < frame.right,
    );
  }
}

root.addEventListener("scroll", markSeen, { capture: true, passive: true });
root.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-show]") : null;
  if (button instanceof HTMLElement)
    bringIntoSight(document.getElementById(button.dataset.show ?? ""));
});

// --- rules

root.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-rule]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    event.stopPropagation(); // it may lie on something that can be picked
    showRule(link);
  },
  { capture: true },
);

/**
 * A rule over the table, in the words of the rules' page, which the link itself leads to.
 * @param {HTMLAnchorElement} link
 */
async function showRule(link) {
  const number = link.dataset.rule ?? "";
  need("rule-number").textContent = number;
  need("rule-text").textContent = await ruleText(link.pathname, number);
  /** @type {HTMLAnchorElement} */ (need("rule-more")).href = link.href;
  dialog("rule").showModal();
}

/** The rules over the table, open at the rule of the moment. @param {HTMLAnchorElement} link */
async function showBook(link) {
  const box = need("book-text");
  if (!box.childElementCount) {
    const answer = await fetch(link.pathname).catch(() => null);
    const book = answer?.ok
      ? new DOMParser()
          .parseFromString(await answer.text(), "text/html")
          .querySelectorAll(".guide, .rulebook > *")
      : [];
    if (!book.length) {
      toast(text("failed"));
      return;
    }
    box.replaceChildren(...book);
  }
  for (const old of box.querySelectorAll(".now")) old.classList.remove("now");
  const number =
    root.ownerDocument.querySelector("[data-rule-now]")?.getAttribute("data-rule-now") ?? "";
  const rule = number && box.querySelector(`.rule[id="${CSS.escape(number)}"]`);
  dialog("book").showModal();
  if (!rule) return;
  rule.classList.add("now");
  rule.scrollIntoView({ block: "start" });
}

document.getElementById("to-rules")?.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showBook(/** @type {HTMLAnchorElement} */ (event.currentTarget));
});

/**
 * @param {string} path
 * @param {string} number
 */
async function ruleText(path, number) {
  const answer = await fetch(path).catch(() => null);
  if (!answer?.ok) return text("failed");
  const book = new DOMParser().parseFromString(await answer.text(), "text/html");
  return book.querySelector(`[id="${CSS.escape(number)}"] .text`)?.textContent ?? text("failed");
}

// --- moves

/** @param {Record<string, unknown>} message */
async function ask(message) {
  const answer = await line.ask(message);
  if (answer.type === "refused") refused(answer);
  if (answer.type === "stale") toast(text("stale"));
  return answer;
}

/**
 * @param {string[]} moves
 * @param {number | null} reaction
 */
async function play(moves, reaction) {
  const by = seat;
  let based = n;
  const slow = setTimeout(() => toast(text("waits")), line.isUp ? PATIENCE_MS : 0);
  for (const move of moves) {
    const answer = await ask({
      type: "play",
      based_on: based,
      move,
      ...(by === null ? {} : { seat: by }),
      ...(reaction === null ? {} : { reaction }),
      ...(token ? { token } : {}),
    });
    if (answer.type !== "accepted") {
      picker.setPicks([]);
      break;
    }
    based = answer.n;
  }
  clearTimeout(slow);
  picker.done();
}

/** @param {Answer & { type: "refused" }} answer */
function refused(answer) {
  sound("no");
  if (!answer.rule) {
    toast(texts[answer.code] ?? answer.message);
    return;
  }
  forbidden(answer.message, answer.rule);
}

/**
 * @param {string} why
 * @param {string} rule its number
 */
function forbidden(why, rule) {
  need("refusal-text").textContent = why;
  need("refusal-number").textContent = rule;
  /** @type {HTMLAnchorElement} */ (need("refusal-rule")).href =
    `/rules/${root.dataset.game}#${rule}`;
  dialog("refusal").showModal();
}

/**
 * Ask with a dialog; resolves to the value of the pressed button.
 * @param {string} id
 * @returns {Promise<string>}
 */
function answered(id) {
  const box = dialog(id);
  box.returnValue = "";
  box.showModal();
  return new Promise((done) =>
    box.addEventListener("close", () => done(box.returnValue), { once: true }),
  );
}

async function takeBack() {
  if (!undo) return;
  const { entry, seat: by } = undo;
  const answer = await line.ask({ type: "take_back", based_on: n, seat: by });
  if (answer.type !== "refused") return;
  if (answer.code !== "too_late") refused(answer);
  else if ((await answered("ask-back")) === "ask") {
    const asked = await ask({ type: "offer_back", entry, seat: by });
    if (asked.type === "accepted" && n < entry) toast(text("offer_asked"));
  }
}

/** @param {Offer} offer */
async function offered(offer) {
  const box = dialog("offer");
  if (!offer.open) {
    if (box.open) box.close("gone");
    return;
  }
  if (own.includes(offer.seat)) {
    toast(text("offer_asked"));
    return;
  }
  if (!offer.waiting?.includes(person) || box.open) return;
  need("offer-name").textContent = name(offer.seat);
  need("offer-what").textContent = log.text(offer.entry);
  const said = await answered("offer");
  if (said !== "gone") ask({ type: "answer_back", entry: offer.entry, agree: said === "yes" });
}

async function hint() {
  const button = /** @type {HTMLButtonElement} */ (need("hint"));
  grey(button, true);
  button.classList.add("thinking");
  const answer = await ask({ type: "hint", ...(seat === null ? {} : { seat }) });
  button.classList.remove("thinking");
  grey(button, !yours);
  // Meanwhile one may have played: then it is about what is past.
  if (answer.type === "hinted" && yours && picker.ways.some((way) => way.move === answer.move))
    hints.show(answer);
}

// --- who is here

/** @param {number | undefined} at */
function name(at) {
  return at === undefined ? "" : (names[at] ?? "");
}

// --- before the first card of a live match

/** From when on it is counted, in seconds. */
const COUNTED = 3;
let beginsAt = 0;
let ticking = 0;

/** @param {number | undefined} ms until the match begins; undefined: it has */
function countDown(ms) {
  clearInterval(ticking);
  beginsAt = ms === undefined ? 0 : performance.now() + ms;
  if (beginsAt) ticking = window.setInterval(showCount, 100);
  showCount();
}

function showCount() {
  const number = Math.ceil((beginsAt - performance.now()) / 1000);
  const place = root.querySelector("[data-count]") ?? need("part-board");
  const [box, middle] = [need("count"), place.getBoundingClientRect()];
  box.hidden = number <= 0;
  box.style.left = `${middle.x + middle.width / 2}px`;
  box.style.top = `${middle.y + middle.height / 2}px`;
  const said = number > COUNTED ? text("get_ready") : number > 0 ? String(number) : "";
  if (box.textContent !== said) box.textContent = said;
  if (number <= 0) clearInterval(ticking);
}

/** @param {TableFace} face */
function sit(face) {
  countDown(face.begins_in);
  for (const chair of face.chairs) {
    const before = chairs[chair.seat];
    if (!before || !chair.person || chair.person === person) continue;
    if (chair.resigned && !before.resigned) toast(text("resigned", chair.name));
    else if (chair.away && !before.away) toast(text("bot_sits_in", chair.name));
    else if (!chair.away && before.away) toast(text("back", chair.name));
    else if (chair.here && !before.here) toast(text("came", chair.name));
    else if (!chair.here && before.here) toast(text("gone", chair.name));
  }
  chairs = face.chairs;
}

/** @param {Notice} notice */
function noticed(notice) {
  toast(text(notice.code, name(notice.seat)));
}

/** @param {string} words */
function toast(words) {
  const box = need("toasts");
  if ([...box.children].some((row) => row.textContent === words)) return;
  const row = Object.assign(document.createElement("p"), { textContent: words });
  box.append(row);
  while (box.childElementCount > 3) box.firstElementChild?.remove();
  setTimeout(() => row.remove(), 6000);
}

// --- one screen, several people

/** @type {number | null} who is to take the screen */
let next = null;

/**
 * @param {string} who
 * @param {number | null} at
 */
function lower(who, at) {
  next = at;
  need("curtain-name").textContent = who;
  if (!dialog("curtain").open) dialog("curtain").showModal();
  sound("turn");
}

dialog("curtain").addEventListener("close", () => {
  // Only its button may close it; a browser can close a dialog for other reasons.
  if (dialog("curtain").returnValue !== "lift") {
    dialog("curtain").showModal();
    return;
  }
  dialog("curtain").returnValue = "";
  seat = next;
  picker.setPicks([]);
});
dialog("curtain").addEventListener("cancel", (event) => event.preventDefault());

// --- clocks

/** @param {string} unit */
const counting = (unit) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit,
    unitDisplay: "short",
  });
const inDays = counting("day");
const inHours = counting("hour");

/** @param {number} ms */
function shown(ms) {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const days = Math.floor(seconds / 86400);
  if (days > 0)
    return `${inDays.format(days)} ${inHours.format(Math.floor((seconds % 86400) / 3600))}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  const passed = performance.now() - clocksAt;
  for (const clock of clocks) {
    const left = clock.left - (clock.running ? passed : 0);
    for (const face of root.querySelectorAll(`[data-clock="${clock.seat}"]`)) {
      face.textContent = shown(left);
      face.classList.toggle("running", clock.running);
      face.classList.toggle("short", clock.running && left < 15000);
    }
  }
}

setInterval(tick, 250);

// --- disabled elements

root.addEventListener("click", (event) => {
  const button =
    event.target instanceof Element ? event.target.closest("[data-try], [data-why]") : null;
  if (
    !(button instanceof HTMLElement) ||
    button.getAttribute("aria-disabled") !== "true" ||
    show.isOn ||
    picker.isWaiting()
  )
    return;
  if (button.dataset.why !== undefined) {
    forbidden(button.dataset.why, button.dataset.rule ?? "");
    return;
  }
  const move = button.dataset.try ?? "";
  if (picker.ways.some((way) => way.move === move)) return; // it is disabled only because of the picks
  // Only the rules know why: send the move, and they refuse it.
  void ask({ type: "play", based_on: n, move, ...(seat === null ? {} : { seat }) });
});

// --- buttons of the page

/** @type {Record<string, () => unknown>} */
const DEEDS = {
  undo: takeBack,
  hint,
  again: () => show.again(),
  keys: showKeys,
  sound: () => document.getElementById("sound")?.click(),
  resign: () => sure("resign", () => post(`/tables/${table}/resign`)),
  leave: () =>
    sure("leave", async () => {
      await post(`/tables/${table}/leave`);
      location.assign("/");
    }),
  rematch: async () => {
    const next = await post(`/tables/${table}/rematch`);
    location.assign(`/tables/${next.id}`);
  },
};

/** Which of the lists below the table is open; none if the table is played from its list alone. */
const openList = () =>
  /** @type {HTMLDetailsElement | null} */ (
    root.querySelector(":scope:not(.plain-table) .doing details[open]")
  );

document.addEventListener(
  "keydown",
  (event) => {
    const list = openList();
    if (event.key !== "Escape" || !list || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation(); // the picks stay
    list.open = false;
    list.querySelector("summary")?.focus();
  },
  { capture: true },
);
document.addEventListener("pointerdown", (event) => {
  const list = openList();
  const isOver =
    list?.lastElementChild && getComputedStyle(list.lastElementChild).position === "absolute";
  if (isOver && event.target instanceof Node && !list.contains(event.target)) list.open = false;
});

/** The list of keys: those that always work, and those of what can be pressed now. */
function showKeys() {
  const rows = [...root.querySelectorAll("[data-key]")]
    .filter((node) => node.checkVisibility())
    .flatMap((node) => {
      const key = document.createElement("kbd");
      key.textContent = node.getAttribute("data-key")?.toUpperCase() ?? "";
      const [term, told] = [document.createElement("dt"), document.createElement("dd")];
      term.append(key);
      told.textContent = nameOf(node);
      return [term, told];
    });
  need("keys-now").replaceChildren(...rows);
  const turns = root.querySelector("[data-cycle]") !== null;
  for (const node of document.querySelectorAll("#keys [data-turns]"))
    /** @type {HTMLElement} */ (node).hidden = !turns;
  dialog("keys").showModal();
}

/** @param {Element} node what it is called, without its key and its pictures */
function nameOf(node) {
  const copy = /** @type {Element} */ (node.cloneNode(true));
  for (const part of copy.querySelectorAll("kbd, svg, [aria-hidden=true]")) part.remove();
  return node.getAttribute("aria-label") ?? (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

document.addEventListener("keydown", (event) => {
  const isElsewhere =
    isTyping(/** @type {Element} */ (event.target)) || document.querySelector("dialog[open]");
  if (event.key === "?" && !isElsewhere) showKeys();
});

/**
 * @param {string} what
 * @param {() => unknown} deed
 */
async function sure(what, deed) {
  need("sure-text").textContent = text(`sure_${what}`);
  if ((await answered("sure")) === "yes") await deed();
}

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
  if (!(button instanceof HTMLElement)) return;
  if (button.getAttribute("aria-disabled") === "true") {
    toast(text(`no_${button.dataset.do}`));
    return;
  }
  try {
    await DEEDS[button.dataset.do ?? ""]?.();
  } catch (error) {
    toast(error instanceof Error ? error.message : text("failed"));
  }
});

// --- automatic passing

/** How long the reader sees a card before passing on it, in milliseconds. */
const GLANCE_MS = 700;
let passing = 0;

/** Pass if nothing sound can be played and the reader has that wish. */
function passAlone() {
  clearTimeout(passing);
  if (!holds("pass") || !root.querySelector("#part-act [data-idle]")) return;
  passing = window.setTimeout(() => {
    const button = root.querySelector("#part-act [data-idle]");
    if (button && holds("pass") && !show.isOn && picker.picked.length === 0)
      picker.pick(button, null);
  }, GLANCE_MS);
}

startWishes(root, passAlone);
startTips(root);
startPanning(root);
line.open();
