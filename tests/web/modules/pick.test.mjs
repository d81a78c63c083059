import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Clock, Root, thing } from "./fakes.mjs";
import { Picker } from "../../../src/prateria/server/static/pick.js";

const LEFT = { move: "plays 7 left", path: ["card-7", "left"] };
const RIGHT = { move: "plays 7 right", path: ["card-7", "right"] };
const PASS = { move: "passes", path: ["pass"] };
const LISTED = { move: "is in the list only", path: [] };

let clock, looks, plays, asks, picker;

beforeEach(() => {
  clock = new Clock();
  [looks, plays, asks] = [[], [], false];
  picker = new Picker(new Root(), {
    look: (look) => looks.push(look),
    play: (moves, reaction) => plays.push([moves, reaction]),
    painted: () => 0,
    hold: () => false,
    asks: () => asks,
  });
  picker.drawn([LEFT, RIGHT, PASS, LISTED], [], 0);
});
afterEach(() => clock.stop());

test("the picks lead on along the paths of legal moves", () => {
  assert.deepEqual([...picker.next()], ["card-7", "pass"]);
  assert.deepEqual([...picker.next(["card-7"])], ["left", "right"]);
  assert.deepEqual([...picker.next(["card-7", "left"])], []);
  assert.deepEqual([...picker.next(["left"])], []);
});

test("a move is chosen by its whole path and nothing less", () => {
  assert.equal(picker.chosen(["card-7", "right"]), RIGHT);
  assert.equal(picker.chosen(["card-7"]), undefined);
  assert.equal(picker.chosen([]), undefined);
});

test("the last pick sends the move", () => {
  picker.pick(thing("card-7"), null);
  picker.pick(thing("left"), 412);
  assert.deepEqual(plays, [[["plays 7 left"], 412]]);
  assert.deepEqual(picker.picked, []);
});

test("a move that asks for a yes is shown instead", () => {
  asks = true;
  picker.pick(thing("pass"), null);
  assert.deepEqual(plays, []);
  clock.pass(100);
  assert.deepEqual(looks.at(-1).picked, ["pass"]);
});

test("what leads nowhere is not picked", () => {
  picker.pick(thing("left"), null);
  assert.deepEqual(picker.picked, []);
});

test("nothing is picked while a move is on its way", () => {
  picker.pick(thing("pass"), null);
  assert.ok(picker.isWaiting());
  picker.pick(thing("card-7"), null);
  assert.deepEqual(picker.picked, []);
  picker.done();
  picker.pick(thing("card-7"), null);
  assert.deepEqual(picker.picked, ["card-7"]);
});

test("a picture that comes sooner than the answer can be pressed on", () => {
  picker.send(["passes"]);
  picker.drawn([LEFT], [], 0);
  assert.ok(!picker.isWaiting());
});

test("between several moves that are sent together nothing can be pressed", () => {
  picker.send(["passes", "passes"]);
  picker.drawn([LEFT], [], 0);
  assert.ok(picker.isWaiting());
  picker.done();
  assert.ok(!picker.isWaiting());
});

test("a move that takes long is shown to be on its way", () => {
  picker.send(["passes"]);
  clock.pass(299);
  assert.ok(!picker.root.classList.contains("sending"));
  clock.pass(1);
  assert.ok(picker.root.classList.contains("sending"));
  picker.done();
  assert.ok(!picker.root.classList.contains("sending"));
});

test("many looks in a short time are one", () => {
  for (const id of ["card-7", "pass", "card-7"]) picker.lookAt(id);
  clock.pass(100);
  assert.deepEqual(looks, [{ look: 3, picked: [], looked: "card-7" }]);
});

test("the answer to an older look does not undo a pick", () => {
  picker.lookAt("card-7");
  clock.pass(100);
  picker.pick(thing("card-7"), null);
  picker.drawn(undefined, [], 1);
  assert.deepEqual(picker.picked, ["card-7"]);
  clock.pass(100);
  picker.drawn(undefined, ["card-7", "left"], 2);
  assert.deepEqual(picker.picked, ["card-7", "left"]);
});

test("turning goes round the ways with the same beginning", () => {
  picker.root.found.add("[data-cycle]");
  picker.setPicks(["card-7", "left"]);
  assert.ok(picker.cycle(1));
  assert.deepEqual(picker.picked, ["card-7", "right"]);
  assert.ok(picker.cycle(1));
  assert.deepEqual(picker.picked, ["card-7", "left"]);
  assert.ok(picker.cycle(-1));
  assert.deepEqual(picker.picked, ["card-7", "right"]);
});

test("where nothing turns, R means nothing", () => {
  picker.setPicks(["card-7", "left"]);
  assert.ok(!picker.cycle(1));
});

test("Esc gives the picks up, and is somebody else's when there are none", () => {
  picker.setPicks(["card-7"]);
  assert.ok(picker.pressKey({ key: "Escape" }, null));
  assert.deepEqual(picker.picked, []);
  assert.ok(!picker.pressKey({ key: "Escape" }, null));
});
