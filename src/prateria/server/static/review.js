// The review in a replay: the chart, what is said of turns, better moves on the board, and how each played.
/** @import { Note, Reviewed } from "./types" */

/** @param {string} id */
const need = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });

/** The names of parts stand on the chart where there is room. */
function fitNames() {
  for (const name of /** @type {NodeListOf<SVGTextElement>} */ (
    document.querySelectorAll("#curve .band text")
  )) {
    const width = name.previousElementSibling?.getBoundingClientRect().width ?? 0;
    name.classList.toggle("other", name.getComputedTextLength() + 8 > width);
  }
}

export class Review {
  /**
   * @param {() => Promise<Reviewed>} load
   * @param {{ go: (n: number) => unknown, attempt: (note: Note, step: number) => unknown, play: (note: Note) => unknown, settled: () => void, tell: (error: unknown) => void }} deeds
   * @param {{ last: number, entries: HTMLElement[] }} match
   */
  constructor(load, deeds, { last, entries }) {
    this.load = load;
    this.deeds = deeds;
    this.last = last;
    this.entries = entries;
    this.n = 0;
    /** @type {Promise<Reviewed> | null} */
    this.asked = null;
    /** @type {Reviewed | null} */
    this.found = null;
    /** @type {Note | null} the one that is told beside the board */
    this.note = null;
    /** @type {number | null} which step of what would have been better is on the board */
    this.step = null;
    this.box = /** @type {HTMLDetailsElement} */ (need("chances"));
    this.only = /** @type {HTMLSelectElement} */ (need("only"));
    this.listen();
  }

  listen() {
    this.box.addEventListener("toggle", () => this.box.open && void this.ask());
    this.box.open =
      location.hash === "#chances" ||
      matchMedia("(min-width: 1260px) and (min-height: 800px)").matches;
    /** @param {PointerEvent} event */
    const slide = (event) => {
      if (!(event.buttons & 1)) return;
      const box = need("curve").getBoundingClientRect();
      void this.deeds.go(Math.round((this.last * (event.clientX - box.x)) / box.width));
    };
    need("curve").addEventListener("pointerdown", slide);
    need("curve").addEventListener("pointermove", slide);
    this.only.addEventListener("change", async () => {
      if (await this.ask()) this.sift();
    });
    need("played-by").addEventListener("toggle", () => void this.ask());
    need("played").addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-only]") : null;
      if (!(button instanceof HTMLElement)) return;
      const wanted = button.dataset.only ?? "";
      this.only.value = this.only.value === wanted ? "" : wanted;
      this.sift();
    });
    need("better").addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-step]") : null;
      if (button instanceof HTMLElement) this.show(Number(button.dataset.step));
    });
    need("try").addEventListener("click", () => this.note && this.deeds.play(this.note));
    need("as-played").addEventListener("click", () => void this.deeds.go(this.n));
  }

  /** The review, asked for once. @returns {Promise<Reviewed | null>} */
  async ask() {
    try {
      this.asked ??= this.load().then((found) => this.take(found));
      return await this.asked;
    } catch (error) {
      this.asked = null;
      need("curve").replaceChildren();
      this.deeds.tell(error);
      return null;
    }
  }

  /** @param {Reviewed} found */
  take(found) {
    this.found = found;
    need("curve").innerHTML = found.curve;
    need("curve").append(Object.assign(document.createElement("i"), { id: "hand" }));
    new ResizeObserver(fitNames).observe(need("curve"));
    need("played").innerHTML = found.played;
    for (const note of found.notes) this.annotate(note);
    this.sift();
    this.mark(this.n);
    this.deeds.settled();
    return found;
  }

  /** @param {Note} note @returns {HTMLElement | undefined} its line of the log */
  lineOf(note) {
    return this.entries.findLast((entry) => Number(entry.dataset.n) <= note.n);
  }

  /** A sentence below its line of the log. @param {Note} note */
  annotate(note) {
    const said = document.createElement("small");
    said.className = `judged is-${note.kind}`;
    said.dataset.kinds = note.kind === "slip" ? `slip slip-${note.seat}` : "turn";
    said.textContent = `${note.text} ${note.better}`;
    this.lineOf(note)?.append(said);
  }

  /** Only what was asked for is in the log and on the chart. */
  sift() {
    const wanted = this.only.value;
    /** @param {Element | null} said */
    const fits = (said) =>
      !wanted ||
      (said instanceof HTMLElement && (said.dataset.kinds ?? "").split(" ").includes(wanted));
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll("#log > li")
    )) {
      const remarks = [...line.querySelectorAll(".judged")];
      for (const said of remarks) said.toggleAttribute("hidden", !fits(said));
      line.hidden = wanted !== "" && !remarks.some(fits);
    }
    const seat = wanted.startsWith("slip-") ? wanted.slice(5) : "";
    for (const dot of /** @type {NodeListOf<SVGElement>} */ (
      document.querySelectorAll("#curve .slip")
    )) {
      dot.classList.toggle(
        "other",
        wanted === "turn" || (seat !== "" && dot.dataset.seat !== seat),
      );
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll("#played [data-only]")
    )) {
      button.setAttribute("aria-pressed", String(button.dataset.only === wanted));
    }
    need("none-left").hidden =
      !wanted || document.querySelector("#log > li:not([hidden])") !== null;
  }

  /** The chances at a moment, where it is in the chart, and what is to be said of it. @param {number} n */
  mark(n) {
    this.n = n;
    this.step = null;
    const now = this.found?.chances[n];
    if (!this.found || !now) return;
    for (const [seat, face] of document.querySelectorAll("#odds b").entries())
      face.textContent = percent.format((now[seat] ?? 0) / 100);
    need("hand").style.left = `${(100 * n) / Math.max(1, this.last)}%`;
    const line = this.entries.findLast((entry) => Number(entry.dataset.n) <= n);
    this.note =
      this.found.notes.findLast((note) => note.kind === "slip" && this.lineOf(note) === line) ??
      null;
    this.remark();
  }

  /** What would have been better, step by step, each to be seen on the board. */
  remark() {
    const note = this.note;
    need("remark").hidden = !note;
    if (!note) return;
    const reel = need("scrub").parentElement;
    if (reel) reel.scrollTop = 0;
    if (need("remark-text").textContent !== note.text) need("remark-text").textContent = note.text;
    need("better").replaceChildren(
      ...note.steps.map((step, place) => {
        const row = document.createElement("li");
        const button = Object.assign(document.createElement("button"), {
          type: "button",
          className: "better-step",
          textContent: step.text,
        });
        button.dataset.step = String(place);
        button.setAttribute("aria-pressed", String(place === this.step));
        row.append(button);
        return row;
      }),
    );
    need("as-played").hidden = this.step === null;
  }

  /** A step of what would have been better on the board, or again what was played. @param {number} step */
  show(step) {
    const note = this.note;
    if (!note) return;
    if (this.step === step) {
      void this.deeds.go(this.n);
      return;
    }
    this.step = step;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      need("better").querySelectorAll("[data-step]")
    )) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.step) === step));
    }
    need("as-played").hidden = false;
    void this.deeds.attempt(note, step);
  }

  /** The better move on the board, then the next step of it; at the end again what was played. */
  showNext() {
    const next = this.step === null ? 0 : this.step + 1;
    if (this.note && next < this.note.steps.length) this.show(next);
    else if (this.note) void this.deeds.go(this.n);
  }

  /**
   * To the next note of a kind, round and round.
   * @param {"turn" | "slip"} kind
   * @param {number} by 1, or -1 for the last one before
   */
  async leap(kind, by) {
    const found = await this.ask();
    if (!found) return;
    const seat =
      kind === "slip" && this.only.value.startsWith("slip-")
        ? Number(this.only.value.slice(5))
        : null;
    const notes = found.notes.filter(
      (note) => note.kind === kind && (seat === null || note.seat === seat),
    );
    const next =
      by > 0
        ? (notes.find((note) => note.n > this.n) ?? notes[0])
        : (notes.findLast((note) => note.n < this.n) ?? notes.at(-1));
    if (next) await this.deeds.go(next.n);
    else
      need("said").textContent =
        need("moment").dataset[kind === "turn" ? "none" : "faultless"] ?? "";
  }
}
