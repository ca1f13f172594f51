/** Runs in the page, called by table_layout.py: the size of the board, and what is wrong with the layout of the table. */
async () => {
  /** Parts that may not overlap. */
  const PARTS = ".far, .near, .both, .invitation, .talk > *, .actions, .stake, .corner, .drawer, .messages";
  /** What has to be visible as a whole, wherever it is. */
  const WHOLE = ".player-title, .clock, .stock, .sentence, .note, .choice, .actions button, .stake, .corner, .invitation button, .offer";
  const SLACK = 1;

  const isVisible = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 2 && height > 2 && node.checkVisibility({ visibilityProperty: true });
  };
  const visible = (selector) => [...document.querySelectorAll(selector)].filter(isVisible);
  const name = (node) => {
    const { action, target, owner } = node.dataset;
    const own = [...node.classList].filter((one) => one !== "card").join(".");
    return `${own || node.localName}${[action, target, owner].filter(Boolean).map((one) => `[${one}]`).join("")}`;
  };
  const pixels = (number) => Math.round(number);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  /** Behind a loupe there is a copy of the board. */
  const board = () => document.querySelector(".stage > .board:not(.behind)");

  /** The board as it is drawn, without the empty space at the sides of its element. */
  const drawnBoard = () => {
    const node = board();
    const [x, y, width, height] = node.getAttribute("viewBox").split(" ").map(Number);
    const matrix = node.getScreenCTM();
    const [start, end] = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)].map((one) => one.matrixTransform(matrix));
    return new DOMRect(start.x, start.y, end.x - start.x, end.y - start.y);
  };

  /** The visible part of the page in which an element can be seen: the window, or what an ancestor leaves of it. */
  const seenThrough = (node) => {
    const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const box = up.getBoundingClientRect();
      seen.left = Math.max(seen.left, box.left);
      seen.right = Math.min(seen.right, box.right);
      seen.top = Math.max(seen.top, box.top);
      seen.bottom = Math.min(seen.bottom, box.bottom);
    }
    return seen;
  };

  /** By how many pixels a box is cut off. */
  const missing = (box, seen) =>
    Math.max(seen.left - box.left, seen.top - box.top, box.right - seen.right, box.bottom - seen.bottom);

  const cutOff = () =>
    visible(WHOLE).flatMap((node) => {
      const lost = missing(node.getBoundingClientRect(), seenThrough(node));
      return lost > SLACK ? [`${name(node)} is cut off by ${pixels(lost)} px`] : [];
    });

  /** Stocks that reach beyond their card, and text that does not fit in its element. */
  const overfull = () => [
    ...visible(".player .stock").flatMap((node) => {
      const lost = missing(node.getBoundingClientRect(), node.closest(".player").getBoundingClientRect());
      return lost > SLACK ? [`${name(node)} reaches beyond its card by ${pixels(lost)} px`] : [];
    }),
    ...visible(".sentence, .note, .choice, .player-title, .stock-count").flatMap((node) => {
      const lost = Math.max(node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight);
      return getComputedStyle(node).overflow !== "visible" && lost > 2 ? [`the text of ${name(node)} is cut off: ${node.textContent}`] : [];
    }),
  ];

  const overlap = (one, other) =>
    Math.min(
      Math.min(one.right, other.right) - Math.max(one.left, other.left),
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    );

  const overlapping = (boxes) =>
    boxes.flatMap(([one, box], i) =>
      boxes.slice(i + 1).flatMap(([other, second]) => {
        const common = overlap(box, second);
        return common > SLACK ? [`${one} and ${other} overlap by ${pixels(common)} px`] : [];
      }),
    );
  /** What can be seen of elements. */
  const boxesOf = (nodes) =>
    nodes.map((node) => {
      const [box, seen] = [node.getBoundingClientRect(), seenThrough(node)];
      const [left, top] = [Math.max(box.left, seen.left), Math.max(box.top, seen.top)];
      return [name(node), new DOMRect(left, top, Math.min(box.right, seen.right) - left, Math.min(box.bottom, seen.bottom) - top)];
    });

  const scrolling = () => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [
      ...(scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...(scrollHeight > innerHeight ? [`the page is ${scrollHeight} px high`] : []),
    ];
  };

  /** The least distance between two places of the board, in pixels. */
  const spacing = () => {
    const scale = board().getScreenCTM().a;
    const centres = [...board().querySelectorAll("circle.hit")].map((node) => ["cx", "cy"].map((name) => Number(node.getAttribute(name))));
    const distances = centres.flatMap(([x, y], i) => centres.slice(i + 1).map(([x2, y2]) => Math.hypot(x - x2, y - y2)));
    return scale * Math.min(...distances, Infinity);
  };

  await frame();
  await frame(); // A board is turned after the first one.
  const drawn = drawnBoard();
  const cards = visible(".player").map((card) => boxesOf([...card.querySelectorAll(".stock, .player-title, .clock")].filter(isVisible)));
  return {
    width: drawn.width,
    height: drawn.height,
    spacing: spacing(),
    controls: Math.min(...visible(".choice, .actions button, button.stock, .invitation button").map((node) => {
      const { width, height } = node.getBoundingClientRect();
      return Math.min(width, height);
    })),
    problems: [
      ...scrolling(),
      ...cutOff(),
      ...overfull(),
      ...(missing(drawn, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }) > SLACK ? ["the board is cut off"] : []),
      ...overlapping([["the board", drawn], ...boxesOf(visible(PARTS))]),
      ...cards.flatMap(overlapping),
    ],
  };
};
