// Turns clicks, drags, touches and keys into a path of ids, and a whole path into a move. It knows
// nothing of any game: what may be picked is marked `can` in the drawing (docs/pages.md).
/** @import { Way } from "./types" */
import { Early, ofKey, ofPoint } from "./early.js";
import { Walker, isTyping } from "./keys.js";

const LOOK_MS = 60;
const DRAG_PX = 7;
/** When a wait is shown. Not sooner: the cursor is inherited, and changing it restyles the whole table. */
const SLOW_MS = 300;
/** What is pressed, whatever is picked. */
const PRESSED = "[data-play], [data-pick], [data-toggle], [data-moves]";

/**
 * @typedef {object} Table what picking needs of the page
 * @property {(look: { look: number, picked: string[], looked: string }) => void} look
 * @property {(moves: string[], reaction: number | null) => void} play
 * @property {() => number} painted when the last change of the table was on the screen
 * @property {(key?: string) => boolean} hold whether something else is being shown; with a key,
 *   whether that meant something there
 * @property {(way: Way) => boolean} asks whether a picked move waits for confirmation
 */

/** @param {EventTarget | null} target */
function element(target) {
  return target instanceof Element ? target : null;
}

export class Picker {
  /**
   * @param {HTMLElement} root
   * @param {Table} table
   */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    /** @type {Way[]} */
    this.ways = [];
    /** @type {string[]} */
    this.picked = [];
    this.looked = "";
    this.looks = 0;
    this.answered = 0;
    this.lookTimer = 0;
    this.lastLook = 0;
    this.pressed = 0;
    /** Where the pointer went down last. */
    this.down = { x: -1, y: -1 };
    /** What was pressed before the picture it is meant for was there. */
    this.early = new Early();
    this.busy = false;
    this.slow = 0;
    /** How many moves were last sent together. */
    this.sends = 0;
    /** Whether a move was sent, but the picture still shows the position before it. */
    this.awaits = false;
    this.walker = new Walker(root, {
      next: () => this.next(),
      isWhole: () => this.chosen()?.confirm ?? false,
      isCurrent: () => !this.busy && !this.awaits && this.isDrawn(),
    });
    /** @type {Set<Element>} marked as picked before the server has drawn it so */
    this.eager = new Set();
    /** @type {{ node: Element, x: number, y: number, id: number, copy: HTMLElement | null, before: string[] } | null} */
    this.drag = null;
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("pointerover", (event) => this.hover(event));
    root.addEventListener("pointerleave", () => this.lookAt(""));
    root.addEventListener("focusin", (event) => this.focus(event));
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    document.addEventListener("pointermove", (event) => this.pull(event));
    document.addEventListener("pointerup", (event) => this.drop(event));
    document.addEventListener("pointercancel", () => this.letGo());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // --- messages of the server

  /**
   * Take over a drawing.
   * @param {Way[] | undefined} ways undefined: as before
   * @param {string[]} picked
   * @param {number} look the look it answers
   */
  drawn(ways, picked, look) {
    if (ways) this.ways = ways;
    if (look) this.answered = Math.max(this.answered, look);
    // A drawing that answers any look but the newest, including one not sent yet, must
    // not undo what was picked since.
    if (
      this.lookTimer === 0 &&
      (look === this.looks || (look === 0 && this.answered === this.looks))
    )
      this.picked = picked;
    if (look === 0) this.awaits = false;
    this.settle();
  }

  /** The picture has arrived: mark what can be pressed, and move the focus on. */
  settle() {
    if (this.table.hold()) {
      this.early.clear();
      return;
    }
    this.walker.mark();
    this.offerBack();
    this.walker.place();
    this.goOn();
  }

  /** Whether the picture shows what was picked and looked at last. */
  isDrawn() {
    return this.lookTimer === 0 && this.answered === this.looks;
  }

  /** What was pressed too early is pressed now that its picture is there. */
  goOn() {
    if (this.root.querySelector("[data-race]")) this.early.clear();
    while (!this.early.isEmpty && this.isDrawn() && !this.isWaiting()) {
      const press = /** @type {import("./early.js").Press} */ (this.early.presses.shift());
      const node = this.early.meant(press, this.root, (target) => this.thing(target));
      if (node && this.act(node, performance.now())) continue;
      if (press.before) this.setPicks(press.before);
    }
  }

  /**
   * Nothing came of a press. If the picture it was meant for is still to come, it waits for that. In a
   * race it does not: there it was meant for the card that lay there.
   * @param {import("./early.js").Press} press
   * @returns {boolean} whether it waits
   */
  waits(press) {
    const isOnItsWay = this.isWaiting() ? this.sends === 1 : !this.isDrawn();
    if (this.early.isEmpty && !isOnItsWay) return false;
    return this.root.querySelector("[data-race]") === null && this.early.add(press);
  }

  /** The Back button appears as soon as something is picked. */
  offerBack() {
    const back = document.getElementById("no");
    if (back) back.hidden = this.picked.length === 0;
  }

  // --- picking

  /** @returns {Set<string>} the ids that continue a path */
  next(picked = this.picked) {
    const ids = this.ways
      .filter(
        (way) =>
          way.path.length > picked.length && picked.every((id, place) => way.path[place] === id),
      )
      .map((way) => /** @type {string} */ (way.path[picked.length]));
    return new Set(ids);
  }

  /** @returns {Way | undefined} the move that the picks spell out */
  chosen(picked = this.picked) {
    return this.ways.find(
      (way) =>
        way.path.length > 0 &&
        way.path.length === picked.length &&
        way.path.every((id, place) => id === picked[place]),
    );
  }

  /**
   * @param {Element} node
   * @param {number | null} reaction
   * @returns {boolean} whether it leads on
   */
  pick(node, reaction) {
    if (this.isWaiting() || !this.next().has(node.id)) return false;
    this.picked = [...this.picked, node.id];
    node.classList.add("picked");
    this.eager.add(node);
    const way = this.chosen();
    if (way && !this.table.asks(way)) this.send([way.move], reaction);
    else this.see();
    return true;
  }

  /** @param {string[]} picked */
  setPicks(picked) {
    if (picked.length === 0) this.early.clear();
    this.picked = picked;
    this.awaits = false;
    for (const node of this.eager) if (!picked.includes(node.id)) node.classList.remove("picked");
    this.eager.clear();
    this.see();
  }

  /**
   * @param {string[]} moves
   * @param {number | null} reaction
   * @returns {boolean} whether they are sent
   */
  send(moves, reaction = null) {
    if (this.isWaiting()) return false;
    this.busy = this.awaits = true;
    this.sends = moves.length;
    this.root.dataset.busy = "true";
    this.picked = []; // a look in the meantime must not bring them back
    clearTimeout(this.slow);
    this.slow = window.setTimeout(() => this.root.classList.add("sending"), SLOW_MS);
    this.table.play(moves, reaction);
    return true;
  }

  /** A move is on its way, and the picture still shows the position before it. If the new picture
   * comes before the answer, the reader can go on. If several moves were sent, all must be answered
   * first: nothing can be pressed in the pictures between them. */
  isWaiting() {
    return this.busy && (this.awaits || this.sends > 1);
  }

  /** The last move was answered. */
  done() {
    this.busy = false;
    delete this.root.dataset.busy;
    clearTimeout(this.slow);
    this.root.classList.remove("sending");
    this.walker.place();
    this.goOn();
  }

  /**
   * The pick meant by pressing here. The next step of the path counts at once, even if the server
   * has not drawn it yet.
   * @param {Element} target
   */
  thing(target) {
    const node = target.closest(`${PRESSED}, .can`);
    if (node && (node.matches(PRESSED) || this.next().has(node.id))) return node;
    return this.goal(target) ?? node;
  }

  /**
   * What pressing an element does, in this order.
   * @param {Element} target
   * @param {number} when
   * @returns {boolean} whether something came of it
   */
  act(target, when) {
    const node = this.thing(target);
    if (!node || !this.root.contains(node) || node.getAttribute("aria-disabled") === "true")
      return false;
    const data = /** @type {HTMLElement} */ (node).dataset;
    const races = node.closest("[data-race]") !== null;
    // Pressed before what is raced for was on the screen: it was meant for what was there before.
    if (races && when < this.table.painted()) return true;
    this.walker.press();
    const reaction = races ? Math.round(when - this.table.painted()) : null;
    const came = this.acted(node, data, reaction);
    if (came) this.early.did(node);
    return came;
  }

  /**
   * @param {Element} node
   * @param {DOMStringMap} data
   * @param {number | null} reaction
   * @returns {boolean} whether something came of it
   */
  acted(node, data, reaction) {
    if (data.play !== undefined) {
      const way = this.chosen();
      return way !== undefined && this.send([way.move], reaction);
    }
    if (data.moves !== undefined) return this.send(data.moves.split(";").filter(Boolean), reaction);
    if (data.toggle !== undefined) {
      const id = data.toggle;
      this.setPicks(
        this.picked.includes(id)
          ? this.picked.filter((other) => other !== id)
          : [...this.picked, id],
      );
    } else if (data.pick !== undefined) {
      const picks = data.pick.split(" ").filter(Boolean);
      const last = document.getElementById(picks.at(-1) ?? "");
      // What only goes one step on is the same as pressing that.
      if (
        last &&
        picks.length === this.picked.length + 1 &&
        this.picked.every((id, place) => id === picks[place])
      )
        return this.pick(last, reaction);
      this.setPicks(picks);
    } else {
      return this.pick(node, reaction);
    }
    return true;
  }

  // --- looking

  /** @param {string} id */
  lookAt(id) {
    if (id === this.looked) return;
    this.looked = id;
    this.soon();
  }

  /** The picks have changed: see what they lead to. */
  see() {
    this.soon();
    this.offerBack();
  }

  /** Request a drawing of the current picks, not more often than every LOOK_MS. */
  soon() {
    this.looks++; // from now on the answers to older looks are outdated
    if (this.lookTimer) return;
    const wait = Math.max(0, this.lastLook + LOOK_MS - performance.now());
    this.lookTimer = setTimeout(() => {
      this.lookTimer = 0;
      this.lastLook = performance.now();
      this.table.look({ look: this.looks, picked: this.picked, looked: this.looked });
    }, wait);
  }

  /** The connection is new: earlier requests will not be answered. */
  forget() {
    this.answered = this.looks;
    this.early.clear();
  }

  // --- pointer

  /** @param {MouseEvent} event */
  click(event) {
    const target = this.clicked(event);
    if (this.table.hold()) {
      // The page is showing the past: a press only returns to the present.
      if (target?.closest("#part-board, #part-act, #part-players, #part-side, #part-moves"))
        this.table.hold("");
      return;
    }
    // A key on a button is a click without a place; its time is the key's.
    const when = event.detail === 0 ? event.timeStamp : this.pressed || event.timeStamp;
    this.pressed = 0;
    if (
      target &&
      ((this.early.isEmpty && this.act(target, when)) || this.waits(ofPoint(target, event)))
    )
      event.preventDefault();
    else this.lookAt(target?.closest(".can-look")?.id ?? "");
  }

  /**
   * What was clicked. A picture that came between press and release may have taken the pressed thing
   * away; then the browser tells of what it lay in.
   * @param {MouseEvent} event
   * @returns {Element | null}
   */
  clicked(event) {
    const target = element(event.target);
    const isStill = Math.hypot(event.clientX - this.down.x, event.clientY - this.down.y) < DRAG_PX;
    const under =
      event.detail === 0 || !isStill
        ? null
        : document.elementFromPoint(event.clientX, event.clientY);
    return under && target?.contains(under) ? under : target;
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (this.table.hold()) return;
    if (event.pointerType === "touch" || this.drag?.copy) return;
    const node = element(event.target)?.closest(".can, .can-look");
    this.lookAt(node && this.may_look(node) ? node.id : "");
  }

  /**
   * What leads on, and what is there to be looked at only.
   * @param {Element} node
   */
  may_look(node) {
    return node.classList.contains("can-look") || this.next().has(node.id);
  }

  /** @param {FocusEvent} event */
  focus(event) {
    if (this.table.hold()) return;
    const node = element(event.target);
    if (node?.classList.contains("can-look") && node.matches(":focus-visible"))
      this.lookAt(node.id);
    if (
      node?.classList.contains("can") &&
      node.matches(":focus-visible") &&
      this.next().has(node.id)
    )
      this.lookAt(node.id);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.pressed = event.timeStamp;
    this.down = { x: event.clientX, y: event.clientY };
    if (event.button !== 0 || this.table.hold()) return;
    const node = element(event.target)?.closest(".can");
    if (!node || !(this.next().has(node.id) || this.toggles(node))) return;
    if (event.pointerType === "touch" && !node.closest("[data-drag]")) return;
    this.drag = {
      node,
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      copy: null,
      before: this.picked,
    };
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    if (!drag.copy) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
      // Only an element that continues to a second pick can be dragged there.
      if (!this.toggles(drag.node) && this.next([...this.picked, drag.node.id]).size === 0) {
        this.drag = null;
        return;
      }
      drag.copy = dragged(drag.node);
      this.root.append(drag.copy);
      this.root.classList.add("dragging");
      if (!this.toggles(drag.node)) {
        this.picked = [...this.picked, drag.node.id];
        this.see();
      }
    }
    drag.copy.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".can");
    this.lookAt(under && this.next().has(under.id) ? under.id : "");
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const drag = this.drag;
    if (!drag || drag.id !== event.pointerId) return;
    this.drag = null;
    if (!drag.copy) return;
    drag.copy.remove();
    this.root.classList.remove("dragging");
    // The browser would take the end of a drag for a click on whatever is common to both ends.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    const target = document.elementFromPoint(event.clientX, event.clientY);
    if (this.toggles(drag.node)) {
      if (target?.closest("[data-drop]") && !this.picked.includes(drag.node.id))
        this.setPicks([...this.picked, drag.node.id]);
      return;
    }
    const under = target?.closest("[id]");
    const goal = under && this.goal(under);
    if (goal) this.pick(goal, null);
    else if (!target || !this.waits(ofPoint(target, event, drag.before)))
      this.setPicks(drag.before);
  }

  /**
   * Whether it is put among the picks by itself, and there is a place to drop it: a card of a party.
   * @param {Element} node
   */
  toggles(node) {
    return (
      node.getAttribute("data-toggle") === node.id &&
      this.root.querySelector("[data-drop]") !== null
    );
  }

  /**
   * What was meant by pressing or dropping something here: this, or what it lies on.
   * @param {Element | null} node
   * @returns {Element | null}
   */
  goal(node) {
    const next = this.next();
    for (let each = node; each; each = each.parentElement) if (next.has(each.id)) return each;
    return null;
  }

  letGo() {
    if (!this.drag?.copy) return;
    this.drag.copy.remove();
    this.root.classList.remove("dragging");
    this.setPicks(this.drag.before);
    this.drag = null;
  }

  // --- turning

  /**
   * Change the last pick to its next sibling.
   * @param {number} step
   * @returns {boolean} whether there was one
   */
  cycle(step) {
    if (!this.root.querySelector("[data-cycle]")) return false;
    if (this.picked.length === 0 && this.looked) {
      const node = document.getElementById(this.looked);
      if (node && !(this.chosen([this.looked]) && !this.chosen([this.looked])?.confirm))
        this.setPicks([this.looked]);
      return true;
    }
    const stem = this.picked.slice(0, -1);
    const siblings = [...this.next(stem)];
    const place = siblings.indexOf(this.picked.at(-1) ?? "");
    if (place < 0 || siblings.length < 2) return false;
    const turned = siblings[(place + step + siblings.length) % siblings.length];
    if (turned !== undefined) this.setPicks([...stem, turned]);
    return true;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (
      this.table.hold() ||
      event.ctrlKey ||
      this.picked.length === 0 ||
      !element(event.target)?.closest("[data-cycle]")
    )
      return;
    if (this.cycle(event.deltaY > 0 ? 1 : -1)) event.preventDefault();
  }

  // --- keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = element(event.target);
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      isTyping(target)
    )
      return;
    if (document.querySelector("dialog[open]")) return;
    if (this.table.hold()) {
      const isPressed = target?.closest("#show") && (event.key === "Enter" || event.key === " ");
      if (!isPressed && !target?.closest("#talk") && this.table.hold(event.key))
        event.preventDefault();
      return;
    }
    if (this.pressKey(event, target)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Element | null} target
   * @returns {boolean} whether the key meant something
   */
  pressKey(event, target) {
    const { key } = event;
    if (key === "Escape") {
      const [first] = this.picked;
      if (first === undefined) return false;
      this.walker.goBack(first);
      this.setPicks([]);
      return true;
    }
    if (key === "r" || key === "R") return this.cycle(event.shiftKey ? -1 : 1);
    if (
      (key === "Enter" || key === " ") &&
      target &&
      !(target instanceof HTMLButtonElement) &&
      target.matches(".can, [data-pick]")
    ) {
      if (!event.repeat) this.act(target, event.timeStamp);
      return !event.repeat;
    }
    if (key.startsWith("Arrow")) return this.walker.step(key, target);
    if (event.repeat || key.length > 1) return false;
    const named = this.root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (named && this.early.isEmpty && this.act(named, event.timeStamp)) return true;
    if ((named === null || named.matches(`${PRESSED}, .can`)) && this.waits(ofKey(key)))
      return true;
    named?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return named !== null;
  }
}

/**
 * A copy of something that follows the pointer.
 * @param {Element} node
 */
function dragged(node) {
  const box = node.getBoundingClientRect();
  const copy = document.createElement("div");
  copy.className = "dragged";
  copy.setAttribute("aria-hidden", "true");
  copy.style.left = `${box.x}px`;
  copy.style.top = `${box.y}px`;
  copy.style.width = `${box.width}px`;
  copy.style.height = `${box.height}px`;
  const twin = /** @type {Element} */ (node.cloneNode(true));
  for (const each of [twin, ...twin.querySelectorAll("[id]")]) each.removeAttribute("id");
  twin.classList.remove("can");
  const parent = node.parentElement;
  if (
    node instanceof SVGGraphicsElement &&
    node.ownerSVGElement &&
    parent instanceof SVGGraphicsElement
  ) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const frame = parent.getScreenCTM();
    const holder = document.createElementNS("http://www.w3.org/2000/svg", "g");
    if (frame)
      holder.setAttribute(
        "transform",
        `matrix(${frame.a} ${frame.b} ${frame.c} ${frame.d} ${frame.e - box.x} ${frame.f - box.y})`,
      );
    holder.append(twin);
    svg.append(holder);
    copy.append(svg);
  } else {
    copy.append(twin);
  }
  return copy;
}
