// Presses that come before the picture they are meant for: a key of a ground while the card it is for
// is still being drawn. They wait for that picture, and are made on it in their order.

/**
 * @typedef {object} Press
 * @property {string} key the key, or "" for a press at a point
 * @property {Element | null} target what lay there
 * @property {string[]} ids the ids of what lay there, innermost first
 * @property {number} x
 * @property {number} y
 * @property {string[] | null} before of something dropped: what is picked again if it lands nowhere
 */

/** More than so many at once nobody means. */
const MOST = 4;
const PARTS = "#part-board, #part-act, #part-players, #part-side";
/** What has its own meaning whatever is drawn. */
const ASIDE =
  "a, summary, select, input, [data-do], [data-zoom], [data-wish], [data-try], [data-why]";

/** @param {string} key @returns {Press} */
export function ofKey(key) {
  return { key, target: null, ids: [], x: 0, y: 0, before: null };
}

/**
 * @param {Element} target
 * @param {{ clientX: number, clientY: number, detail?: number }} event
 * @param {string[] | null} [before]
 * @returns {Press}
 */
export function ofPoint(target, event, before = null) {
  const ids = [];
  for (
    let each = /** @type {Element | null} */ (target);
    each && !each.id.startsWith("part-");
    each = each.parentElement
  ) {
    if (each.id) ids.push(each.id);
  }
  // A key on a button makes a click without a place.
  const isPlaced = event.detail !== 0;
  return {
    key: "",
    target,
    ids,
    x: isPlaced ? event.clientX : -1,
    y: isPlaced ? event.clientY : -1,
    before,
  };
}

export class Early {
  constructor() {
    /** @type {Press[]} */
    this.presses = [];
    /** What the last press that did something was made on: pressed twice, it is not meant twice. */
    this.last = "";
  }

  get isEmpty() {
    return this.presses.length === 0;
  }

  /** @param {Press} press @returns {boolean} whether it can be meant for a picture */
  add(press) {
    const isMeant =
      !press.target ||
      (press.target.closest(PARTS) !== null && press.target.closest(ASIDE) === null);
    if (isMeant && this.presses.length < MOST) this.presses.push(press);
    return isMeant;
  }

  clear() {
    this.presses = [];
  }

  /**
   * What a press means in the picture that is there now.
   * @param {Press} press
   * @param {HTMLElement} root
   * @param {(node: Element) => Element | null} thing what is meant by pressing an element
   * @returns {Element | null}
   */
  meant(press, root, thing) {
    if (press.key)
      return this.unlessLast(root.querySelector(`[data-key="${CSS.escape(press.key)}"]`));
    for (const id of press.ids) {
      const node = document.getElementById(id);
      const own = node && thing(node);
      if (own && node.contains(own)) return this.unlessLast(own);
    }
    const under = press.x < 0 ? null : document.elementFromPoint(press.x, press.y);
    const now = under && thing(under);
    // Only what leads on from a pick: a last yes, or a move, that has come to lie there was not meant.
    return now?.matches(".can:not([data-play], [data-moves])") && isPlaceOf(press, now)
      ? this.unlessLast(now)
      : null;
  }

  /** @param {Element | null} node */
  unlessLast(node) {
    return node && signOf(node) === this.last ? null : node;
  }

  /** @param {Element} node something that was pressed, and that did something */
  did(node) {
    this.last = signOf(node);
  }
}

/** @param {Element} node */
function signOf(node) {
  return node.id || node.getAttribute("data-moves") || node.getAttribute("data-pick") || "";
}

/**
 * Whether what lies at a point now belongs to what lay there: a picture may have shifted meanwhile.
 * @param {Press} press
 * @param {Element} now
 */
function isPlaceOf(press, now) {
  const home = press.ids.map((id) => document.getElementById(id)).find(Boolean);
  if (home) return home.contains(now) || now.contains(home);
  return now.closest("[id^=part-]")?.contains(press.target) ?? false;
}
