// The connection to the server: reconnects automatically, and resends what was not answered.
/** @import { Answer, Frame } from "./types" */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const NOT_FOR_YOU = 4403;
const ANSWERS = new Set(["accepted", "refused", "stale", "hinted"]);

/**
 * @param {Blob | ArrayBuffer} packed raw deflate
 * @returns {Promise<string>}
 */
async function unpack(packed) {
  const stream = new Response(packed).body;
  if (!stream) return "";
  return new Response(stream.pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/**
 * Once what came before is on the screen: a ping measures the line and the screen behind it.
 * @param {() => void} deed
 */
function afterPicture(deed) {
  if (document.hidden) {
    deed();
    return;
  }
  let done = false;
  const once = () => {
    if (!done) deed();
    done = true;
  };
  requestAnimationFrame(() => requestAnimationFrame(once));
  setTimeout(once, 1000); // a hidden window is not painted
}

export class Line {
  /**
   * @param {() => string} address asked again for every attempt
   * @param {(frame: Frame) => void} hear
   * @param {(up: boolean, forGood: boolean) => void} changed
   */
  constructor(address, hear, changed) {
    this.address = address;
    this.hear = hear;
    this.changed = changed;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, { text: string, done: (answer: Answer) => void }>} */
    this.waiting = new Map();
    this.ids = 0;
    this.name = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.wait = FIRST_WAIT_MS;
    this.timer = 0;
    this.silence = 0;
    this.patience = 30000;
    this.ended = false;
    /** @type {Promise<void>} frames are dealt with one after the other, in their order */
    this.queue = Promise.resolve();
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    addEventListener("pagehide", () => this.end());
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.ended = false;
      this.open();
    });
  }

  get isUp() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address());
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onmessage = (event) => {
      this.listen();
      this.queue = this.queue
        .then(() => this.take(socket, event.data))
        .catch((error) => console.error(error));
    };
    socket.onclose = (event) => this.lost(socket, event.code);
    this.listen();
  }

  /** Connect at once, unless it is connecting or connected already. */
  now() {
    if (!this.ended && this.socket === null) this.open();
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** A connection without any message, not even pings, is dead, whatever the browser says. */
  listen() {
    clearTimeout(this.silence);
    const socket = this.socket;
    this.silence = setTimeout(() => socket && this.lost(socket, 0), this.patience);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  lost(socket, code) {
    if (socket !== this.socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.socket = null;
    clearTimeout(this.silence);
    this.changed(false, code === NOT_FOR_YOU);
    if (this.ended || code === NOT_FOR_YOU) return;
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT_MS);
  }

  /**
   * @param {WebSocket} socket
   * @param {string | ArrayBuffer} data
   */
  async take(socket, data) {
    const text = typeof data === "string" ? data : await unpack(data);
    if (socket !== this.socket) return;
    /** @type {Frame} */
    const frame = JSON.parse(text);
    if (frame.type === "ping") {
      afterPicture(() => this.tell({ type: "pong", t: frame.t }));
    } else if (frame.type === "welcome") {
      this.wait = FIRST_WAIT_MS;
      this.patience = frame.heartbeat_ms * 2.5;
      this.changed(true, false);
      this.hear(frame);
      for (const { text } of this.waiting.values()) socket.send(text);
    } else if (frame.type === "duplicate") {
      this.answered(frame.answer);
    } else if (ANSWERS.has(frame.type)) {
      this.answered(/** @type {Answer} */ (frame));
    } else {
      this.hear(frame);
    }
  }

  /** @param {Answer} answer */
  answered(answer) {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    waiting?.done(answer);
  }

  /**
   * Send something that will be answered; it is sent again if the line breaks before.
   * @param {Record<string, unknown>} message
   * @returns {Promise<Answer>}
   */
  ask(message) {
    const id = `${this.name}-${++this.ids}`;
    const text = JSON.stringify({ ...message, id });
    return new Promise((done) => {
      this.waiting.set(id, { text, done });
      if (this.isUp) this.socket?.send(text);
    });
  }

  /**
   * Send something that needs no answer, if the line is up.
   * @param {Record<string, unknown>} message
   */
  tell(message) {
    if (this.isUp) this.socket?.send(JSON.stringify(message));
  }
}
