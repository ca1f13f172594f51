/** What the table shows once it has settled and differs from `before`; run in the page by driver.py. */
async ({ before, patience, acting }) => {
  const table = () => document.querySelector("[data-number]");
  const is = (value) => value !== undefined && value !== "false";
  const name = (element) => element.dataset.target ?? "button roll";
  const open = () => [...document.querySelectorAll("[data-target].open, .choice.roll")];
  const buttons = () => [...document.querySelectorAll(".choices [data-target]")].map(name);
  // Rows that cross are singled out first: then only the buttons change.
  const key = (root) => [root.dataset.number, root.dataset.prefix, ...buttons()].join(" | ");
  const shares = [0.5, 0.3, 0.7, 0.15, 0.85];
  const places = shares.flatMap((across) => shares.map((down) => [across, down]));

  /** Nothing is under way, something is new, and there is something to do unless the game is over. */
  const settled = () => {
    const root = table();
    if (!root || is(root.dataset.busy) || key(root) === before) return false;
    return is(root.dataset.over) || !acting || open().length > 0;
  };

  /** Until it has settled; no polling, so that no time is lost. */
  const change = () =>
    new Promise((resolve) => {
      const watcher = new MutationObserver(() => settled() && finish());
      const end = setTimeout(finish, patience);
      function finish() {
        clearTimeout(end);
        watcher.disconnect();
        resolve();
      }
      watcher.observe(document, { subtree: true, childList: true, attributes: true });
    });

  const sameTarget = (hit, element) => hit.closest("[data-target]")?.dataset.target === name(element);

  /** Where a finger hits an element: its centre, or a place near it if something else lies there. */
  const where = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    let inTheWay = "";
    for (const [across, down] of places) {
      const [x, y] = [left + width * across, top + height * down];
      const hit = document.elementFromPoint(x, y);
      if (hit && (element.contains(hit) || sameTarget(hit, element))) return { x, y, covered: "" };
      inTheWay ||= hit ? hit.outerHTML.slice(0, 150) : "the edge of the window";
    }
    return { x: left + width / 2, y: top + height / 2, covered: inTheWay };
  };

  if (!settled()) await change();
  const root = table();
  if (!root) return null;
  return {
    settled: settled(),
    key: key(root),
    number: Number(root.dataset.number),
    side: root.dataset.side ?? "",
    over: is(root.dataset.over),
    prefix: root.dataset.prefix ?? "",
    open: open().map((element) => ({ target: name(element), ...where(element) })),
  };
};
