// The page that is shown when the server cannot be reached is kept in this browser, in the reader's
// language.

const KEPT = "offline";
/** Which version of the page, in which language; modules of another version have another address. */
const wanted = `${document.documentElement.lang} ${import.meta.url}`;

async function keep() {
  await navigator.serviceWorker.register("/worker.js");
  const cache = await caches.open(KEPT);
  await cache.add(new Request("/offline", { cache: "reload" }));
  localStorage.setItem(KEPT, wanted);
}

if ("serviceWorker" in navigator && localStorage.getItem(KEPT) !== wanted)
  addEventListener("load", () => setTimeout(() => keep().catch(() => {}), 1000), { once: true });
