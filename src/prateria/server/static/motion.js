// Animates moves: the place of every [data-move] is recorded before and after a change, and the
// way between is animated, even from one part of the table to another. SVG elements are
// replaced by a copy on a separate layer: moving them inside their picture would repaint the
// whole picture for every frame.

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
const MOST = 40;

/** @type {Map<Element, () => void>} what is unseen while its copy is on the way, and how it is seen again */
const waiting = new Map();

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
  if (still.matches || document.documentElement.dataset.motion === "off" || document.hidden)
    return found;
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
    found.set(node.id, {
      node,
      box,
      frame,
      part: node.closest("[id^=part-]")?.id ?? "",
      kind: node.getAttribute("data-move") ?? "",
    });
  }
  return found;
}

/** @param {Map<string, Place>} before what is on its way is stopped where it is */
export function stop(before) {
  for (const { node } of before.values()) {
    for (const animation of node.getAnimations()) if (animation.id === "travel") animation.cancel();
  }
  for (const clone of document.querySelectorAll("#flight > *")) clone.remove();
  for (const land of waiting.values()) land();
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
    const twin =
      before.has(id) || !place.kind
        ? undefined
        : gone.find(([one, was]) => was.kind === place.kind && !back.has(one));
    if (twin) back.add(twin[0]);
    const old = before.get(id) ?? twin?.[1];
    const start = old
      ? null
      : (box(place.node.getAttribute("data-from")) ?? home(root, place.kind));
    if (start) {
      fly(root, place, start);
      count++;
    } else if (!old) {
      if (place.frame) continue; // it appears at once
      place.node.animate([{ opacity: 0 }, { opacity: 1 }], { ...FADE, id: "travel" });
      count++;
    } else {
      const was = onItsPicture(old, place);
      if (!moved(was, place.box)) continue;
      if (old.part === place.part && !place.frame) glide(place, was);
      else fly(root, place, was);
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
 * An element's old place, corrected for its picture having moved or grown: a picture that shifts
 * because something below it changes height does not count as moving the things in it.
 * @param {Place} old
 * @param {Place} now
 */
function onItsPicture(old, now) {
  if (!old.frame || !now.frame || old.part !== now.part) return old.box;
  const way = now.frame.multiply(old.frame.inverse());
  const from = new DOMPoint(old.box.x, old.box.y).matrixTransform(way);
  return new DOMRect(from.x, from.y, old.box.width * way.a, old.box.height * way.d);
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
  const found = kind
    ? root.querySelector(`[data-home~="${CSS.escape(kind)}"]`)?.getBoundingClientRect()
    : null;
  return found?.width ? found : null;
}

/**
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
function moved(a, b) {
  const shift = Math.hypot(
    a.x + a.width / 2 - b.x - b.width / 2,
    a.y + a.height / 2 - b.y - b.height / 2,
  );
  return shift > 1.5 || Math.abs(a.width - b.width) > 2;
}

/**
 * The transform that lays `now` onto `then`, around the corner of `now`.
 * @param {DOMRect} now
 * @param {DOMRect} then
 */
function onto(now, then) {
  const scale = now.width > 0 ? Math.max(0.1, then.width / now.width) : 1;
  const x = then.x + (then.width - now.width * scale) / 2 - now.x;
  const y = then.y + (then.height - now.height * scale) / 2 - now.y;
  return `translate(${x}px,${y}px) scale(${scale})`;
}

/**
 * Inside its own part: the thing itself moves, unless it is drawn in SVG.
 * @param {Place} place
 * @param {DOMRect} from
 */
function glide(place, from) {
  const { node, box } = place;
  const timing = { ...TRAVEL, id: "travel" };
  const scale = box.width > 0 ? Math.max(0.1, from.width / box.width) : 1;
  const x = from.x + from.width / 2 - box.x - box.width / 2;
  const y = from.y + from.height / 2 - box.y - box.height / 2;
  const still = getComputedStyle(node).transform;
  const rest = still === "none" ? "" : still;
  node.animate(
    [
      { transform: `translate(${x}px,${y}px) scale(${scale}) ${rest}`, zIndex: 9 },
      { transform: rest || "none", zIndex: 9 },
    ],
    timing,
  );
}

/**
 * A copy that lies over everything, where a thing is or was.
 * @param {Element} root
 * @param {Place} place
 */
function copy(root, place) {
  const sky =
    document.getElementById("flight") ??
    root.appendChild(Object.assign(document.createElement("div"), { id: "flight" }));
  sky.setAttribute("aria-hidden", "true");
  const twin = /** @type {Element} */ (place.node.cloneNode(true));
  for (const node of [twin, ...twin.querySelectorAll("[id]")]) node.removeAttribute("id");
  for (const node of [twin, ...twin.querySelectorAll("[tabindex]")])
    node.removeAttribute("tabindex");
  const { box, frame } = place;
  const holder = frame
    ? document.createElementNS("http://www.w3.org/2000/svg", "svg")
    : document.createElement("div");
  Object.assign(holder.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  if (frame) {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute(
      "transform",
      `matrix(${frame.a} ${frame.b} ${frame.c} ${frame.d} ${frame.e - box.x} ${frame.f - box.y})`,
    );
    group.append(twin);
    holder.append(group);
  } else {
    holder.append(twin);
  }
  sky.append(holder);
  return holder;
}

/**
 * From one part to another: a copy flies over the table, and the thing appears when it lands.
 * @param {Element} root
 * @param {Place} place
 * @param {DOMRect} from
 */
function fly(root, place, from) {
  const twin = copy(root, place);
  const land = hide(place.node);
  const flight = twin.animate(
    [{ transform: onto(place.box, from) }, { transform: "none" }],
    TRAVEL,
  );
  flight.onfinish = flight.oncancel = () => {
    twin.remove();
    land();
  };
}

/**
 * An element stays invisible until its copy has landed. It keeps its place and the focus.
 * @param {Element} node
 * @returns {() => void} to show it again
 */
function hide(node) {
  const { style } = /** @type {HTMLElement | SVGElement} */ (node);
  style.opacity = "0";
  const land = () => {
    style.opacity = "";
    waiting.delete(node);
  };
  waiting.set(node, land);
  return land;
}

/**
 * An element that disappeared flies to where it was taken, or fades.
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
  const goal = new DOMRect(to.x + to.width / 2 - 12, to.y + to.height / 2 - 12, 24, 24);
  const shift = onto(place.box, goal);
  const flight = twin.animate(
    [
      { transform: "none", opacity: 1 },
      { opacity: 1, offset: 0.8 },
      { transform: shift, opacity: 0 },
    ],
    TRAVEL,
  );
  flight.onfinish = flight.oncancel = () => twin.remove();
}
