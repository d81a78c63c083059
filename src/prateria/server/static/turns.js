// Tables that wait for the reader: the way to the next one, and a word when one more does.

/** How often is asked, while the page is open. */
const EVERY_MS = 30_000;
/** The end of a turn here may bring one more question, but not sooner. */
const LEAST_MS = 8000;
const KEPT = "waiting-tables";

/** @typedef {{ table: string, game: string, others: string[], days: boolean }} Turn */

const here = document.querySelector("main[data-table]")?.getAttribute("data-table") ?? "";
const words = document.querySelector('meta[name="your-turn"]')?.getAttribute("content") ?? "";
let asked = 0;

/** @returns {boolean} whether a word was asked for, and the browser allows it */
export function wantsWord() {
  return (
    localStorage.getItem("notify") === "on" &&
    "Notification" in window &&
    Notification.permission === "granted"
  );
}

async function look() {
  if (document.querySelector("[data-race], .cut-off")) return; // nothing else in a race, nor without a line
  asked = performance.now();
  const answer = await fetch("/api/turns").catch(() => null);
  if (!answer?.ok) return;
  /** @type {Turn[]} */
  const turns = await answer.json();
  lead(turns.filter((turn) => turn.table !== here));
  if (wantsWord()) tell(turns);
}

/** @param {Turn[]} turns */
function lead(turns) {
  const link = /** @type {HTMLAnchorElement | null} */ (
    document.querySelector("a.tool#next-table")
  );
  if (!link) return;
  link.hidden = turns.length === 0;
  const [next] = turns;
  if (next) link.href = `/tables/${next.table}`;
  const count = link.querySelector(".count");
  if (count) count.textContent = String(turns.length);
}

/**
 * Once for each table, whichever page sees it first.
 * @param {Turn[]} turns
 */
function tell(turns) {
  const kept = localStorage.getItem(KEPT);
  const known = new Set(kept === null ? [] : JSON.parse(kept));
  localStorage.setItem(KEPT, JSON.stringify(turns.map((turn) => turn.table)));
  for (const turn of turns) {
    const isSeen = turn.table === here && document.visibilityState === "visible";
    if (kept === null || !turn.days || isSeen || known.has(turn.table)) continue;
    const note = new Notification(words, { body: turn.others.join(", "), tag: turn.table });
    note.addEventListener("click", () => {
      window.focus();
      location.assign(`/tables/${turn.table}`);
    });
  }
}

/** Begin to ask, if there is something to do with the answer. */
export function startTurns() {
  if (!document.querySelector("a.tool#next-table") && !wantsWord()) return;
  const soon = () => performance.now() - asked > LEAST_MS && void look();
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", soon);
  const banner = document.getElementById("part-turn");
  let yours = false;
  const turned = () => {
    const was = yours;
    yours = banner?.querySelector(".yours") !== null;
    if (was && !yours) setTimeout(soon, 1000); // their turn here is over: where next?
  };
  if (banner) new MutationObserver(turned).observe(banner, { childList: true, subtree: true });
  turned();
  setTimeout(look, 1500); // after what matters more has come
}
