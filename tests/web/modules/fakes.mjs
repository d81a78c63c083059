// As much of a browser as the modules ask for, where there is none; and a clock that is wound by hand.

const NOTHING = {
  getElementById: () => null,
  querySelector: () => null,
  querySelectorAll: () => [],
};

if (!("document" in globalThis)) {
  (await import("node:events")).setMaxListeners(0); // each test makes a picker or a line of its own

  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), NOTHING, {
    activeElement: null,
    hidden: false,
  });
  Object.assign(globalThis, { document, window: globalThis });
  for (const name of ["Element", "HTMLElement", "SVGElement", "HTMLButtonElement"]) {
    globalThis[name] = class {};
  }
  for (const name of ["HTMLInputElement", "HTMLTextAreaElement", "HTMLSelectElement"]) {
    globalThis[name] = class {};
  }
  globalThis.addEventListener = page.addEventListener.bind(page);
  globalThis.dispatchEvent = page.dispatchEvent.bind(page);
  globalThis.requestAnimationFrame = (deed) => setTimeout(deed, 16);
}

class Names extends Set {
  remove = this.delete;
  contains = this.has;
}

/** An element that lies somewhere and has attributes. */
export function thing(id, { x = 0, y = 0, width = 20, height = 20, ...attributes } = {}) {
  const box = { x, y, width, height };
  return {
    id,
    classList: new Names(),
    isConnected: true,
    getAttribute: (name) => attributes[name] ?? null,
    hasAttribute: (name) => name in attributes,
    getBoundingClientRect: () => box,
    closest: () => null,
  };
}

/** The root of a table without anything in it but what a selector is said to find. */
export class Root extends EventTarget {
  classList = new Names();
  dataset = {};
  found = new Set();
  querySelector(selector) {
    return this.found.has(selector) ? thing(selector) : null;
  }
  querySelectorAll() {
    return [];
  }
}

/** Stands in for the timers of the page until it is put away. */
export class Clock {
  now = 0;
  #timers = new Map();
  #number = 0;
  #kept = [globalThis.setTimeout, globalThis.clearTimeout, globalThis.requestAnimationFrame];

  constructor() {
    globalThis.setTimeout = (deed, wait = 0) => {
      this.#timers.set(++this.#number, { deed, at: this.now + wait });
      return this.#number;
    };
    globalThis.clearTimeout = (number) => this.#timers.delete(number);
    globalThis.requestAnimationFrame = (deed) => globalThis.setTimeout(deed, 16);
  }

  /** Let time pass, and whatever is due happen. */
  pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.#timers]
        .filter(([, { at }]) => at <= end)
        .sort((a, b) => a[1].at - b[1].at);
      if (due.length === 0) break;
      const [number, { deed, at }] = due[0];
      this.#timers.delete(number);
      this.now = at;
      deed();
    }
    this.now = end;
  }

  get waiting() {
    return [...this.#timers.values()].map(({ at }) => at - this.now);
  }

  stop() {
    [globalThis.setTimeout, globalThis.clearTimeout, globalThis.requestAnimationFrame] = this.#kept;
  }
}

/** A socket that is opened and spoken into by hand. */
export class Socket {
  static OPEN = 1;
  /** All that were made, the newest last. */
  static all = [];
  readyState = 0;
  sent = [];

  constructor(address) {
    this.address = address;
    Socket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** The server lets us in. */
  async welcome(heartbeat_ms = 2000) {
    this.readyState = 1;
    await this.say({ type: "welcome", n: 0, heartbeat_ms });
  }

  /** The server says something; what it brings about has happened when this is over. */
  async say(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
    for (let turn = 0; turn < 5; turn++) await null;
  }

  /** The line breaks. */
  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
