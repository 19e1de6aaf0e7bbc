// A choice is sent as it is made, and what has changed is put in its place: the page's script knows no rule.
// Everything works without this, by the button below the choices.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const bench = document.getElementById("bench");
  const form = document.getElementById("choices");
  const fields = document.getElementById("fields");
  const parts = document.getElementById("parts");
  const busy = document.getElementById("busy");
  let address = bench.dataset.address;
  const asks = new Set(bench.dataset.asked.split(" ").filter(Boolean)); // done only where it is asked for
  const besides = () => [...asks].map((name) => `&${name}=1`).join("");
  let shown = address; // the table whose form stands there
  let asked = 0;
  let timer = 0;
  form.querySelector(".send").hidden = true;
  const begins = document.getElementById("begins");
  begins.form.querySelector("button").hidden = true;
  begins.addEventListener("change", () => begins.form.submit());

  const versions = () => [`table=${encodeURIComponent(shown)}`,
    ...[...parts.children].map((part) => `${part.id.slice(5)}=${part.dataset.version}`)].join(",");

  const ask = async (query) => {
    clearTimeout(timer);
    const mine = ++asked;
    bench.setAttribute("aria-busy", "true");
    let wait = 700;
    try {
      const seen = new URLSearchParams({ seen: versions() });
      const answer = await fetch(`/lab/figures?${query}&${seen}${besides()}`);
      const told = await answer.json();
      if (mine !== asked) return;
      busy.hidden = answer.ok;
      if (!answer.ok) {
        busy.textContent = told.error;
        wait = 1000 * Number(answer.headers.get("retry-after") ?? 0);
        if (wait) timer = setTimeout(() => ask(query), wait);
        return;
      }
      if (told.superseded) {
        timer = setTimeout(() => ask(query), wait);
        return;
      }
      draw(told);
      if (told.waits) timer = setTimeout(() => ask(address), wait);
    } catch (error) {
      if (mine !== asked) return;
      busy.hidden = false;
      busy.textContent = "The house does not answer; trying again.";
      timer = setTimeout(() => ask(query), 3000);
    } finally {
      if (mine === asked) bench.removeAttribute("aria-busy");
    }
  };

  const draw = (told) => {
    address = told.address;
    history.replaceState(null, "", `/lab?${address}${besides()}`);
    document.title = `Lab: ${told.title} · vingt`;
    if (told.form !== undefined) {
      merge(fields, told.form);
      document.getElementById("verdict").innerHTML = told.verdict;
      shown = address;
    }
    document.getElementById("opens").value = address;
    document.getElementById("open").disabled = !told.allowed;
    for (const link of document.querySelectorAll("[data-takes]")) link.href = `${link.dataset.takes}?${address}`;
    for (const part of [...parts.children]) if (!told.order.includes(part.id.slice(5))) part.remove();
    told.order.forEach((id, at) => {
      let part = document.getElementById(`part-${id}`);
      const news = told.parts[id];
      if (!part) {
        part = document.createElement("section");
        part.id = `part-${id}`;
        part.className = "panel part";
        part.innerHTML = `<h2></h2><div class="progress"><progress></progress> <span></span></div>
          <p class="error-note" hidden></p><div class="body"></div>`;
      }
      if (parts.children[at] !== part) parts.insertBefore(part, parts.children[at] ?? null);
      if (news) put(part, news);
    });
  };

  const put = (part, news) => {
    const [bar, count] = [part.querySelector("progress"), part.querySelector(".progress span")];
    part.dataset.version = news.version;
    part.setAttribute("aria-label", news.title);
    part.querySelector("h2").textContent = news.title;
    part.querySelector(".progress").hidden = news.known >= news.total || news.failed !== "";
    bar.max = news.total;
    bar.value = news.known;
    bar.setAttribute("aria-label", `${news.title}: figures known`);
    count.textContent = `${news.known} of ${news.total} figures`;
    const failed = part.querySelector(":scope > .error-note");
    failed.hidden = news.failed === "";
    failed.textContent = news.failed;
    const body = part.querySelector(".body");
    const open = [...body.querySelectorAll("details")].map((each) => each.open);
    body.innerHTML = news.html;
    body.querySelectorAll("details").forEach((each, at) => { each.open = open[at] ?? each.open; });
  };

  // The new form in place of the old, field by field; the one that somebody is at keeps what is typed.
  const merge = (old, html) => {
    const fresh = document.createElement("div");
    fresh.innerHTML = html;
    const at = document.activeElement?.closest(".field")?.id;
    for (const was of old.querySelectorAll(".field")) {
      const now = fresh.querySelector(`#${CSS.escape(was.id)}`);
      if (!now) continue;
      for (const each of was.querySelectorAll("details")) {
        if (each.open) now.querySelector("details")?.setAttribute("open", "");
      }
      if (was.id !== at) continue;
      const told = now.querySelector(".told");
      if (told && !was.querySelector(".told")?.contains(document.activeElement)) was.querySelector(".told").replaceWith(told);
      was.className = now.className;
      now.replaceWith(was.cloneNode(true)); // a stand-in, until the field itself is moved over
    }
    for (const was of old.querySelectorAll("details.group, .group.wager > details")) {
      const id = was.closest(".group").id;
      const kind = was.matches(".group") ? "" : " > details";
      const now = fresh.querySelector(`#${CSS.escape(id)}${kind}`);
      if (now && was.open) now.open = true;
      else if (now && !now.querySelector(".wrong")) now.open = false;
    }
    const held = at && old.querySelector(`#${CSS.escape(at)}`);
    const focus = held && document.activeElement;
    const places = focus && focus.selectionStart !== undefined ? [focus.selectionStart, focus.selectionEnd] : null;
    if (held) fresh.querySelector(`#${CSS.escape(at)}`)?.replaceWith(held);
    old.replaceChildren(...fresh.childNodes);
    if (focus && old.contains(focus)) {
      focus.focus({ preventScroll: true });
      if (places && focus.type === "text") focus.setSelectionRange(...places);
    }
  };

  const changed = () => {
    const chosen = new URLSearchParams(new FormData(form));
    for (const link of document.querySelectorAll("[data-asks]")) chosen.delete(link.dataset.asks);
    ask(chosen.toString());
  };
  let typing = 0;
  form.addEventListener("input", (event) => {
    clearTimeout(typing);
    typing = setTimeout(changed, event.target.matches("select, [type=checkbox]") ? 0 : 350);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    changed();
  });
  for (const link of document.querySelectorAll("[data-asks]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const name = link.dataset.asks;
      if (!asks.delete(name)) asks.add(name);
      link.textContent = asks.has(name) ? link.dataset.other : link.dataset.words;
      ask(address);
    });
  }
  if (navigator.clipboard) {
    const copy = document.getElementById("copy");
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy the address"; }, 2000);
    });
  }
  if (bench.dataset.waits === "yes") timer = setTimeout(() => ask(address), 300);
});
