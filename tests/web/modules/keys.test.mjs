import assert from "node:assert/strict";
import { test } from "node:test";
import { Root, thing } from "./fakes.mjs";
import { Walker, asRead, beyond, isTyping } from "../../../src/prateria/server/static/keys.js";

const ids = (things) => things.map(({ id }) => id);
const DOWN = [0, 1];

function walker({ next = [], whole = false } = {}) {
  const picks = { next: () => new Set(next), isWhole: () => whole, isCurrent: () => true };
  return new Walker(new Root(), picks);
}

test("things are read row by row, though a row is not quite level", () => {
  const below = thing("below", { x: 0, y: 60 });
  const right = thing("right", { x: 80, y: 0 });
  const left = thing("left", { x: 0, y: 6 });
  assert.deepEqual(ids(asRead([below, right, left])), ["left", "right", "below"]);
});

test("a tall thing shares the row of those beside it", () => {
  const card = thing("card", { x: 0, y: 0, height: 100 });
  const button = thing("button", { x: 90, y: 60 });
  const under = thing("under", { x: 0, y: 160 });
  assert.deepEqual(ids(asRead([under, button, card])), ["card", "button", "under"]);
});

test("down goes to what is nearest below, and rather straight than far aside", () => {
  const from = thing("from", { x: 100, y: 0 });
  const aside = thing("aside", { x: 180, y: 40 });
  const straight = thing("straight", { x: 110, y: 120 });
  const above = thing("above", { x: 100, y: -50 });
  assert.equal(beyond([from, aside, straight, above], from, DOWN), straight);
  assert.equal(beyond([from, above], from, DOWN), undefined);
});

test("the focus goes on to what leads on, not to whatever can be pressed", () => {
  const things = [thing("card-7"), thing("left"), thing("yes", { "data-play": "" })];
  assert.deepEqual(ids(walker({ next: ["left"] }).leading(things)), ["left", "yes"]);
  assert.deepEqual(ids(walker().leading([thing("card-7")])), ["card-7"]);
});

test("what ends the turn goes first, what wastes an action last", () => {
  const plain = thing("plain");
  const first = thing("first", { "data-focus": "first" });
  const late = thing("late", { "data-focus": "late" });
  const last = thing("last", { "data-focus": "last" });
  const all = ["plain", "first", "late", "last"];
  assert.deepEqual(ids(walker({ next: all }).leading([plain, first, late, last])), ["first"]);
  assert.deepEqual(ids(walker({ next: all }).leading([last, late, plain])), ["plain"]);
  assert.deepEqual(ids(walker({ next: all }).leading([last, late])), ["late"]);
  assert.deepEqual(ids(walker({ next: all }).leading([last])), ["last"]);
});

test("the nearest is measured from where the focus was", () => {
  const keys = walker();
  keys.spot = [100, 10];
  const near = thing("near", { x: 80, y: 0 });
  const far = thing("far", { x: 300, y: 0 });
  assert.equal(keys.nearest([far, near]), near);
});

test("in a field keys are letters", () => {
  assert.ok(!isTyping(null));
  const field = Object.create(globalThis.HTMLInputElement.prototype);
  assert.ok(isTyping(field));
});
