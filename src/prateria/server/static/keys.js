// The keyboard at a table: one Tab stop in each part, arrows between everything that can be pressed, and
// a focus that moves automatically to what comes next. It knows nothing of any game.

const THINGS = ".can, [data-play], [data-moves], [data-toggle], [data-pick]:not([data-pick=''])";
/** @type {Record<string, [number, number]>} */
const UP_AND_DOWN = { ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * @typedef {object} Picks what the keyboard asks of the picker
 * @property {() => Set<string>} next the ids that continue the path
 * @property {() => boolean} isWhole whether a move only waits for confirmation
 * @property {() => boolean} isCurrent whether the picture shows the latest pick
 */

/** @param {Element | null} node */
export function isTyping(node) {
  return (
    node instanceof HTMLInputElement ||
    node instanceof HTMLTextAreaElement ||
    node instanceof HTMLSelectElement
  );
}

/** The keyboard begins at the table, not at the top of the page; a finger has no use for that.
 * @param {HTMLElement} root
 */
export function takeFocus(root) {
  if (document.activeElement !== document.body || matchMedia("(pointer: coarse)").matches) return;
  root.tabIndex = -1;
  root.focus({ preventScroll: true });
}

export class Walker {
  /**
   * @param {HTMLElement} root
   * @param {Picks} picks
   */
  constructor(root, picks) {
    this.root = root;
    this.picks = picks;
    /** Whether the keyboard was used last, not the pointer: only then does the focus move automatically. */
    this.isUsed = false;
    /** Whether something was pressed, so that the focus moves on to what that leads to. */
    this.leads = false;
    /** @type {Element | null} where the focus was last, among what can be pressed */
    this.last = null;
    /** @type {[number, number]} */
    this.spot = [0, 0];
    /** @type {string} where to go back to */
    this.home = "";
    this.listed = false;
    document.addEventListener("pointerdown", () => (this.isUsed = false), { capture: true });
    document.addEventListener(
      "keydown",
      (event) => (this.isUsed ||= !isTyping(/** @type {Element} */ (event.target))),
      { capture: true },
    );
    root.addEventListener("focusin", (event) => this.note(/** @type {Element} */ (event.target)));
  }

  /** Make everything that can be picked reachable: one Tab stop in each part, the arrows do the rest. */
  mark() {
    const focused = document.activeElement;
    for (const node of this.root.querySelectorAll(
      "[role=button]:not(.can, [data-pick], [data-moves], [data-play], [data-toggle])",
    )) {
      node.removeAttribute("role");
      node.removeAttribute("tabindex");
    }
    for (const node of this.root.querySelectorAll("button[tabindex]:not(.can)"))
      node.removeAttribute("tabindex");
    /** @type {Map<Element | null, Element>} */
    const stops = new Map();
    for (const node of this.root.querySelectorAll(".can")) {
      if (!(node instanceof HTMLButtonElement)) node.setAttribute("role", "button");
      const part = node.closest("[id^=part-]");
      if (node === focused || (!stops.has(part) && node.getClientRects().length > 0))
        stops.set(part, node);
    }
    for (const node of this.root.querySelectorAll(".can")) {
      node.setAttribute("tabindex", stops.get(node.closest("[id^=part-]")) === node ? "0" : "-1");
    }
    this.openPlayers();
  }

  /** Where the players do not fit, as beside a result on a low screen, the arrows scroll them. */
  openPlayers() {
    const players = this.root.querySelector("#part-players");
    if (players === null) return;
    const isCut = players.scrollHeight > players.clientHeight + 1;
    const isReached = players.querySelector("a, button, summary, [tabindex='0']") !== null;
    if (isCut && !isReached) players.setAttribute("tabindex", "0");
    else players.removeAttribute("tabindex");
  }

  /** @param {Element} node something that the focus has reached */
  note(node) {
    this.listed = node.closest("#part-moves") !== null;
    if (!this.isThing(node)) return;
    this.last = node;
    this.spot = centre(node);
    if (!node.classList.contains("can")) return;
    for (const other of node.closest("[id^=part-]")?.querySelectorAll(".can[tabindex='0']") ?? [])
      other.setAttribute("tabindex", "-1");
    node.setAttribute("tabindex", "0");
  }

  /** @param {Element} node */
  isThing(node) {
    return (
      node.matches(THINGS) &&
      (node.classList.contains("can") || /** @type {HTMLElement} */ (node).tabIndex >= 0) &&
      !node.matches(":disabled, [aria-disabled=true], #part-moves *, [aria-hidden=true] *") &&
      node.getClientRects().length > 0
    );
  }

  /** @returns {Element[]} all that can be pressed, part by part as it is read */
  things() {
    /** @type {Element[]} */
    const all = [];
    for (const part of this.root.querySelectorAll("[id^=part-]:not(#part-moves)")) {
      all.push(...asRead([...part.querySelectorAll(THINGS)].filter((node) => this.isThing(node))));
    }
    return all;
  }

  /**
   * Right and Left go through everything; Up and Down to the nearest thing in that direction.
   * @param {string} key
   * @param {Element | null} target
   * @returns {boolean} whether there was a way
   */
  step(key, target) {
    const things = this.things();
    const place = target ? things.indexOf(target) : -1;
    if (place < 0) {
      // Outside the drawing arrows scroll, unless nothing has the focus.
      if (target && target !== document.body && target !== this.root && !this.isSpent(target))
        return false;
      focusOn(this.nearest(this.leading(things)));
      return things.length > 0;
    }
    const way = UP_AND_DOWN[key];
    const goal = way
      ? beyond(things, /** @type {Element} */ (target), way)
      : things[(place + (key === "ArrowRight" ? 1 : things.length - 1)) % things.length];
    focusOn(goal);
    return goal !== undefined;
  }

  /** @param {Element} node something that could be pressed, and no longer can */
  isSpent(node) {
    return node === this.last;
  }

  /** Something was pressed with a key. */
  press() {
    this.leads = true;
  }

  /** Picks are given up: back to where they began. @param {string} id */
  goBack(id) {
    this.leads = true;
    this.home = id;
  }

  /** After a picture: the focus stays where something can be done, or moves to the next step. */
  place() {
    if (!this.isUsed || !this.picks.isCurrent() || document.querySelector("dialog[open]")) return;
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now === this.root || !now.isConnected;
    if (!isLost && !now.closest("[id^=part-]")) return; // in the log, in the chat, at a button of the page
    if (this.listed) {
      if (isLost) focusOn(this.root.querySelector("#part-moves button"));
      return;
    }
    const things = this.things();
    const pool = this.leading(things);
    if (pool.every((node) => node.getAttribute("data-focus") === "last")) return; // that is for the reader to choose
    const home = this.home ? document.getElementById(this.home) : null;
    if (home && pool.includes(home)) {
      focusOn(home);
    } else if (pool.length === 0 || (!isLost && this.stays(now, things, pool))) {
      if (pool.length === 0) return;
    } else {
      focusOn(
        this.picks.isWhole()
          ? (this.root.querySelector("[data-play]:not([data-focus=last])") ?? this.nearest(pool))
          : this.nearest(pool),
      );
    }
    this.leads = false;
    this.home = "";
  }

  /**
   * @param {Element} now
   * @param {Element[]} things
   * @param {Element[]} pool
   */
  stays(now, things, pool) {
    if (pool.includes(now)) return true;
    if (this.leads) return false;
    return things.includes(now) || !this.isSpent(now);
  }

  /**
   * The elements that continue the path; if there are none, everything that can be pressed.
   * @param {Element[]} things
   */
  leading(things) {
    const next = this.picks.next();
    const leading = things.filter(
      (node) =>
        next.has(node.id) ||
        node.hasAttribute("data-play") ||
        node.getAttribute("data-toggle") === node.id,
    );
    const first = leading.filter((node) => node.getAttribute("data-focus") === "first");
    if (first.length) return first;
    const sound = (leading.length ? leading : things).filter(isSound);
    if (sound.length) return sound;
    // Only choices that would waste the action are left: prefer one that costs nothing.
    const others = things.filter((node) => node.getAttribute("data-focus") !== "last");
    return others.length ? others : things;
  }

  /** @param {Element[]} pool the one that is nearest to where the focus was, in its own part if there is one */
  nearest(pool) {
    const [x, y] = this.spot;
    const part = this.last?.isConnected ? this.last.closest("[id^=part-]") : null;
    let best = pool[0];
    let least = Infinity;
    for (const node of pool) {
      const [nx, ny] = centre(node);
      const cost = Math.hypot(nx - x, ny - y) + (part && !part.contains(node) ? 2000 : 0);
      if (cost < least) [best, least] = [node, cost];
    }
    return best;
  }
}

/**
 * As one reads: row by row, from left to right.
 * @param {Element[]} nodes
 */
export function asRead(nodes) {
  const placed = nodes.map((node) => ({ node, box: node.getBoundingClientRect(), row: 0 }));
  const middle = (/** @type {{ box: DOMRect }} */ { box }) => box.y + box.height / 2;
  placed.sort((a, b) => middle(a) - middle(b));
  let [row, end] = [0, -Infinity];
  for (const each of placed) {
    if (middle(each) > end) [row, end] = [row + 1, middle(each) + Math.max(8, each.box.height / 2)];
    each.row = row;
  }
  return placed.sort((a, b) => a.row - b.row || a.box.x - b.box.x).map(({ node }) => node);
}

/**
 * What is nearest in a direction.
 * @param {Element[]} things
 * @param {Element} from
 * @param {[number, number]} way
 */
export function beyond(things, from, [dx, dy]) {
  const [x, y] = centre(from);
  let best;
  let least = Infinity;
  for (const node of things) {
    if (node === from) continue;
    const [nx, ny] = centre(node);
    const ahead = (nx - x) * dx + (ny - y) * dy;
    const aside = Math.abs((nx - x) * dy) + Math.abs((ny - y) * dx);
    const cost = ahead + 2.5 * aside;
    if (ahead > 2 && cost < least) [best, least] = [node, cost];
  }
  return best;
}

/** @param {Element} node whether the focus may go there by itself: it goes on, and wastes nothing */
function isSound(node) {
  return !["last", "late"].includes(node.getAttribute("data-focus") ?? "");
}

/** @param {Element} node @returns {[number, number]} */
function centre(node) {
  const box = node.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** @param {Element | null | undefined} node */
function focusOn(node) {
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return;
  node.focus(/** @type {FocusOptions} */ ({ focusVisible: true }));
}
