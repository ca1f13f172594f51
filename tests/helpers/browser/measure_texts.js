/** Questions about the texts of a page: whether they fit into what holds them, and whether their letters are in order. */
() => {
  const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
  const BOX = "button, .button, .segment, .choice, summary, th, .card, article, aside, section, dialog, nav";
  const visible = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  /** All texts that are shown, with their elements; not those for screen readers alone, in pictures or in lists to open. */
  const texts = () => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode, parent = node.parentElement;
      if (!node.textContent.trim() || parent.closest("svg, option, script, style, .visually-hidden") || !visible(parent)) continue;
      const box = parent.getBoundingClientRect();
      if (box.width > 1 && box.height > 1) found.push({ node, parent, text: node.textContent });
    }
    return found;
  };

  const rectangles = (node, from = 0, to = node.textContent.length) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };

  /** Is something between a text and its box made to be scrolled, or does it show where it is cut and say the whole in a tooltip? */
  const isCutOnPurpose = (parent, box) => {
    for (let up = parent; up; up = up.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(up);
      if (overflowX === "auto" || overflowX === "scroll") return true;
      if (overflowX !== "visible" && textOverflow === "ellipsis" && up.closest("[title]")) return true;
      if (up === box) return false;
    }
    return false;
  };

  const isOutside = (inner, outer) => inner.left < outer.left - 1.5 || inner.right > outer.right + 1.5;

  /** Texts that reach beyond the sides of their button or card, or that are cut off. */
  const overflowing = () =>
    texts().filter(({ node, parent }) => {
      const box = parent.closest(BOX);
      if (!box || isCutOnPurpose(parent, box)) return false;
      const isCut = getComputedStyle(parent).overflowX !== "visible" && parent.scrollWidth > parent.clientWidth + 1;
      return isCut || rectangles(node).some((inner) => isOutside(inner, box.getBoundingClientRect()));
    });

  const leftOf = (node, at) => rectangles(node, at, at + 1)[0];
  const isOrdered = (places, inOrder) =>
    places.every((place, i) => !i || !place || !places[i - 1] || Math.abs(place.top - places[i - 1].top) > 4 || inOrder(places[i - 1].left, place.left));

  /** Words and moves in other letters whose characters are not in their order; signs at the ends belong to them. */
  const jumpsInside = ({ node, text }) => {
    const words = RIGHT_TO_LEFT.test(text) ? /[^\s()«»،؛؟"'\u2066-\u2069\u0590-\u08ff]*[A-Za-z][^\s()«»،؛؟"'\u2066-\u2069\u0590-\u08ff]*/g : /\S.*\S|\S/g;
    return [...text.matchAll(words)].some(({ 0: word, index }) => {
      if (!/[A-Za-z]/.test(word)) return false;
      const shown = RIGHT_TO_LEFT.test(text) ? word.replace(/[.:,!…]+$/, "") : word;
      const places = [...shown].map((_, i) => (/[\s\u2066-\u2069]/.test(shown[i]) ? null : leftOf(node, index + i)));
      return !isOrdered(places.filter(Boolean), (before, after) => before < after + 0.5);
    });
  };

  /** Sentences from right to left whose last sign is not at their left end. */
  const jumpsAtTheEnd = ({ node, parent, text }) => {
    const end = text.trimEnd();
    if (!RIGHT_TO_LEFT.test(text) || !/[.!؟:…]$/.test(end) || parent.lastChild !== node) return false;
    const last = leftOf(node, end.length - 1);
    const line = rectangles(node, 0, end.length).filter(({ top, bottom }) => last && top < last.bottom - 2 && bottom > last.top + 2);
    return Boolean(last) && line.some(({ left }) => left < last.left - 1);
  };

  const runsTheWrongWay = ({ parent, text }) => RIGHT_TO_LEFT.test(text) && getComputedStyle(parent).direction === "ltr" && !parent.closest("[lang]:not(html)");

  const shown = ({ parent, text }) => `${parent.tagName.toLowerCase()}.${parent.className}: ${text.trim().slice(0, 80)}`;
  return {
    overflowing: overflowing().map(shown),
    jumping: texts().filter((one) => jumpsInside(one) || jumpsAtTheEnd(one) || runsTheWrongWay(one)).map(shown),
  };
}
