/** Runs in the page, called by driver.py: reads the table once it is idle and differs from `before`. */
async ({ before, timeout, acting }) => {
  const table = () => document.querySelector("[data-number]");
  const isTrue = (value) => value !== undefined && value !== "false";
  const name = (element) => element.dataset.target ?? (element.matches(".sure") ? "button sure" : "button roll");
  const open = () => [...document.querySelectorAll("[data-target].open, .choice.roll, .choice.sure")];
  const buttons = () => [...document.querySelectorAll(".choices [data-target]")].map(name);
  const magnified = () => Boolean(document.querySelector(".board.loupe"));
  const refused = () => Boolean(document.querySelector(".now.wrong"));
  // When one of several rows that cross is highlighted, only the buttons change; after a wrong answer, only what is said.
  const key = (root) => [root.dataset.number, root.dataset.prefix, refused(), magnified(), ...buttons()].join(" | ");
  const shares = [0.5, 0.3, 0.7, 0.15, 0.85];
  const places = shares.flatMap((across) => shares.map((down) => [across, down]));

  /** Is the table idle and changed, with an open target unless the game is over? */
  const settled = () => {
    const root = table();
    if (!root || isTrue(root.dataset.busy) || key(root) === before) return false;
    return isTrue(root.dataset.over) || !acting || open().length > 0;
  };

  /** Resolves when the table has settled, without polling. */
  const change = () =>
    new Promise((resolve) => {
      const watcher = new MutationObserver(() => settled() && finish());
      const end = setTimeout(finish, timeout);
      function finish() {
        clearTimeout(end);
        watcher.disconnect();
        resolve();
      }
      watcher.observe(document, { subtree: true, childList: true, attributes: true });
    });

  const sameTarget = (hit, element) => hit.closest("[data-target]")?.dataset.target === name(element);

  /** A point where a click hits an element: its centre, or a point near it if that is covered. */
  const pointOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    let cover = "";
    for (const [across, down] of places) {
      const [x, y] = [left + width * across, top + height * down];
      const hit = document.elementFromPoint(x, y);
      if (hit && (element.contains(hit) || sameTarget(hit, element))) return { x, y, covered: "" };
      cover ||= hit ? hit.outerHTML.slice(0, 150) : "the edge of the window";
    }
    return { x: left + width / 2, y: top + height / 2, covered: cover };
  };

  if (!settled()) await change();
  const root = table();
  if (!root) return null;
  return {
    settled: settled(),
    key: key(root),
    number: Number(root.dataset.number),
    side: root.dataset.side ?? "",
    over: isTrue(root.dataset.over),
    prefix: root.dataset.prefix ?? "",
    magnified: magnified(),
    open: open().map((element) => ({ target: name(element), ...pointOf(element) })),
  };
};
