// A choice is sent as it is made, and what has changed is put in its place: the page's script knows no rule.
// Everything works without this, by the button below the choices.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const bench = document.getElementById("bench");
  const form = document.getElementById("choices");
  const fields = document.getElementById("fields");
  const parts = document.getElementById("parts");
  const glance = document.getElementById("glance");
  const strip = document.getElementById("strip");
  const busy = document.getElementById("busy");
  const begins = document.getElementById("begins");
  const narrow = matchMedia("(max-width: 60rem)");
  let address = bench.dataset.address;
  const asks = new Set(bench.dataset.asked.split(" ").filter(Boolean)); // done only where it is asked for
  const tab = Math.random().toString(36).slice(2, 10); // so that two pages of one person are not taken for one
  const besides = () => [...asks].map((name) => `&${name}=1`).join("");
  let shown = address; // the table whose form stands there
  let asked = 0;
  let timer = 0;
  let typedIn = null; // the field whose last letter made the newest entry of the history
  form.querySelector(".send").hidden = true;
  begins.form.querySelector("button").hidden = true;
  if (narrow.matches) for (const each of fields.querySelectorAll("details.group")) each.open = each.querySelector(".wrong") !== null;

  const versions = () => [`table=${encodeURIComponent(shown)}`, `glance=${glance.dataset.version}`,
    ...[...parts.children].map((part) => `${part.id.slice(5)}=${part.dataset.version}`)].join(",");

  // `entry`: what becomes of the history, "push" where somebody chose something
  const ask = async (query, entry = "replace") => {
    clearTimeout(timer);
    const mine = ++asked;
    bench.setAttribute("aria-busy", "true");
    let wait = 700;
    try {
      const seen = new URLSearchParams({ tab, seen: versions() });
      const answer = await fetch(`/lab/figures?${query}&${seen}${besides()}`);
      const told = await answer.json();
      if (mine !== asked) return;
      busy.hidden = answer.ok;
      if (!answer.ok) {
        busy.textContent = told.error;
        wait = 1000 * Number(answer.headers.get("retry-after") ?? 0);
        if (wait) timer = setTimeout(() => ask(query, entry), wait);
        return;
      }
      if (told.superseded) {
        timer = setTimeout(() => ask(query, entry), wait);
        return;
      }
      draw(told, entry);
      if (told.waits) timer = setTimeout(() => ask(address), wait);
    } catch (error) {
      if (mine !== asked) return;
      busy.hidden = false;
      busy.textContent = "The house does not answer; trying again.";
      timer = setTimeout(() => ask(query, entry), 3000);
    } finally {
      if (mine === asked) bench.removeAttribute("aria-busy");
    }
  };

  const draw = (told, entry) => {
    const there = `/lab?${told.address}${besides()}`;
    if (entry === "push" && told.address !== address) history.pushState(null, "", there);
    else if (entry !== "stay") history.replaceState(null, "", there);
    address = told.address;
    begins.value = told.rules;
    document.title = `Lab: ${told.title} · vingt`;
    if (told.form !== undefined) {
      merge(fields, told.form);
      const verdict = document.getElementById("verdict");
      const inside = verdict.contains(document.activeElement);
      verdict.innerHTML = told.verdict;
      if (inside) goOnAt(verdict);
      shown = address;
    }
    document.getElementById("opens").value = address;
    document.getElementById("open").disabled = !told.allowed;
    for (const link of document.querySelectorAll("[data-takes]")) link.href = `${link.dataset.takes}?${address}`;
    if (told.parts.glance) {
      glance.innerHTML = told.parts.glance.html;
      glance.dataset.version = told.parts.glance.version;
    } else if (!told.order.includes("glance")) {
      glance.replaceChildren();
      glance.dataset.version = "";
    }
    const order = told.order.filter((id) => id !== "glance");
    for (const part of [...parts.children]) if (!order.includes(part.id.slice(5))) part.remove();
    order.forEach((id, at) => {
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
    follow(told.allowed);
  };

  // The strip leads to what there is, and keeps the edge in sight.
  const follow = (allowed) => {
    const edge = glance.querySelector('[data-figure="edge"]')?.textContent;
    document.getElementById("strip-edge").textContent = allowed ? (edge ? `Edge ${edge}` : "Allowed") : "Not allowed";
    strip.classList.toggle("barred", !allowed);
    const listed = [...strip.querySelectorAll("[data-part]")];
    if (listed.map((link) => link.dataset.part).join() === [...parts.children].map((part) => part.id.slice(5)).join()) return;
    for (const link of listed) link.remove();
    for (const part of parts.children) {
      const link = document.createElement("a");
      link.href = `#${part.id}`;
      link.dataset.part = part.id.slice(5);
      link.textContent = part.dataset.short ?? part.querySelector("h2").textContent;
      strip.append(link);
    }
  };

  // Who goes on by keyboard goes on there, although what was pressed is gone.
  const goOnAt = (place) => {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };

  const put = (part, news) => {
    const [bar, count] = [part.querySelector("progress"), part.querySelector(".progress span")];
    part.dataset.version = news.version;
    part.dataset.short = news.short;
    part.setAttribute("aria-label", news.title);
    part.querySelector("h2").textContent = news.title;
    part.querySelector(".progress").hidden = news.known >= news.total || news.failed !== "";
    if (news.known) {
      bar.max = news.total;
      bar.value = news.known;
    } else {
      bar.removeAttribute("value");
    }
    bar.setAttribute("aria-label", `${news.title}: figures known`);
    count.textContent = news.progress;
    const failed = part.querySelector(":scope > .error-note");
    failed.hidden = news.failed === "";
    failed.textContent = news.failed;
    const body = part.querySelector(".body");
    const name = (each) => each.querySelector("summary .name")?.firstChild.textContent ?? each.querySelector("summary").textContent;
    const open = new Set([...body.querySelectorAll("details[open]")].map(name));
    const held = body.contains(document.activeElement) ? document.activeElement : null; // by whom goes on by keyboard
    body.innerHTML = news.html;
    for (const each of body.querySelectorAll("details")) if (open.has(name(each))) each.open = true;
    if (held) {
      const again = [...body.querySelectorAll("a, summary, [tabindex]")].find((each) => each.textContent === held.textContent);
      if (again) again.focus({ preventScroll: true });
      else goOnAt(part);
    }
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
    for (const was of old.querySelectorAll("details.group, .wager > details")) {
      const id = was.closest(".group, .wager").id;
      const now = fresh.querySelector(was.matches(".group") ? `#${CSS.escape(id)}` : `#${CSS.escape(id)} > details`);
      if (now && was.open) now.open = true;
      else if (now && !now.querySelector(".wrong")) now.open = false;
    }
    const held = at && old.querySelector(`#${CSS.escape(at)}`);
    const focus = held && document.activeElement;
    const places = focus && focus.selectionStart !== undefined ? [focus.selectionStart, focus.selectionEnd] : null;
    const scrolled = form.scrollTop;
    if (held) fresh.querySelector(`#${CSS.escape(at)}`)?.replaceWith(held);
    old.replaceChildren(...fresh.childNodes);
    form.scrollTop = scrolled;
    if (focus && old.contains(focus)) {
      focus.focus({ preventScroll: true });
      if (places && focus.type === "text") focus.setSelectionRange(...places);
    }
  };

  const changed = (entry) => {
    const chosen = new URLSearchParams(new FormData(form));
    for (const link of document.querySelectorAll("[data-asks]")) chosen.delete(link.dataset.asks);
    ask(chosen.toString(), entry);
  };
  let typing = 0;
  form.addEventListener("input", (event) => {
    clearTimeout(typing);
    const quick = event.target.matches("select, [type=checkbox]");
    const again = !quick && typedIn === event.target; // letters of one field are one step back
    typedIn = quick ? null : event.target;
    typing = setTimeout(() => changed(again ? "replace" : "push"), quick ? 0 : 350);
  });
  form.addEventListener("focusout", () => { typedIn = null; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    changed("push");
  });
  begins.addEventListener("change", () => ask(new URLSearchParams({ rules: begins.value }).toString(), "push"));
  addEventListener("popstate", () => {
    document.activeElement?.blur();
    const before = new URLSearchParams(location.search);
    for (const link of document.querySelectorAll("[data-asks]")) {
      const name = link.dataset.asks;
      if (before.get(name) === "1") asks.add(name);
      else asks.delete(name);
      before.delete(name);
      link.textContent = asks.has(name) ? link.dataset.other : link.dataset.words;
    }
    ask(before.toString(), "stay");
  });
  addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-applies]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      ask(link.dataset.applies, "push");
      return;
    }
    const opens = event.target.closest?.('a[href^="#s-"]'); // a section of the choices
    if (opens) document.querySelector(opens.getAttribute("href"))?.setAttribute("open", "");
  });
  for (const link of document.querySelectorAll("[data-asks]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      const name = link.dataset.asks;
      if (!asks.delete(name)) asks.add(name);
      link.textContent = asks.has(name) ? link.dataset.other : link.dataset.words;
      await ask(address);
      if (asks.has(name)) document.getElementById(name === "run" ? "part-running" : `part-${name}`)?.scrollIntoView({ block: "nearest" });
    });
    link.addEventListener("keydown", (event) => {
      if (event.key === " ") {
        event.preventDefault();
        link.click();
      }
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
  follow(!document.getElementById("open").disabled);
  if (bench.dataset.waits === "yes") timer = setTimeout(() => ask(address), 300);
});
