// The home page: its lists of tables are refreshed.

import { keepFresh } from "./refresh.js";

for (const element of document.querySelectorAll("[data-refresh]")) {
  keepFresh(element, /** @type {HTMLElement} */ (element).dataset.refresh ?? "", 4);
}
