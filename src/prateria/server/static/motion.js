// What moved, travels: the place of every [data-move] is taken before and after a change, and the
// way between is animated, also from one part of the table to another, and inside SVG.

/**
 * @typedef {object} Place
 * @property {Element} node
 * @property {DOMRect} box on the screen
 * @property {string} part
 * @property {string} kind things of a kind are alike: one that comes may be one that went
 * @property {DOMMatrix | null} frame from its parent's units to the screen, inside SVG
 */

const TRAVEL = { duration: 420, easing: "cubic-bezier(.2,.7,.2,1)" };
const FADE = { duration: 200, easing: "ease-out" };
const MOST = 80;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Element} node */
function isDrawn(node) {
  return node instanceof SVGGraphicsElement && node.ownerSVGElement !== null;
}

/**
 * Where everything that can move is now.
 * @param {Element} root
 * @returns {Map<string, Place>}
 */
export function places(root) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  if (still.matches || document.documentElement.dataset.motion === "off" || document.hidden) return found;
  /** @type {Map<Element, DOMMatrix | null>} */
  const frames = new Map();
  for (const node of root.querySelectorAll("[data-move][id]")) {
    const box = node.getBoundingClientRect();
    if (box.width === 0 && box.height === 0) continue;
    const parent = node.parentElement;
    if (parent && isDrawn(node) && !frames.has(parent)) {
      const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
      frames.set(parent, matrix && DOMMatrix.fromMatrix(matrix));
    }
    const frame = (parent && frames.get(parent)) ?? null;
    found.set(node.id, { node, box, frame, part: node.closest("[id^=part-]")?.id ?? "", kind: node.getAttribute("data-move") ?? "" });
  }
  return found;
}

/** @param {Map<string, Place>} before what is on its way is stopped where it is */
export function stop(before) {
  for (const { node } of before.values()) {
    for (const animation of node.getAnimations()) if (animation.id === "travel") animation.cancel();
  }
  for (const clone of document.querySelectorAll("#flight > *")) clone.remove();
}

/**
 * Animate from where things were to where they are.
 * @param {Element} root
 * @param {Map<string, Place>} before
 */
export function travel(root, before) {
  if (before.size === 0) return;
  const after = places(root);
  const gone = [...before].filter(([id]) => !after.has(id));
  /** @type {Set<string>} those that came back as another of their kind */
  const back = new Set();
  let count = 0;
  for (const [id, place] of after) {
    if (count > MOST) break;
    const twin = before.has(id) || !place.kind ? undefined : gone.find(([one, was]) => was.kind === place.kind && !back.has(one));
    if (twin) back.add(twin[0]);
    const old = before.get(id) ?? twin?.[1];
    const start = old ? null : box(place.node.getAttribute("data-from")) ?? home(root, place.kind);
    if (start) {
      fly(root, place, start);
      count++;
    } else if (!old) {
      place.node.animate([{ opacity: 0 }, { opacity: 1 }], { ...FADE, id: "travel" });
      count++;
    } else if (moved(old.box, place.box)) {
      if (old.part === place.part) glide(place, old.box);
      else fly(root, place, old.box);
      count++;
    }
  }
  const taker = root.querySelector("[data-takes]")?.getBoundingClientRect() ?? null;
  for (const [id, old] of before) {
    if (count > MOST) break;
    if (!after.has(id) && !back.has(id)) {
      leave(root, old, box(old.node.getAttribute("data-to")) ?? taker);
      count++;
    }
  }
}

/**
 * Where something is now.
 * @param {string | null} id
 */
function box(id) {
  const found = id ? document.getElementById(id)?.getBoundingClientRect() : null;
  return found?.width ? found : null;
}

/**
 * Where things of a kind come from.
 * @param {Element} root
 * @param {string} kind
 */
function home(root, kind) {
  const found = kind ? root.querySelector(`[data-home~="${CSS.escape(kind)}"]`)?.getBoundingClientRect() : null;
  return found?.width ? found : null;
}

/**
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
function moved(a, b) {
  const shift = Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
  return shift > 1.5 || Math.abs(a.width - b.width) > 2;
}

/**
 * The transform that lays `now` onto `then`, in screen pixels, around the origin of the screen.
 * @param {DOMRect} now
 * @param {DOMRect} then
 */
function onto(now, then) {
  const scale = now.width > 0 ? Math.max(0.1, then.width / now.width) : 1;
  return new DOMMatrix()
    .translate(then.x + then.width / 2, then.y + then.height / 2)
    .scale(scale)
    .translate(-now.x - now.width / 2, -now.y - now.height / 2);
}

/**
 * Inside its own part: the thing itself moves.
 * @param {Place} place
 * @param {DOMRect} from
 */
function glide(place, from) {
  const { node, box, frame } = place;
  const timing = { ...TRAVEL, id: "travel" };
  if (node instanceof SVGGraphicsElement && frame) {
    // A CSS transform replaces the attribute, so the attribute's own is put behind it.
    const own = node.transform.baseVal.consolidate()?.matrix;
    const base = own ? new DOMMatrix([own.a, own.b, own.c, own.d, own.e, own.f]) : new DOMMatrix();
    const start = frame.inverse().multiply(onto(box, from)).multiply(frame).multiply(base);
    const origin = { transformOrigin: "0 0", transformBox: "view-box" };
    node.animate(
      [{ transform: css(start), ...origin }, { transform: css(base), ...origin }],
      timing,
    );
    return;
  }
  const scale = box.width > 0 ? Math.max(0.1, from.width / box.width) : 1;
  const x = from.x + from.width / 2 - box.x - box.width / 2;
  const y = from.y + from.height / 2 - box.y - box.height / 2;
  const still = getComputedStyle(node).transform;
  const rest = still === "none" ? "" : still;
  node.animate(
    [{ transform: `translate(${x}px,${y}px) scale(${scale}) ${rest}`, zIndex: 9 }, { transform: rest || "none", zIndex: 9 }],
    timing,
  );
}

/** @param {DOMMatrix} matrix */
function css(matrix) {
  return `matrix(${matrix.a},${matrix.b},${matrix.c},${matrix.d},${matrix.e},${matrix.f})`;
}

/**
 * A copy that lies over everything, where a thing is or was.
 * @param {Element} root
 * @param {Place} place
 */
function copy(root, place) {
  const sky = document.getElementById("flight") ?? root.appendChild(Object.assign(document.createElement("div"), { id: "flight" }));
  sky.setAttribute("aria-hidden", "true");
  const twin = /** @type {Element} */ (place.node.cloneNode(true));
  for (const node of [twin, ...twin.querySelectorAll("[id]")]) node.removeAttribute("id");
  for (const node of [twin, ...twin.querySelectorAll("[tabindex]")]) node.removeAttribute("tabindex");
  if (place.frame) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
    holder.setAttribute("transform", css(place.frame));
    holder.append(twin);
    svg.append(holder);
    sky.append(svg);
    return svg;
  }
  const box = document.createElement("div");
  const { style } = box;
  style.left = `${place.box.x}px`;
  style.top = `${place.box.y}px`;
  style.width = `${place.box.width}px`;
  style.height = `${place.box.height}px`;
  box.append(twin);
  sky.append(box);
  return box;
}

/**
 * From one part to another: a copy flies over the table, and the thing appears when it lands.
 * @param {Element} root
 * @param {Place} place
 * @param {DOMRect} from
 */
function fly(root, place, from) {
  const twin = copy(root, place);
  const { box } = place;
  // A transform works around the corner of what it moves: the screen's for SVG, its own for HTML.
  const shift = place.frame
    ? onto(box, from)
    : new DOMMatrix().translate(from.x - box.x, from.y - box.y).scale(box.width > 0 ? Math.max(0.1, from.width / box.width) : 1);
  const flight = twin.animate([{ transform: css(shift) }, { transform: "none" }], TRAVEL);
  const wait = place.node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TRAVEL.duration, id: "travel" });
  flight.onfinish = flight.oncancel = () => {
    twin.remove();
    wait.cancel();
  };
}

/**
 * What is gone goes to where it was taken, or fades.
 * @param {Element} root
 * @param {Place} place
 * @param {DOMRect | null} to
 */
function leave(root, place, to) {
  const twin = copy(root, place);
  if (!to) {
    twin.animate([{ opacity: 1 }, { opacity: 0 }], FADE).onfinish = () => twin.remove();
    return;
  }
  const { box: from } = place;
  const goal = new DOMRect(to.x + to.width / 2 - 12, to.y + to.height / 2 - 12, 24, 24);
  const shift = place.frame
    ? onto(from, goal)
    : new DOMMatrix().translate(goal.x - from.x, goal.y - from.y).scale(from.width > 0 ? Math.max(0.1, goal.width / from.width) : 1);
  const flight = twin.animate([{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.8 }, { transform: css(shift), opacity: 0 }], TRAVEL);
  flight.onfinish = flight.oncancel = () => twin.remove();
}
