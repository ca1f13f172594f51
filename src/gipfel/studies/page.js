"use strict";
for (const board of document.querySelectorAll(".study-board")) {
  const { grounds, nodes } = JSON.parse(board.querySelector("script").textContent);
  const [ground, things] = [board.querySelector(".ground"), board.querySelector(".things")];
  const state = board.querySelector(".state");
  const next = nodes.map(() => -1);
  nodes.forEach((node, place) => {
    if (node.parent !== null && next[node.parent] < 0) next[node.parent] = place;
  });
  let at = 0;
  let drawn = 0;
  const steps = {
    first: () => 0,
    back: () => nodes[at].parent ?? 0,
    on: () => (next[at] < 0 ? at : next[at]),
    last: () => {
      let place = at;
      while (next[place] >= 0) place = next[place];
      return place;
    },
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

  function show(place) {
    at = place;
    const node = nodes[at];
    if (node.ground !== drawn) ground.innerHTML = grounds[node.ground];
    drawn = node.ground;
    things.innerHTML = node.things;
    state.textContent = node.state;
    board.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const turn = board.querySelector(`[data-node="${at}"]`);
    turn?.setAttribute("aria-current", "true");
    turn?.scrollIntoView({ block: "nearest" });
  }

  board.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.step) show(steps[button.dataset.step]());
    else if (button?.dataset.node) show(Number(button.dataset.node));
  });
  board.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(steps[step]());
  });
}
