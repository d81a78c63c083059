// What a careful person would see on a page; look.py asks these. An object, to be evaluated.
({
  /** @param {{ type: string, values: string[] }} runOnly which rules of axe */
  axe: async (runOnly) => {
    const found = await axe.run(document, { runOnly, resultTypes: ["violations"] });
    return found.violations.map(
      (each) =>
        `${each.id}: ${each.help}: ${each.nodes
          .slice(0, 4)
          .map(
            (node) =>
              `${node.target} (${[...node.any, ...node.all, ...node.none]
                .map((check) => check.message)
                .join("; ")
                .slice(0, 220)})`,
          )
          .join(" | ")}`,
    );
  },

  /** Targets smaller than `least` pixels. Links inside a running text may be as small as the text
      (WCAG 2.5.8 allows it). SVG cells count, too. */
  small: (least) => {
    const wrong = [];
    const targets =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], .can, [tabindex='0']:not(section, div, ol, main)";
    for (const node of document.querySelectorAll(targets)) {
      const box = node.getBoundingClientRect();
      if (
        !box.width ||
        !box.height ||
        !node.checkVisibility({ contentVisibilityAuto: true }) ||
        node.closest("[inert], [hidden]") ||
        node.matches(".vh, .vh *, .skip")
      )
        continue;
      if (getComputedStyle(node).visibility === "hidden") continue;
      const label = node instanceof HTMLInputElement ? node.closest("label") : null;
      const area = label ? label.getBoundingClientRect() : box;
      const inText =
        node.matches("p a, td a, li a") &&
        !node.classList.length &&
        getComputedStyle(node).display === "inline";
      if (!inText && (area.width < least || area.height < least)) {
        wrong.push(
          `${node.tagName} ${node.id || node.className.baseVal || node.className} ${(
            node.textContent || ""
          )
            .trim()
            .slice(0, 30)} is ${Math.round(area.width)} x ${Math.round(area.height)}`,
        );
      }
    }
    return wrong;
  },

  /** Texts that are cut, hang out of their button, or lie over others. What scrolls is not cut. */
  cut: () => {
    const wrong = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) wrong.push(`the page is ${wide} wide on a screen of ${innerWidth}`);
    const name = (node) =>
      `${node.tagName.toLowerCase()}${node.id ? "#" + node.id : ""}.${[...node.classList].join(".")} "${(node.textContent || "").trim().slice(0, 40)}"`;
    const isSeen = (node) => {
      const box = node.getBoundingClientRect();
      return (
        box.width > 1 &&
        box.height > 1 &&
        node.checkVisibility({ contentVisibilityAuto: true }) &&
        !node.closest(".vh, .defs, [hidden]") &&
        getComputedStyle(node).visibility !== "hidden"
      );
    };
    // What an ellipsis or a scrolling frame hides lies over nothing.
    const seen = (node, boxes) => {
      let left = boxes;
      for (let holder = node; holder && holder !== document.body; holder = holder.parentElement) {
        if (getComputedStyle(holder).overflowX === "visible") continue;
        const frame = holder.getBoundingClientRect();
        left = left.map((box) => ({
          left: Math.max(box.left, frame.left),
          right: Math.min(box.right, frame.right),
          top: Math.max(box.top, frame.top),
          bottom: Math.min(box.bottom, frame.bottom),
        }));
      }
      return left;
    };
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (
        !text.textContent.trim() ||
        !parent ||
        !isSeen(parent) ||
        parent.closest("svg, script, option")
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      if (!boxes.length) continue;
      texts.push({ parent, boxes: seen(parent, boxes) });
      for (let holder = parent; holder && holder !== document.body; holder = holder.parentElement) {
        const style = getComputedStyle(holder);
        if (
          style.overflowX === "auto" ||
          style.overflowX === "scroll" ||
          style.overflowY === "auto" ||
          style.overflowY === "scroll"
        )
          break;
        if (style.overflowX !== "hidden" || style.textOverflow === "ellipsis") continue;
        const frame = holder.getBoundingClientRect();
        if (
          boxes.some(
            (box) =>
              box.right > frame.right + 1.5 ||
              box.left < frame.left - 1.5 ||
              box.bottom > frame.bottom + 2.5,
          )
        ) {
          wrong.push(`cut by ${name(holder)}: ${name(parent)}`);
          break;
        }
      }
      const button = parent.closest("button, .button, .tool, select, .lang a");
      if (button) {
        const frame = button.getBoundingClientRect();
        if (boxes.some((box) => box.right > frame.right + 1 || box.left < frame.left - 1))
          wrong.push(`out of its button: ${name(button)}`);
      }
    }
    const isPinned = (node) => {
      for (let each = node; each; each = each.parentElement)
        if (["sticky", "fixed", "absolute"].includes(getComputedStyle(each).position)) return true;
      return false;
    };
    const scrolls = (node) =>
      node.closest(
        "#log-panel, #part-players, #part-side, #part-board, #part-moves, .lesson, .eyes, #chat-panel",
      );
    const areApart = (a, b) =>
      a.contains(b) || b.contains(a) || isPinned(a) !== isPinned(b) || scrolls(a) !== scrolls(b);
    // From the top down: a box is compared only with those that begin before it ends.
    const lines = texts
      .flatMap(({ parent, boxes }) => boxes.map((box) => ({ parent, box })))
      .sort((a, b) => a.box.top - b.box.top);
    lines.forEach(({ parent, box }, place) => {
      for (
        let next = place + 1;
        next < lines.length && lines[next].box.top < box.bottom - 5;
        next++
      ) {
        const other = lines[next];
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - other.box.top;
        if (across > 2 && down > 5 && !areApart(parent, other.parent))
          wrong.push(`one over the other: ${name(parent)} and ${name(other.parent)}`);
      }
    });
    return [...new Set(wrong)].slice(0, 12);
  },

  /** What cannot be used at this size: a board too small to play on, and what is covered, cut off or
      out of reach however one scrolls. `board` names what is played on, `acts` what is pressed while
      it must stay in sight, `first` what must be in sight without scrolling, `texts` what has to be
      read; `least` is the size of a thing to press. */
  reach: ({ board, acts, first, texts, least }) => {
    const wrong = [];
    const name = (node) =>
      `${node.tagName.toLowerCase()}${node.id ? "#" + node.id : ""}.${[...node.classList].join(".")} "${(node.textContent || "").trim().replace(/\s+/g, " ").slice(0, 30)}"`;
    const isSeen = (node) => {
      const box = node.getBoundingClientRect();
      return (
        box.width > 1 &&
        box.height > 1 &&
        node.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
        !node.closest(".vh, .defs, [hidden], [inert]")
      );
    };
    const scrollers = [
      document.scrollingElement,
      ...document.querySelectorAll("body, main, main *:not(svg, svg *)"),
    ].filter(
      (node) =>
        node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1,
    );
    const starts = scrollers.map((node) => [node.scrollLeft, node.scrollTop]);
    const rewind = () =>
      scrollers.forEach((node, i) => {
        if (node.scrollLeft !== starts[i][0]) node.scrollLeft = starts[i][0];
        if (node.scrollTop !== starts[i][1]) node.scrollTop = starts[i][1];
      });
    const at = (x, y) => document.elementFromPoint(x, y);
    const step = Math.max(4, Math.min(innerWidth, innerHeight) / 60);
    // The longest run of pixels on a line, in such steps, where the board is what one sees.
    const run = (node, from, to, point) => {
      let [best, now] = [0, 0];
      for (let each = from + 2; each < to; each += step) {
        const [x, y] = point(each);
        const hit = at(x, y);
        now = hit && node.contains(hit) ? now + step : 0;
        best = Math.max(best, now);
      }
      return best;
    };
    const inSight = (node) => {
      const box = node.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      if (right - left < 4 || bottom - top < 4) return [0, 0];
      const high = Math.max(
        ...[0.3, 0.5, 0.7].map((part) =>
          run(node, top, bottom, (y) => [left + (right - left) * part, y]),
        ),
      );
      const wide = Math.max(
        ...[0.3, 0.5, 0.7].map((part) =>
          run(node, left, right, (x) => [x, top + (bottom - top) * part]),
        ),
      );
      return [wide, high];
    };
    const played = board ? document.querySelector(board) : null;
    const needed = Math.min(innerWidth, innerHeight) / 2 - step;
    const boardFaults = (when) => {
      if (!played) return;
      const [wide, high] = inSight(played);
      if (wide < needed || high < needed)
        wrong.push(
          `${when}: ${board} is ${Math.round(wide)} x ${Math.round(high)} on ${innerWidth} x ${innerHeight}`,
        );
    };
    boardFaults("the board is small");
    const hits = (node) => {
      const box = node.getBoundingClientRect();
      return [
        [0.5, 0.5],
        [0.5, 0.25],
        [0.25, 0.5],
        [0.75, 0.5],
        [0.5, 0.75],
        [0.2, 0.2],
        [0.1, 0.5],
      ].some(([fx, fy]) => {
        const hit = at(box.x + box.width * fx, box.y + box.height * fy);
        return hit && (node.contains(hit) || hit.closest("label")?.contains(node));
      });
    };
    // Before anything is scrolled: what one does is in sight beside the board.
    const pressed = [...document.querySelectorAll(acts)].filter(
      (node) => isSeen(node) && !node.disabled,
    );
    for (const node of pressed) {
      if (hits(node)) continue;
      if (node.matches(first)) wrong.push(`not in sight: ${name(node)}`);
      node.scrollIntoView({ block: "nearest", inline: "nearest" });
      if (!hits(node)) wrong.push(`out of reach: ${name(node)}`);
      else if (node.closest("#act")) boardFaults(`the board is gone when ${name(node)} is there`);
      rewind();
    }
    const cans = [
      ...document.querySelectorAll("#part-board .can, #part-players .can, #part-side .can"),
    ].filter(isSeen);
    for (const node of cans) {
      // The land comes as close as a finger needs (test_phone); buttons do not.
      const box = node.getBoundingClientRect();
      if (node instanceof HTMLElement && (box.width < least - 0.5 || box.height < least - 0.5))
        wrong.push(`hard to press: ${name(node)} is ${box.width} x ${box.height}`);
      if (hits(node)) continue;
      node.scrollIntoView({ block: "nearest", inline: "nearest" });
      if (!hits(node)) wrong.push(`out of reach: ${name(node)}`);
      rewind();
    }
    for (const node of document.querySelectorAll(texts)) {
      if (!isSeen(node) || !node.textContent.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const [block, place] of [
        ["start", 0],
        ["end", -1],
      ]) {
        node.scrollIntoView({ block: "nearest" });
        const lines = () =>
          [...range.getClientRects()].filter((box) => box.width > 3 && box.height > 3);
        const isRead = () => {
          const line = lines().at(place);
          const hit = line && at(line.x + Math.min(line.width, 20) / 2, line.y + line.height / 2);
          return !line || (hit && (node.contains(hit) || hit.contains(node)));
        };
        if (isRead()) {
          rewind();
          continue;
        }
        node.scrollIntoView({ block });
        if (!isRead()) wrong.push(`cannot be read: ${name(node)}`);
        rewind();
      }
    }
    for (const node of pressed) {
      const label = node.matches("[type=checkbox], [type=radio]") ? node.closest("label") : null;
      const box = (label || node).getBoundingClientRect();
      if (box.width < least || box.height < least)
        wrong.push(
          `hard to press: ${name(node)} is ${Math.round(box.width)} x ${Math.round(box.height)}`,
        );
    }
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) wrong.push(`the page is ${wide} wide on a screen of ${innerWidth}`);
    return [...new Set(wrong)];
  },

  /** Words that are broken in the middle, without a hyphen, because they are given too little room. */
  broken: () => {
    const found = [];
    const walker = document.createTreeWalker(document.querySelector("#main"), NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility() || parent.closest("script, style, svg, .vh, #talk")) continue;
      for (const word of text.textContent.matchAll(/(?<![\p{L}\u00ad])\p{L}{4,}(?!\u00ad)/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 2);
        const lines = new Set(boxes.map((box) => Math.round(box.top)));
        if (lines.size > 1)
          found.push(`broken: ${word[0]} in ${parent.textContent.trim().slice(0, 60)}`);
      }
    }
    return [...new Set(found)];
  },

  /** A sentence of the pseudo-language has accents; one without was forgotten. */
  english: () => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!parent || parent.closest("script, style, [data-plain], svg, [lang]:not(html)")) continue;
      const words = text.textContent.trim();
      if (/[A-Za-z]{4,} [A-Za-z]{3,}/.test(words) && !/[áčéíňóšúýžÁČÉÍŇÓŠÚÝ]/.test(words))
        found.push(words.slice(0, 70));
    }
    return found;
  },
});
