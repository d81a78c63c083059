// The log and the chat beside the table, and the tabs that show them on a phone.
/** @import { ChatLine } from "./types" */
import { play } from "./sound.js";

/** @param {string} html */
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** @param {string} id */
export function need(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found;
}

/** After this long without another event, announce what happened. Bots take less time between two moves. */
const QUIET_MS = 2500;
/** Nobody can follow more sentences at once; the log has them all. */
const MOST_TOLD = 14;

/** The announcement for screen readers: what happened, in one piece, and then whose turn it is. */
export class Ear {
  constructor() {
    this.region = need("heard");
    /** @type {string[]} */
    this.lines = [];
    this.timer = 0;
  }

  /** @param {string[]} lines */
  add(lines) {
    if (!lines.length) return;
    this.lines.push(...lines);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(), QUIET_MS);
  }

  /** Tell it now. @param {string} [last] what comes after all that */
  tell(last = "") {
    clearTimeout(this.timer);
    if (last) this.lines.push(last);
    if (this.lines.length) this.region.textContent = this.lines.slice(-MOST_TOLD).join(" ");
    this.lines = [];
  }
}

export class Log {
  /** @param {(before: number) => Promise<string | null>} earlier the lines before an entry, as HTML; null: they cannot be had now */
  constructor(earlier) {
    this.list = need("log");
    this.earlier = earlier;
    this.older = need("older");
    this.isWhole = !("more" in this.older.dataset);
    this.isAsking = false;
    this.older.addEventListener("click", () => this.fetch());
    new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.fetch(), {
      root: need("log-panel"),
    }).observe(this.older);
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("focusin", (event) =>
      this.stop(/** @type {HTMLElement} */ (event.target)),
    );
    this.settle();
  }

  /** @returns {HTMLElement[]} */
  links() {
    return [...this.list.querySelectorAll("a")];
  }

  /** The oldest entry in the list. */
  first() {
    return Number([...this.list.querySelectorAll(".entry")].at(-1)?.id.replace("entry-", "") ?? 0);
  }

  /** After new lines: one of them is the Tab stop, and older ones can be requested. */
  settle() {
    this.older.hidden = this.isWhole || this.first() <= 1;
    const links = this.links();
    this.stop(links.find((link) => link === document.activeElement) ?? links[0]);
  }

  /** @param {HTMLElement | undefined} at the line that Tab leads to */
  stop(at) {
    for (const link of this.links()) link.tabIndex = link === at ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const links = this.links();
    const place = links.indexOf(/** @type {HTMLElement} */ (event.target));
    const ends = { Home: 0, End: links.length - 1, ArrowDown: place + 1, ArrowUp: place - 1 };
    const goal = links[ends[/** @type {keyof typeof ends} */ (event.key)] ?? -1];
    if (place < 0 || !goal) return;
    event.preventDefault();
    event.stopPropagation();
    goal.focus();
  }

  async fetch() {
    if (this.older.hidden || this.isAsking) return;
    this.isAsking = true;
    try {
      const before = this.first();
      const lines = await this.earlier(before);
      if (lines === null || this.first() !== before) return;
      const template = document.createElement("template");
      template.innerHTML = lines;
      this.list.append(template.content);
      this.isWhole = true;
      this.settle();
    } finally {
      this.isAsking = false;
    }
  }

  /**
   * @param {string[]} lines
   * @param {number[]} struck
   * @param {boolean} whole whether these are all there are
   * @returns {string[]} what is new
   */
  add(lines, struck, whole) {
    if (whole) {
      this.list.replaceChildren();
      this.isWhole = false;
    }
    const fresh = [];
    for (const html of lines) {
      const line = parsed(html);
      if (!line || document.getElementById(line.id)) continue;
      this.list.prepend(line);
      fresh.push(line.textContent?.trim() ?? "");
    }
    for (const number of struck)
      document.getElementById(`entry-${number}`)?.classList.add("struck");
    if (whole || lines.length) this.settle();
    return whole ? [] : fresh;
  }

  /** @param {number} entry */
  text(entry) {
    return document.getElementById(`entry-${entry}`)?.textContent?.trim() ?? "";
  }
}

export class Chat {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} texts
   * @param {{ say: (text: string) => void, mute: (person: string, name: string, muted: boolean) => void, report: (number: number) => void, earlier: (before: number) => Promise<ChatLine[]> }} table
   */
  constructor(root, texts, table) {
    this.root = root;
    this.texts = texts;
    this.table = table;
    this.list = need("chat");
    this.person = "";
    this.unread = 0;
    this.newest = 0;
    /** @type {Set<string>} */
    this.muted = new Set();
    for (const button of document.querySelectorAll("[data-talk],[data-tab][role=tab]")) {
      button.addEventListener("click", () => this.show(/** @type {HTMLElement} */ (button)));
    }
    const form = document.getElementById("say");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      const words = /** @type {HTMLInputElement} */ (need("words"));
      if (words.value.trim()) table.say(words.value.trim());
      words.value = "";
    });
    document.querySelector(".phrases")?.addEventListener("click", (event) => {
      const button =
        event.target instanceof HTMLElement ? event.target.closest("[data-say]") : null;
      if (button instanceof HTMLElement) table.say(button.dataset.say ?? "");
    });
    this.list.addEventListener("click", (event) => this.press(event));
    this.earlier = need("earlier");
    this.earlier.addEventListener("click", () => this.fetchEarlier());
  }

  /** Load the lines before the first one shown; the button disappears when there are none. */
  async fetchEarlier() {
    const first = Number(
      /** @type {HTMLElement | null} */ (this.list.firstElementChild)?.dataset.number ?? 1,
    );
    /** @type {ChatLine[]} */
    const lines = await this.table.earlier(first);
    this.list.prepend(...lines.map((line) => this.row(line)));
    this.earlier.hidden = (lines[0]?.number ?? 1) <= 1;
  }

  /** @param {HTMLElement} button */
  show(button) {
    const { talk, tab } = button.dataset;
    const shown = talk ?? (tab === "chat" ? "chat" : "log");
    if (tab) this.root.dataset.tab = tab;
    need("log-panel").hidden = shown !== "log";
    need("chat-panel").hidden = shown !== "chat";
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll("[role=tab]")
    )) {
      const on = each.dataset.talk
        ? each.dataset.talk === shown
        : each.dataset.tab === this.root.dataset.tab;
      each.setAttribute("aria-selected", String(on));
    }
    if (this.isShown) this.read();
  }

  get isShown() {
    return need("chat-panel").getClientRects().length > 0;
  }

  read() {
    this.unread = 0;
    this.badge();
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  badge() {
    for (const badge of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll("[role=tab] .count")
    )) {
      badge.hidden = this.unread === 0;
      badge.textContent = String(this.unread);
    }
  }

  /**
   * @param {ChatLine} line
   * @param {number} since lines up to this time are old news
   */
  add(line, since) {
    if (line.number <= this.newest) return;
    this.newest = line.number;
    const row = this.row(line);
    if (!this.list.firstElementChild) this.earlier.hidden = line.number <= 1;
    this.list.append(row);
    if (this.isShown) row.scrollIntoView({ block: "nearest" });
    if (line.person === this.person || line.at <= since || row.hidden) return;
    if (!this.isShown) this.unread++;
    this.badge();
    play("chat");
  }

  /** @param {ChatLine} line */
  row(line) {
    const row = document.createElement("li");
    row.dataset.number = String(line.number);
    row.dataset.person = line.person;
    row.dataset.name = line.name;
    const name = document.createElement("b");
    name.textContent = line.name;
    const words = document.createElement("span");
    words.textContent = (line.text.startsWith(":") && this.texts[line.text]) || line.text;
    row.append(name, words);
    if (line.person !== this.person) row.append(this.menu(line.person));
    row.hidden = this.muted.has(line.person);
    return row;
  }

  /** @param {string} person */
  menu(person) {
    const menu = document.createElement("span");
    menu.className = "chat-menu";
    for (const what of ["mute", "report"]) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.chat = what;
      button.textContent =
        this.texts[what === "mute" && this.muted.has(person) ? "unmute" : what] ?? what;
      menu.append(button);
    }
    return menu;
  }

  /** @param {Event} event */
  press(event) {
    const button = event.target instanceof HTMLElement ? event.target.closest("[data-chat]") : null;
    const row = button?.closest("li");
    if (!(button instanceof HTMLElement) || !row) return;
    const { person = "", name = "", number = "0" } = row.dataset;
    if (button.dataset.chat === "report") {
      this.table.report(Number(number));
      return;
    }
    const muted = !this.muted.has(person);
    this.table.mute(person, name, muted);
    if (muted) this.muted.add(person);
    else this.muted.delete(person);
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("li"))) {
      if (each.dataset.person !== person) continue;
      each.classList.toggle("muted", muted);
      const own = each.querySelector("[data-chat=mute]");
      if (own) own.textContent = this.texts[muted ? "unmute" : "mute"] ?? "";
    }
  }
}
