// The search of the rules page: hides rules that lack one of the words, highlights the matches.

const field = /** @type {HTMLInputElement} */ (document.getElementById("find"));
const told = /** @type {HTMLElement} */ (document.getElementById("found"));
const rules = [...document.querySelectorAll(".rule")].map((element) => {
  const text = /** @type {HTMLElement} */ (element.querySelector(".text"));
  return {
    element: /** @type {HTMLElement} */ (element),
    text,
    said: text.textContent ?? "",
    key: plain(`${element.id} ${text.textContent}`),
  };
});

/** Without capitals and accents, one letter for one, so that places stay the same. @param {string} text */
function plain(text) {
  return [...text].map((letter) => letter.normalize("NFD").charAt(0).toLowerCase()).join("");
}

/**
 * @param {HTMLElement} element
 * @param {string} said
 * @param {string[]} words
 */
function show(element, said, words) {
  const key = plain(said);
  const parts = [];
  let at = 0;
  while (at < said.length) {
    const next = words
      .map((word) => ({ word, place: key.indexOf(word, at) }))
      .filter(({ place }) => place >= 0);
    if (!next.length) break;
    const { word, place } = next.reduce((a, b) => (b.place < a.place ? b : a));
    const mark = document.createElement("mark");
    mark.textContent = said.slice(place, place + word.length);
    parts.push(said.slice(at, place), mark);
    at = place + word.length;
  }
  element.replaceChildren(...parts, said.slice(at));
}

function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { element, text, said, key } of rules) {
    const fits = words.every((word) => key.includes(word));
    element.hidden = !fits;
    found += fits ? 1 : 0;
    show(text, said, fits ? words : []);
  }
  for (const section of document.querySelectorAll(".rulebook section")) {
    if (section.querySelector(".rule"))
      /** @type {HTMLElement} */ (section).hidden = !section.querySelector(".rule:not([hidden])");
  }
  const guide = document.getElementById("guide");
  if (guide) guide.hidden = words.length > 0;
  told.textContent = words.length ? (found ? String(found) : (told.dataset.none ?? "")) : "";
}

field.addEventListener("input", search);
search();
