// A board that is larger than the screen: drag it, pinch it, zoom it with the wheel or its buttons.
// The drawing's own viewBox is the whole board; the visible part is kept across drawings.

const MOST = 6;
const SLACK_PX = 7;
/** The minimum size of a touch target, and its distance from the edge; at least that of its outline. */
const FINGER_PX = 44;
const EDGE_PX = 6;
const LEAST_EDGE_PX = 1;
/** Zooming in by less than this is not worth a tap. */
const ENOUGH = 1.005;
/** Pieces are drawn larger when the board is zoomed out so far that a unit is less than this, in pixels. */
const NEAR = 0.6;
const LARGEST = 1.6;
const GLIDE_MS = 240;

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ zoom: number, x: number, y: number }} Look  x, y: the middle */
/**
 * @typedef {Look & { base: Box, shown: string, goals?: string, before?: Look | undefined }} View
 *   goals: what could be picked when the board came closer for it; before: how it was looked at till then
 */

/** @type {WeakMap<Element, View>} */
const views = new WeakMap();
/** @type {Map<number, PointerEvent>} */
const fingers = new Map();
/** @type {{ svg: SVGSVGElement, x: number, y: number, wide: number, moved: boolean } | null} */
let grip = null;
/** The animation frame requested while a board zooms in or out. */
let gliding = 0;
const fingerly = matchMedia("(pointer: coarse)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {SVGSVGElement} svg */
function boxOf(svg) {
  const [x = 0, y = 0, width = 1, height = 1] = (svg.getAttribute("viewBox") ?? "")
    .split(/[\s,]+/)
    .map(Number);
  return { x, y, width, height };
}

/** @param {SVGSVGElement} svg @returns {View} */
function viewOf(svg) {
  const now = svg.getAttribute("viewBox") ?? "";
  const view = views.get(svg);
  if (view && view.shown === now) return view;
  // A fresh drawing: its box is the whole board again, which may have grown; our view of it stays.
  const base = boxOf(svg);
  const whole = { base, zoom: 1, x: base.x + base.width / 2, y: base.y + base.height / 2 };
  const fresh =
    view && view.zoom > 1
      ? { ...view, base, zoom: (view.zoom * base.width) / view.base.width }
      : { ...view, ...whole };
  const made = { ...fresh, shown: now };
  views.set(svg, made);
  return made;
}

/** @param {SVGSVGElement} svg @param {View} view */
function show(svg, view) {
  const { base } = view;
  view.zoom = Math.min(MOST, Math.max(1, view.zoom));
  const [width, height] = [base.width / view.zoom, base.height / view.zoom];
  view.x = Math.min(base.x + base.width - width / 2, Math.max(base.x + width / 2, view.x));
  view.y = Math.min(base.y + base.height - height / 2, Math.max(base.y + height / 2, view.y));
  view.shown = [view.x - width / 2, view.y - height / 2, width, height]
    .map((each) => each.toFixed(2))
    .join(" ");
  svg.setAttribute("viewBox", view.shown);
  const unit = Math.min(svg.clientWidth / width, svg.clientHeight / height);
  svg.style.setProperty(
    "--far",
    unit ? Math.min(LARGEST, Math.max(1, NEAR / unit)).toFixed(2) : "1",
  );
}

/** @param {SVGSVGElement} svg @param {Look} goal */
function glide(svg, goal) {
  const [view, began] = [viewOf(svg), performance.now()];
  const from = { zoom: view.zoom, x: view.x, y: view.y };
  const isStill = still.matches || document.documentElement.dataset.motion === "off";
  const step = () => {
    const part = isStill ? 1 : Math.min(1, (performance.now() - began) / GLIDE_MS);
    const ease = 1 - (1 - part) ** 3;
    const way = (/** @type {"zoom" | "x" | "y"} */ key) =>
      from[key] + (goal[key] - from[key]) * ease;
    show(svg, Object.assign(viewOf(svg), { zoom: way("zoom"), x: way("x"), y: way("y") }));
    gliding = part < 1 ? requestAnimationFrame(step) : 0;
  };
  cancelAnimationFrame(gliding);
  step();
}

/** @param {SVGSVGElement} svg what can be picked on it */
function goalsOn(svg) {
  return [...svg.querySelectorAll(".can")];
}

/** @param {Element[]} goals how much closer a finger needs it */
function needed(goals) {
  const sides = goals
    .map((goal) => goal.getBoundingClientRect())
    .map((box) => Math.min(box.width, box.height));
  return FINGER_PX / Math.min(...sides);
}

/**
 * After a drawing, for fingers: zoom in until everything that can be picked is large enough, as long as
 * all of it stays visible, and zoom out when nothing can be picked any more.
 * @param {Element} root
 * @param {boolean} isOpen whether something is picked, so that the board is still needed as it is
 */
export function aim(root, isOpen) {
  if (!fingerly.matches || gliding || grip) return;
  for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (
    root.querySelectorAll("svg[data-pan]")
  )) {
    const view = viewOf(svg);
    const goals = goalsOn(svg);
    const key = goals.map((goal) => goal.id).join(" ");
    if (key === view.goals) continue;
    if (goals.length) {
      const before = view.before ?? { zoom: view.zoom, x: view.x, y: view.y };
      const close = closer(svg, view, goals);
      Object.assign(view, { goals: key, before });
      if (close) glide(svg, close);
    } else if (!isOpen) {
      const { before } = view;
      Object.assign(view, { goals: key, before: undefined });
      if (before) glide(svg, before);
    }
  }
}

/**
 * @param {SVGSVGElement} svg
 * @param {View} view
 * @param {Element[]} goals
 * @returns {Look | null} how to look at all of them, no closer than a finger needs; null: as it is
 */
function closer(svg, view, goals) {
  const frame = svg.getScreenCTM();
  const seen = svg.getBoundingClientRect();
  if (!frame || !seen.width) return null;
  const boxes = goals.map((goal) => goal.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const isSeen =
    left >= seen.left && right <= seen.right && top >= seen.top && bottom <= seen.bottom;
  const factor = needed(goals);
  if (isSeen && factor <= 1) return null;
  /** @param {number} edge */
  const fit = (edge) =>
    Math.min((seen.width - 2 * edge) / (right - left), (seen.height - 2 * edge) / (bottom - top));
  const fits = Math.max(fit(EDGE_PX), Math.min(factor, fit(LEAST_EDGE_PX)));
  const middle = new DOMPoint((left + right) / 2, (top + bottom) / 2).matrixTransform(
    frame.inverse(),
  );
  return {
    zoom: Math.min(MOST, Math.max(1, view.zoom * Math.min(fits, Math.max(1, factor)))),
    x: middle.x,
    y: middle.y,
  };
}

/**
 * If not everything that can be picked fits the screen at a size for fingers, a tap zooms in on the
 * tapped element, and the next one picks it.
 * @param {MouseEvent} event
 */
function magnify(event) {
  const svg = boardAt(event.target);
  if (
    !svg ||
    !fingerly.matches ||
    event.detail === 0 ||
    !(/** @type {Element} */ (event.target).closest(".can"))
  )
    return;
  const view = viewOf(svg);
  const factor = needed(goalsOn(svg));
  const frame = svg.getScreenCTM();
  if (!frame || factor < ENOUGH || view.zoom >= MOST) return;
  event.stopPropagation();
  event.preventDefault();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(frame.inverse());
  glide(svg, { zoom: Math.min(MOST, view.zoom * factor), x: point.x, y: point.y });
}

/**
 * @param {SVGSVGElement} svg
 * @param {number} factor
 * @param {number} [clientX] the point that stays where it is; the middle by default
 * @param {number} [clientY]
 */
function zoom(svg, factor, clientX, clientY) {
  const view = viewOf(svg);
  const frame = svg.getScreenCTM();
  const before = view.zoom;
  view.zoom = Math.min(MOST, Math.max(1, before * factor));
  if (frame && clientX !== undefined && clientY !== undefined) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(frame.inverse());
    const keep = before / view.zoom;
    view.x = point.x + (view.x - point.x) * keep;
    view.y = point.y + (view.y - point.y) * keep;
  }
  show(svg, view);
}

/** After each drawing: every board as it was looked at. @param {Element} root */
export function keepViews(root) {
  for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (
    root.querySelectorAll("svg[data-pan]")
  ))
    show(svg, viewOf(svg));
}

/** @param {EventTarget | null} target */
function boardAt(target) {
  return target instanceof Element
    ? /** @type {SVGSVGElement | null} */ (target.closest("svg[data-pan]"))
    : null;
}

/** The centre of the fingers, and how far apart they are. */
function middle() {
  const all = [...fingers.values()];
  const x = all.reduce((sum, each) => sum + each.clientX, 0) / all.length;
  const y = all.reduce((sum, each) => sum + each.clientY, 0) / all.length;
  const [a, b] = all;
  return { x, y, wide: a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0 };
}

/** @param {PointerEvent} event */
function down(event) {
  const svg = boardAt(event.target);
  if (!svg || event.button !== 0) return;
  // With a mouse, things that can be picked are dragged; a finger moves the board.
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-drag]") || (event.pointerType !== "touch" && target.closest(".can")))
    return;
  fingers.set(event.pointerId, event);
  grip = { svg, ...middle(), moved: grip?.moved ?? false };
}

/** @param {PointerEvent} event */
function move(event) {
  if (!grip || !fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, event);
  const now = middle();
  if (
    !grip.moved &&
    Math.hypot(now.x - grip.x, now.y - grip.y) + Math.abs(now.wide - grip.wide) < SLACK_PX
  )
    return;
  grip.moved = true;
  if (grip.wide && now.wide) zoom(grip.svg, now.wide / grip.wide, now.x, now.y);
  const view = viewOf(grip.svg);
  const frame = grip.svg.getScreenCTM();
  if (frame) {
    view.x -= (now.x - grip.x) / frame.a;
    view.y -= (now.y - grip.y) / frame.d;
    show(grip.svg, view);
  }
  grip = { ...grip, ...now };
}

/** @param {PointerEvent} event */
function up(event) {
  if (!fingers.delete(event.pointerId) || !grip) return;
  if (fingers.size) {
    grip = { ...grip, ...middle() };
    return;
  }
  if (grip.moved) {
    // The end of a drag is not a click.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  }
  grip = null;
}

/**
 * Scroll the focused element into view.
 * @param {EventTarget | null} target
 */
function reveal(target) {
  const svg = boardAt(target);
  const frame = svg?.getScreenCTM();
  if (!svg || !frame || !(target instanceof Element) || !target.matches(":focus-visible")) return;
  const [box, seen] = [target.getBoundingClientRect(), svg.getBoundingClientRect()];
  if (
    box.left >= seen.left &&
    box.right <= seen.right &&
    box.top >= seen.top &&
    box.bottom <= seen.bottom
  )
    return;
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(
    frame.inverse(),
  );
  show(svg, Object.assign(viewOf(svg), { x: middle.x, y: middle.y }));
}

/** @param {HTMLElement} root */
export function startPanning(root) {
  root.addEventListener("focusin", (event) => reveal(event.target));
  root.addEventListener("pointerdown", down);
  root.addEventListener("click", magnify, { capture: true });
  addEventListener("resize", () => {
    for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (
      root.querySelectorAll("svg[data-pan]")
    ))
      viewOf(svg).goals = "";
    keepViews(root);
    aim(root, true);
  });
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  root.addEventListener(
    "wheel",
    (event) => {
      const svg = boardAt(event.target);
      if (!svg || event.defaultPrevented) return;
      event.preventDefault();
      zoom(svg, Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    },
    { passive: false },
  );
  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
    const svg = button?.closest("[id^=part-]")?.querySelector("svg[data-pan]");
    if (!(button instanceof HTMLElement) || !(svg instanceof SVGSVGElement)) return;
    if (button.dataset.zoom === "fit") show(svg, Object.assign(viewOf(svg), { zoom: 1 }));
    else zoom(svg, button.dataset.zoom === "in" ? 1.5 : 1 / 1.5);
  });
}
