// A hint: the move of a strong bot, the plan behind it and its numbers, beside the board. The move is drawn
// there as if it were picked; it is played only when one says so.
/** @import { Answer } from "./types" */
/** @import { Picker } from "./pick" */

/** @typedef {Extract<Answer, { type: "hinted" }>} Hinted */

/** @param {string} id */
const need = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {number} digits */
const numbers = (digits) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
const percent = new Intl.NumberFormat(document.documentElement.lang, {
  style: "percent",
  ...numbers(1),
});
const points = new Intl.NumberFormat(document.documentElement.lang, numbers(1));
/** Where there is a column beside the board. */
const desk = matchMedia("(min-width: 1101px) and (min-height: 601px)");
const SHOWN = 5;

export class HintBox {
  /**
   * @param {HTMLElement} root
   * @param {Picker} picker
   */
  constructor(root, picker) {
    this.root = root;
    this.picker = picker;
    this.box = document.getElementById("hinted");
    this.move = "";
    /** What was picked before the hint was drawn. */
    /** @type {string[] | null} */
    this.before = null;
    if (!this.box) return;
    need("hinted-play").addEventListener("click", () => this.play());
    need("hinted-no").addEventListener("click", () => this.leave());
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || !this.isOpen || document.querySelector("dialog[open]"))
          return;
        event.preventDefault();
        event.stopPropagation();
        this.leave();
      },
      { capture: true },
    );
    desk.addEventListener("change", () => this.place());
    this.place();
  }

  get isOpen() {
    return this.box !== null && !this.box.hidden;
  }

  place() {
    if (!this.box) return;
    if (desk.matches) need("talk").append(this.box);
    else need("act").prepend(this.box);
  }

  /** @param {Hinted} answer */
  show(answer) {
    if (!this.box) return;
    this.close();
    const open = [...(answer.chances ?? [])]
      .sort((a, b) => b[1] - a[1])
      .filter(([move]) => !this.isAdded(move));
    const isNews = !this.isAdded(answer.move);
    this.move = isNews ? answer.move : (open[0]?.[0] ?? answer.move);
    const plan = isNews ? (answer.told ?? []) : [];
    const steps = plan.length ? plan : [this.phrase(this.move)];
    need("hinted-plan").replaceChildren(
      ...steps.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
    );
    need("hinted-why").textContent = this.why(answer, open, isNews);
    need("hinted-chances").replaceChildren(
      ...open.slice(0, SHOWN).map(([move, chance]) => {
        const row = document.createElement("li");
        row.append(
          Object.assign(document.createElement("b"), { textContent: percent.format(chance) }),
          ` ${this.phrase(move)}`,
        );
        return row;
      }),
    );
    this.box.hidden = false;
    this.draw();
    need("hinted-title").focus(); // it is described by the plan and the numbers: all of it is read
  }

  /** @param {Hinted} answer @param {[string, number][]} open @param {boolean} isNews */
  why(answer, open, isNews) {
    const { why = "", points: counted = "" } = need("hinted-why").dataset;
    const [best, next] = [
      open.find(([move]) => move === this.move),
      open.find(([move]) => move !== this.move),
    ];
    const said = [];
    if (best && next)
      said.push(
        why
          .replace("{chance}", percent.format(best[1]))
          .replace("{other}", `${percent.format(next[1])}, ${this.phrase(next[0])}`),
      );
    const [before, after] = answer.points ?? [0, 0];
    if (isNews && before !== after)
      said.push(
        counted.replace("{before}", points.format(before)).replace("{after}", points.format(after)),
      );
    return said.join(" ");
  }

  /** The move as the picture shows what is picked; of what is put together, what would add it. */
  draw() {
    const [adder] = this.adders(this.move);
    const way = this.picker.ways.find((each) => each.move === this.move);
    const marked = adder ?? way?.path.map((id) => document.getElementById(id)).find(Boolean);
    marked?.classList.add("hinted");
    if (adder || !way?.path.length) return;
    this.before = this.picker.picked;
    this.picker.setPicks(way.path);
  }

  play() {
    const [adder] = this.adders(this.move);
    const move = this.move;
    this.before = null;
    this.close();
    if (adder?.dataset.toggle === undefined) this.picker.send([move]);
    else if (!this.isAdded(move))
      this.picker.setPicks([...this.picker.picked, adder.dataset.toggle]);
  }

  /** Back to what was picked before. */
  leave() {
    const { before } = this;
    this.close();
    if (before) this.picker.setPicks(before);
    document.getElementById("hint")?.focus();
  }

  /** It is no longer about what can be done now. */
  close() {
    if (this.box) this.box.hidden = true;
    this.before = null;
    for (const node of this.root.querySelectorAll(".hinted")) node.classList.remove("hinted");
  }

  /** What puts a move among the picks, where many are put together and sent at once. @param {string} move */
  adders(move) {
    return /** @type {HTMLElement[]} */ ([
      ...this.root.querySelectorAll(`[data-adds="${CSS.escape(move)}"]`),
    ]);
  }

  /** @param {string} move */
  isAdded(move) {
    return this.adders(move).some((node) => this.picker.picked.includes(node.dataset.toggle ?? ""));
  }

  /** @param {string} move */
  phrase(move) {
    return (
      this.root.querySelector(`#part-moves [data-moves="${CSS.escape(move)}"]`)?.textContent ?? move
    );
  }
}
