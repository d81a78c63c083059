// A lesson: picking works as at a table, but every request goes to the teacher by HTTP.
/** @import { Way } from "./types" */
import { post } from "./api.js";
import { takeFocus } from "./keys.js";
import { writeLetters } from "./letters.js";
import { swapIn } from "./morph.js";
import { places, stop, travel } from "./motion.js";
import { aim, keepViews, startPanning } from "./pan.js";
import { Picker } from "./pick.js";

/** @param {string} id */
const need = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = need("main");
const { game = "", step = "0" } = root.dataset;
const judged = need("judged");
let painted = performance.now();
/** Whether the right move was made. The teacher does not keep it: a look shows the position before it. */
let isDone = false;
/** The newest look that is drawn. */
let newest = 0;

/** @typedef {{ parts: Record<string, string>, picked: string[], ways: Way[], spot: string }} Shown */

const picker = new Picker(root, {
  look: async ({ look, picked, looked }) => {
    if (isDone) return;
    const shown = await ask("look", { picked, looked });
    if (isDone || look < newest) return;
    newest = look;
    draw(shown, look);
  },
  play: async (moves) => {
    const answer = await ask("play", { moves });
    picker.done();
    judge(answer);
  },
  painted: () => painted,
  hold: () => false,
  asks: (way) => way.confirm ?? false,
});

/**
 * @param {string} what
 * @param {object} body
 */
const ask = (what, body) => post(`/lessons/${game}/${what}?step=${step}`, body);

/**
 * @param {Shown} shown
 * @param {number} look
 */
function draw(shown, look) {
  const before = places(root);
  stop(before);
  for (const [name, html] of Object.entries(shown.parts)) {
    const element = document.getElementById(`part-${name}`);
    if (element && element.innerHTML !== html) swapIn(element, html);
  }
  writeLetters();
  keepViews(root);
  picker.drawn(shown.ways, shown.picked, look);
  spotlight(shown.spot);
  travel(root, before);
  aim(root, picker.picked.length > 0);
  requestAnimationFrame(() => (painted = performance.now()));
}

/**
 * Mark what is to be pressed next: of what joins the picks that, and then what sends them all.
 * @param {string} spot its id, "play" for the last yes, a move without a path, "" for nothing
 */
function spotlight(spot) {
  for (const node of root.querySelectorAll(".spot")) node.classList.remove("spot");
  if (!spot) return;
  const id = CSS.escape(spot);
  /** @type {HTMLElement | null} */
  let node = root.querySelector(`[data-adds="${id}"]`);
  if (node && picker.picked.includes(node.dataset.toggle ?? ""))
    node = root.querySelector("#part-act [data-moves]");
  else
    node ??= root.querySelector(spot === "play" ? "[data-play]" : `#${id}, [data-pick$="${id}"]`);
  node?.classList.add("spot");
}

/** @param {{ verdict: string, text: string, rules: { number: string, text: string }[], shown: Shown | null }} said */
function judge(said) {
  judged.className = said.verdict;
  const lines = said.text
    .split("\n\n")
    .map((text) => Object.assign(document.createElement("p"), { textContent: text }));
  for (const rule of said.rules) {
    const line = document.createElement("p");
    const link = Object.assign(document.createElement("a"), {
      href: `/rules/${game}#${rule.number}`,
      textContent: rule.number,
      target: "_blank",
    });
    line.append(link, ` ${rule.text}`);
    lines.push(line);
  }
  judged.replaceChildren(...lines);
  judged.scrollIntoView({ block: "nearest" });
  if (said.shown) {
    isDone = true;
    picker.forget();
    draw(said.shown, 0);
    finish();
  } else {
    picker.setPicks([]);
  }
}

/** This step is done: on to the next, and remember it. */
function finish() {
  document.getElementById("skip")?.remove();
  const next = document.getElementById("next");
  if (!next) return;
  next.hidden = false;
  const button = next instanceof HTMLFormElement ? next.querySelector("button") : next;
  button?.focus();
  remember(Number(step) + 1);
}

/** @param {number} reached */
function remember(reached) {
  const known = Number(localStorage.getItem(`lesson-${game}`) ?? 0);
  localStorage.setItem(`lesson-${game}`, String(Math.max(known, reached)));
}

for (const tab of document.querySelectorAll(".tabs [data-tab]")) {
  tab.addEventListener("click", () => {
    root.dataset.tab = /** @type {HTMLElement} */ (tab).dataset.tab ?? "act";
    for (const other of document.querySelectorAll(".tabs [data-tab]"))
      other.setAttribute("aria-selected", String(other === tab));
  });
}
startPanning(root);
takeFocus(root);
remember(Number(step));
const reached = Number(localStorage.getItem(`lesson-${game}`));
for (const [number, dot] of [...document.querySelectorAll(".progress li")].entries())
  if (number < reached) dot.classList.add("done");
void ask("look", {}).then((shown) => !isDone && newest === 0 && draw(shown, 0));
