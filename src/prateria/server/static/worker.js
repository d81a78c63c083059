// Runs beside the pages: when one cannot be fetched, the page that offline.js has kept is shown instead
// of the browser's own. Nothing else is kept, and nothing is answered in the server's place.

const worker = /** @type {any} */ (self);

worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(worker.registration.navigationPreload?.enable()),
);

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { mode, method } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(fetched(event));
});

/** @param {any} event */
async function fetched(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match("/offline");
    if (kept) return kept;
    throw error;
  }
}
