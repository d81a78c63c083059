// Who looks on at the table: asked for now and then, never told by the line of a race.

const EVERY_MS = 20_000;
const place = document.getElementById("watchers");
const main = document.querySelector("main[data-table]");

async function look() {
  if (!place || !(main instanceof HTMLElement) || document.visibilityState !== "visible") return;
  if (!place.parentElement?.getClientRects().length) return; // the chat is not in sight
  if (document.querySelector("[data-race], .cut-off")) return; // nothing else in a race, nor without a line
  const { table = "", invite = "" } = main.dataset;
  const query = new URLSearchParams({
    language: document.documentElement.lang,
    ...(invite ? { invite } : {}),
  });
  const answer = await fetch(`/api/tables/${table}/watchers?${query}`).catch(() => null);
  if (!answer?.ok) return;
  const { said } = await answer.json();
  place.hidden = !said;
  place.textContent = said;
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-talk=chat], [data-tab=chat]"))
    setTimeout(look);
});
setInterval(look, EVERY_MS);
