// Shows what happened step by step: stages that come with a drawing, and what the others did since the
// reader's last move. Meanwhile the table goes on in the background; at the end the present is shown.
/** @import { Drawn } from "./types" */
import { places, stop, travel } from "./motion.js";
import { holds, wish } from "./wishes.js";

/** How long a step stays: at least this long, and longer with more to read. */
const STEP_MS = 1300;
const LETTER_MS = 28;
const LONGEST_MS = 7000;
/** How many steps are kept for showing them again. */
const MOST = 90;

/** @typedef {{ parts: Record<string, string>, told: string[], account: string }} Step */

export class Show {
  /**
   * @param {HTMLElement} root
   * @param {{ swap: (name: string, html: string) => void, done: () => void }} page
   */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.box = /** @type {HTMLElement} */ (root.querySelector("#show"));
    /** The parts as they are now. @type {Record<string, string>} */
    this.now = {};
    /** The parts as they are on the screen. @type {Record<string, string>} */
    this.seen = {};
    /** @type {Step[]} */
    this.reel = [];
    this.at = -1;
    this.timer = 0;
    /** What the others did last, from the picture they began with. @type {Step[]} */
    this.past = [];
    /** The picture after the reader's last move. @type {Step | null} */
    this.start = null;
    /** Whether the reader has moved since, so that the recording starts again. */
    this.isOld = true;
    this.box.addEventListener("click", (event) => this.press(event));
  }

  get isOn() {
    return this.at >= 0;
  }

  /** Whether there is something to show again. */
  get hasPast() {
    return this.past.length > 1;
  }

  /**
   * A drawing: it is painted, or its stages are shown first.
   * @param {Drawn} frame
   * @param {string[]} told the new lines of the log
   * @param {"new" | "same" | "other"} kind whether something happened before the same eyes, nothing
   *   did, or these are other eyes
   */
  take(frame, told, kind) {
    // Who gave up is not kept from the result by what the bots do.
    const hasGivenUp = this.root.querySelector("[data-gave-up]") !== null;
    const stages = kind === "new" && !hasGivenUp ? this.steps(frame) : [];
    Object.assign(this.now, frame.parts);
    if (kind === "other") {
      this.past = [];
      this.start = null;
    }
    if (kind !== "same") this.remember(frame, stages, told);
    if (stages.length && holds("steps") && !document.hidden) {
      this.reel.push(...stages);
      if (!this.isOn) this.go(0);
    }
    if (!this.isOn) this.paint(frame.parts ?? {});
  }

  /** @param {Drawn} frame @returns {Step[]} its stages, each with all parts */
  steps(frame) {
    let parts = this.now;
    return (frame.stages ?? []).map((stage) => {
      parts = { ...parts, ...stage.parts };
      return { parts, told: stage.told ?? [], account: stage.account ?? "" };
    });
  }

  /** @param {Drawn} frame @param {Step[]} stages @param {string[]} told */
  remember(frame, stages, told) {
    const now = { parts: { ...this.now }, told: stages.length ? [] : told, account: "" };
    if (frame.mine || !this.start) {
      // The immediate consequences of the reader's own move are worth seeing again, too.
      if (stages.length) this.past = [...stages, now];
      this.isOld = stages.length === 0;
      this.start = now;
      return;
    }
    if (this.isOld) this.past = [this.start];
    this.isOld = false;
    this.past.push(...stages, now);
    while (this.past.length > MOST) this.past.splice(1, 1);
  }

  /**
   * What happened while the page was closed can be shown again, as if it had happened before it.
   * @param {{ parts: Record<string, string>, told: string[] }[]} steps
   * @returns {boolean} whether there is something of it
   */
  recall(steps) {
    if (steps.length < 2 || this.hasPast || this.isOn) return false;
    let parts = this.now;
    this.past = steps.map((step) => {
      parts = { ...parts, ...step.parts };
      return { parts, told: step.told, account: "" };
    });
    this.isOld = false;
    return true;
  }

  /** Show again what the others did since the reader's last move. */
  again() {
    if (!this.hasPast) return;
    this.reel = this.past.slice();
    this.go(0);
  }

  /**
   * @param {number} at
   * @param {boolean} [isByHand] whether the reader leafs: then it does not go on by itself
   */
  go(at, isByHand = false) {
    clearTimeout(this.timer);
    const step = this.reel[at];
    if (!step) {
      this.end();
      return;
    }
    this.at = at;
    this.root.classList.add("showing");
    this.box.hidden = false;
    this.move(step.parts);
    const told = /** @type {HTMLElement} */ (this.box.querySelector(".show-told"));
    told.replaceChildren(
      ...step.told.map((line) =>
        Object.assign(document.createElement("span"), { textContent: `${line} ` }),
      ),
    );
    told.hidden = step.told.length === 0;
    const account = /** @type {HTMLElement} */ (this.box.querySelector(".show-account"));
    account.innerHTML = step.account;
    account.hidden = step.account === "";
    /** @type {HTMLElement} */ (this.box.querySelector(".show-place")).textContent =
      `${at + 1}/${this.reel.length}`;
    /** @type {HTMLButtonElement} */ (this.box.querySelector("[data-step=back]")).disabled =
      at === 0;
    const letters = step.told.join(" ").length;
    // A summary stays until the reader goes on, if it is visible.
    if (isByHand || (step.account && this.box.getClientRects().length)) return;
    this.timer = window.setTimeout(
      () => this.go(this.at + 1),
      Math.min(LONGEST_MS, STEP_MS + LETTER_MS * letters),
    );
  }

  /** The table as it is now. */
  end() {
    if (!this.isOn) return;
    clearTimeout(this.timer);
    this.at = -1;
    this.reel = [];
    const hadFocus = this.box.contains(document.activeElement);
    this.box.hidden = true;
    this.root.classList.remove("showing");
    this.move(this.now);
    if (hadFocus) this.root.focus();
    this.page.done();
  }

  /** @param {Record<string, string>} parts with what moved on its way */
  move(parts) {
    const before = places(this.root);
    stop(before);
    this.paint(parts);
    travel(this.root, before);
  }

  /** @param {Record<string, string>} parts */
  paint(parts) {
    for (const [name, html] of Object.entries(parts)) {
      if (this.seen[name] === html) continue;
      this.seen[name] = html;
      this.page.swap(name, html);
    }
  }

  /** @param {string} key @returns {boolean} whether it meant something here */
  key(key) {
    if (!this.isOn) return false;
    if (key === "ArrowLeft") this.go(Math.max(0, this.at - 1), true);
    else if (key === "ArrowRight") this.go(this.at + 1, true);
    else if (key === "Tab" || key === "Shift") return false;
    else this.end();
    return true;
  }

  /** @param {Event} event */
  press(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-step]") : null;
    const what = button?.getAttribute("data-step");
    if (what === "back") this.go(Math.max(0, this.at - 1), true);
    if (what === "on") this.go(this.at + 1, true);
    if (what === "end" || what === "never") this.end();
    if (what === "never") wish("steps", false);
  }
}
