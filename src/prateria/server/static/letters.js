// The letters on pieces and seats: the players' initials, or those of the colours, as the reader prefers.

/** @type {Map<string, string>} what the page came with: the colours' letters in the reader's language */
const ofColours = new Map();
for (const node of document.querySelectorAll(".defs [data-letter]")) {
  const colour = node.getAttribute("data-letter") ?? "";
  if (!ofColours.has(colour)) ofColours.set(colour, node.textContent ?? "");
}

/** @returns {Map<string, string>} colours and the letters wanted for them */
function wanted() {
  const letters = new Map(ofColours);
  const root = document.getElementById("main");
  if (localStorage.getItem("letters") === "colours") return letters;
  /** @type {[string, string][]} */
  const seats = JSON.parse(root?.dataset.initials ?? "[]");
  const own = (root?.dataset.own ?? "").split(" ").filter(Boolean).map(Number);
  const mine = localStorage.getItem("letter") ?? "";
  for (const [seat, [colour, initial]] of seats.entries())
    letters.set(colour, (own.length === 1 && own[0] === seat && mine) || initial);
  const ofSeats = new Map(seats.map(([colour]) => [colour, letters.get(colour)]));
  const taken = [...ofSeats.values()];
  // Nobody's colour gives way to a player whose initial is its letter.
  for (const [colour, letter] of ofColours)
    if (!ofSeats.has(colour) && taken.includes(letter)) letters.set(colour, "·");
  return letters;
}

/** Write them, in every drawing and in the symbols it uses. */
export function writeLetters() {
  const letters = wanted();
  for (const node of document.querySelectorAll("[data-letter]")) {
    const letter = letters.get(node.getAttribute("data-letter") ?? "");
    if (letter && node.textContent !== letter) node.textContent = letter;
  }
}

writeLetters();
