import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Clock, Socket } from "./fakes.mjs";
import { Line } from "../../../src/prateria/server/static/socket.js";

const kept = globalThis.WebSocket;
let clock, heard, changes, line;

const socket = () => Socket.all.at(-1);

/** The line breaks, and after any wait there is another. */
async function again() {
  socket().breaks();
  clock.pass(20000);
  await socket().welcome();
}

beforeEach(async () => {
  clock = new Clock();
  globalThis.WebSocket = Socket;
  Socket.all = [];
  [heard, changes] = [[], []];
  const address = () => `wss://here/${Socket.all.length}`;
  line = new Line(
    address,
    (frame) => heard.push(frame.type),
    (...change) => changes.push(change),
  );
  line.open();
  await socket().welcome();
});
afterEach(() => {
  line.end();
  globalThis.WebSocket = kept;
  clock.stop();
});

test("the line is up when it was welcomed", () => {
  assert.ok(line.isUp);
  assert.deepEqual(heard, ["welcome"]);
  assert.deepEqual(changes, [[true, false]]);
});

test("what is asked is answered once, under its own id", async () => {
  const answers = [];
  line.ask({ type: "play", action: "passes" }).then((answer) => answers.push(answer.type));
  const [{ id, type }] = socket().sent;
  assert.equal(type, "play");
  await socket().say({ type: "accepted", id, n: 1 });
  await socket().say({ type: "accepted", id, n: 1 });
  assert.deepEqual(answers, ["accepted"]);
});

test("what was not answered is sent again over the next line, word for word", async () => {
  line.ask({ type: "play", action: "passes" });
  const [asked] = socket().sent;
  await again();
  assert.deepEqual(socket().sent, [asked]);
});

test("what was answered is not sent again", async () => {
  line.ask({ type: "play" });
  await socket().say({ type: "refused", id: socket().sent[0].id, n: 1 });
  await again();
  assert.deepEqual(socket().sent, []);
});

test("an answer that was given before the line broke is heard as a duplicate", async () => {
  let answer;
  line.ask({ type: "play" }).then((told) => (answer = told));
  const [{ id }] = socket().sent;
  await again();
  await socket().say({ type: "duplicate", id, answer: { type: "accepted", id, n: 1 } });
  assert.equal(answer.type, "accepted");
});

test("what is asked while the line is down goes out when it is up", async () => {
  socket().breaks();
  line.ask({ type: "play" });
  clock.pass(20000);
  assert.deepEqual(socket().sent, []);
  await socket().welcome();
  assert.equal(socket().sent.length, 1);
});

test("what needs no answer is lost with the line", async () => {
  socket().breaks();
  line.tell({ type: "look" });
  clock.pass(20000);
  await socket().welcome();
  assert.deepEqual(socket().sent, []);
});

test("it waits longer after each failure, and a short time again after a welcome", async () => {
  const waits = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    const before = Socket.all.length;
    socket().breaks();
    let waited = 0;
    while (Socket.all.length === before) waited += (clock.pass(10), 10);
    waits.push(waited);
  }
  assert.ok(waits[0] <= 320, `${waits}`);
  assert.ok(waits.at(-1) > 5000 && waits.at(-1) <= 10010, `${waits}`);
  await socket().welcome();
  const before = Socket.all.length;
  socket().breaks();
  clock.pass(320);
  assert.equal(Socket.all.length, before + 1);
});

test("a table that is not for us is not asked again", () => {
  socket().breaks(4403);
  clock.pass(60000);
  assert.equal(Socket.all.length, 1);
  assert.deepEqual(changes.at(-1), [false, true]);
});

test("a line on which nothing is heard is given up", async () => {
  clock.pass(4999);
  assert.ok(line.isUp);
  await socket().say({ type: "chat", n: 1 });
  clock.pass(4999);
  assert.ok(line.isUp);
  clock.pass(1);
  assert.ok(!line.isUp);
});

test("a ping is answered when what came before it is on the screen", async () => {
  await socket().say({ type: "ping", t: 7, n: 1 });
  assert.deepEqual(socket().sent, []);
  clock.pass(40);
  assert.deepEqual(socket().sent, [{ type: "pong", t: 7 }]);
  clock.pass(2000);
  assert.equal(socket().sent.length, 1);
});

test("what an old line still says is nobody's", async () => {
  const old = socket();
  const { onmessage } = old;
  await again();
  heard = [];
  onmessage({ data: JSON.stringify({ type: "chat", n: 1 }) });
  for (let turn = 0; turn < 5; turn++) await null;
  assert.deepEqual(heard, []);
});
