// What the tests of pages measure in the browser. Each function returns a list of what is wrong,
// in words, so that an empty list is a page as it should be.
(() => {
  const shown = (el) => {
    const box = el.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(el).visibility !== "hidden";
  };
  const words = (el) => JSON.stringify(el.textContent.trim().slice(0, 60));
  const texts = (svg) => [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim() && shown(t));
  const drawings = (root) => [...root.querySelectorAll("svg[role=img]")].filter(shown);

  // The size of a text as it is seen, in pixels. That of a drawing is scaled with it.
  const seen = (text) => {
    const matrix = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.b, matrix.d);
  };

  const geometry = {
    // Labels of drawings are inside them, and do not lie on one another.
    labels(root, slack = 1) {
      const wrong = [];
      for (const svg of drawings(root)) {
        const name = svg.getAttribute("aria-label");
        const frame = svg.getBoundingClientRect();
        const boxes = texts(svg).map((t) => [t, t.getBoundingClientRect()]);
        for (const [t, box] of boxes) {
          if (box.left < frame.left - slack || box.right > frame.right + slack || box.top < frame.top - slack || box.bottom > frame.bottom + slack)
            wrong.push(`${name}: ${words(t)} is not inside`);
        }
        for (let i = 0; i < boxes.length; i++)
          for (let j = 0; j < i; j++) {
            const [a, b] = [boxes[i][1], boxes[j][1]];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            // The box of a text has room above and below its letters.
            if (across > slack && down > 0.35 * Math.min(a.height, b.height))
              wrong.push(`${name}: ${words(boxes[i][0])} lies on ${words(boxes[j][0])}`);
          }
      }
      return wrong;
    },

    // No text is smaller than it can be read.
    sizes(root, least = 11) {
      const wrong = [];
      for (const svg of drawings(root))
        for (const t of texts(svg))
          if (seen(t) < least - 0.05) wrong.push(`${svg.getAttribute("aria-label")}: ${words(t)} has ${seen(t).toFixed(1)} px`);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node; (node = walker.nextNode()); ) {
        const el = node.parentElement;
        if (!node.textContent.trim() || el.closest("svg, math, style, script, title") || !shown(el)) continue;
        const size = parseFloat(getComputedStyle(el).fontSize);
        if (size < least - 0.05) wrong.push(`${words(el)} has ${size.toFixed(1)} px`);
      }
      return wrong;
    },

    // The page does not scroll sideways. What is wider than it scrolls by itself.
    width(root) {
      const wrong = [];
      const page = document.scrollingElement;
      if (page.scrollWidth > page.clientWidth + 1) wrong.push(`the page is ${page.scrollWidth} px wide, the window ${page.clientWidth}`);
      for (const el of root.querySelectorAll("table, pre, svg[role=img], math[display=block], img")) {
        if (!shown(el) || el.getBoundingClientRect().right <= page.clientWidth + 1) continue;
        let scroller = el;
        while (scroller && !["auto", "scroll"].includes(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement;
        if (!scroller) wrong.push(`${el.tagName} ${words(el)} is cut at the right`);
      }
      return wrong;
    },

    // What scrolls sideways, or is printed on more lines than it has, has taken the margins of the page first.
    margins(root, edge = 80) {
      const wrong = [];
      for (const el of root.querySelectorAll("pre, table")) {
        if (!shown(el) || el.closest("table table, li, blockquote")) continue;
        const style = getComputedStyle(el);
        const lines = (el.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)) / parseFloat(style.lineHeight);
        const wraps = el.tagName === "PRE" && style.whiteSpace !== "pre" && lines > el.textContent.trimEnd().split("\n").length + 0.5;
        const scroller = el.scrollWidth > el.clientWidth + 1 ? el : el.closest(".html");
        const scrolls = scroller && scroller.scrollWidth > scroller.clientWidth + 1;
        const box = el.getBoundingClientRect();
        const sentences = el.matches(".stderr, .error"); // which go on in the next line
        if ((scrolls || wraps) && ((box.left > edge && !sentences) || box.right < document.scrollingElement.clientWidth - edge))
          wrong.push(`${el.tagName} ${words(el)} ${scrolls ? "scrolls" : "wraps"} from ${box.left.toFixed(0)} to ${box.right.toFixed(0)} px`);
      }
      return wrong;
    },

    // Columns that answer are in sight before a table scrolls.
    answers(root, headings) {
      const wrong = [];
      for (const cell of root.querySelectorAll("th"))
        if (headings.includes(cell.textContent.trim()) && shown(cell) && cell.getBoundingClientRect().right > window.innerWidth)
          wrong.push(`the column ${words(cell)} is out of sight`);
      return wrong;
    },

    // Texts have contrast to the ground that they are on. A number on a contour line lies on two
    // colours, and no ink is far from both: it needs less.
    contrast(root, least = 4.5, leastOnArea = 3) {
      const parse = (c) => (c.match(/[\d.]+/g) || []).map(Number);
      const part = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
      const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
      const ground = (el) => {
        for (; el; el = el.parentElement) {
          const c = parse(getComputedStyle(el).backgroundColor);
          if (c.length === 3 || c[3] === 1) return c;
        }
        return [255, 255, 255];
      };
      // What a text lies on: an area of its drawing, or the page.
      const below = (t, svg) => {
        let box = t.getBoundingClientRect();
        if (box.left < 0 || box.right > innerWidth) { // a drawing wider than its window scrolls in it
          t.scrollIntoView({ block: "center", inline: "center" });
          box = t.getBoundingClientRect();
        }
        for (const el of document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)) {
          if (el.ownerSVGElement !== svg || el.tagName === "text") continue;
          const fill = getComputedStyle(el).fill;
          if (fill !== "none") return [parse(fill), leastOnArea];
        }
        return [ground(svg), least];
      };
      const wrong = [];
      for (const svg of drawings(root)) {
        svg.scrollIntoView({ block: "center" }); // elementsFromPoint knows only what is in the window
        for (const t of texts(svg)) {
          const [on, needed] = below(t, svg);
          const [a, b] = [light(parse(getComputedStyle(t).fill)), light(on)];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < needed) wrong.push(`${svg.getAttribute("aria-label").slice(0, 60)}: ${words(t)} has a contrast of ${ratio.toFixed(1)}`);
        }
      }
      return wrong;
    },
  };
  window.geometry = geometry;
})();
