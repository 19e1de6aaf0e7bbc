// Walks through a round without loading the page: the links, the slider and the arrow keys fetch the felt of a step.
// Everything shown is the server's; without this script the same links load the page.
"use strict";

(() => {
  let wanted = 0; // the newest step asked for; older answers are dropped

  const replay = () => document.getElementById("replay");

  async function go(step) {
    const { here, steps } = replay().dataset;
    const at = Math.min(Math.max(step, 1), Number(steps));
    wanted = at;
    const address = `${here}?step=${at}`;
    try {
      const answer = await fetch(`${address}&part`);
      if (!answer.ok) throw new Error(String(answer.status));
      const html = await answer.text();
      if (wanted === at) show(html, at, address);
    } catch {
      location.assign(address);
    }
  }

  function show(html, at, address) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const fresh = template.content.querySelector("#replay");
    const old = replay();
    const held = document.activeElement;
    const name = old.contains(held) ? (held.dataset.go ?? held.id) : "";
    old.replaceWith(fresh);
    if (name) (fresh.querySelector(`a[data-go="${name}"]`) ?? fresh.querySelector("#replay-step")).focus({ preventScroll: true });
    document.querySelector("#lines .now")?.classList.remove("now");
    document.querySelector("#lines").children[at - 1]?.classList.add("now");
    history.replaceState(null, "", address);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#replay a[data-go], #lines a.n");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(Number(new URL(link.href).searchParams.get("step")));
  });

  document.addEventListener("input", ({ target }) => {
    if (target.id === "replay-step") go(Number(target.value));
  });

  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, .scroll")) return;
    event.preventDefault();
    go((wanted || Number(replay().dataset.step)) + by);
  });
})();
