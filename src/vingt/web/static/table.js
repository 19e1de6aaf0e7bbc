// Keeps a table's page as the server draws it: pushed fragments in, forms out. It knows no rule of any game.
"use strict";

const layout = document.getElementById("layout");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const title = document.title;
let ahead = Number(layout.dataset.now) - Date.now(); // the server's clock against ours

// -- fragments ---------------------------------------------------------------------------------------------

let arrived = [];
let turned = new Set();

/** Make `old` like `fresh`, keeping every element that stays, with its focus, input and open details. */
function morph(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if ("keep" in old.dataset) return; // the script's own
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  morphChildren(old, fresh);
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
}

function morphChildren(old, fresh) {
  const named = new Map([...old.children].filter((each) => each.id).map((each) => [each.id, each]));
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const same = wanted.id ? named.get(wanted.id) : at && alike(at, wanted) ? at : null;
    if (same && alike(same, wanted)) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      morph(same, wanted);
    } else {
      old.insertBefore(wanted, at);
      if (wanted.nodeType === Node.ELEMENT_NODE) arrived.push(wanted);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    for (const back of gone.nodeType === Node.ELEMENT_NODE ? gone.querySelectorAll(".back") : []) turned.add(back.id);
    if (gone.classList?.contains("back")) turned.add(gone.id);
    gone.remove();
  }
}

function show({ fragments, now, version }) {
  layout.dataset.version = version;
  ahead = now - Date.now();
  arrived = [];
  turned = new Set();
  const held = document.activeElement?.closest?.("#dock");
  const lay = piles();
  for (const [id, html] of Object.entries(fragments)) {
    const old = document.getElementById(id);
    const template = document.createElement("template");
    template.innerHTML = html;
    if (old && template.content.firstElementChild) morph(old, template.content.firstElementChild);
  }
  if (chosen) choose(document.querySelector(`#rail input[value="${chosen}"]`));
  if (held && document.activeElement === document.body) held.focus({ preventScroll: true });
  noteQuestion();
  focusBox();
  moveCards();
  moveChips(lay);
  runClock();
  refreshDrawer();
  document.dispatchEvent(new CustomEvent("vingt:shown"));
}

// -- movement ----------------------------------------------------------------------------------------------

const STEP = { calm: 480, normal: 280, turbo: 70 }; // milliseconds between payments
const pace = () => document.getElementById("settings")?.dataset.pace ?? "normal";
const within = (elements, selector) =>
  elements.flatMap((each) => [...(each.matches(selector) ? [each] : []), ...each.querySelectorAll(selector)]);

function moveCards() {
  const cards = within(arrived, ".card").filter((card) => !card.id.startsWith("before"));
  if (cards.length) sounds.card();
  if (still.matches) return;
  const shoe = document.getElementById("shoe").getBoundingClientRect();
  const quick = pace() === "turbo" ? 0.5 : 1;
  cards.forEach((card, n) => {
    if (turned.has(card.id.replace(/-[^-]+$/, "-down"))) {
      card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: 260 * quick, easing: "ease-out" });
      return;
    }
    const to = card.getBoundingClientRect();
    const rests = card.classList.contains("sideways") ? "rotate(90deg)" : "none";
    const from = `translate(${shoe.left - to.left}px, ${shoe.top - to.top}px) rotate(14deg) scale(.7)`;
    card.animate([{ transform: from, opacity: 0.3 }, { transform: rests, opacity: 1 }], {
      duration: 320 * quick,
      delay: n * 110 * quick,
      easing: "cubic-bezier(.2, .7, .25, 1)",
      fill: "backwards",
    });
  });
}

/** Where chips lie, by area: what each pile is made of, its place and size. */
function piles() {
  const lying = new Map();
  for (const area of document.querySelectorAll(".area[id]")) {
    const pile = area.querySelector(".spot .pile");
    if (!pile?.offsetParent) continue;
    const chips = [...pile.children].map((chip) => chip.className);
    lying.set(area.id, { chips: chips.join(","), place: pile.getBoundingClientRect(), size: pile.firstElementChild?.offsetWidth ?? 20 });
  }
  return lying;
}

/** Chips are laid from the rail, swept to the dealer, and paid from there, in the order of payment. */
function moveChips(before) {
  const payments = new Map(within(arrived, ".payments li[data-at]").map((each) => [each.dataset.area, Number(each.dataset.at)]));
  const first = Math.min(...payments.values());
  const step = STEP[pace()] ?? STEP.normal;
  const after = piles();
  const dealer = document.getElementById("dealer").getBoundingClientRect();
  const rail = (document.getElementById("rail") ?? document.getElementById("dock")).getBoundingClientRect();
  for (const [id, now] of after) {
    const then = before.get(id);
    if (then?.chips === now.chips || payments.has(id) || document.querySelector(`#${CSS.escape(id)} .winnings`)) continue;
    if (!then || then.chips.length < now.chips.length) {
      sounds.chip();
      fly(now.chips, now.size, rail, now.place, 0, 240);
    }
  }
  for (const [id, then] of before) {
    if (after.has(id) || !payments.has(id)) continue;
    fly(then.chips, then.size, then.place, dealer, (payments.get(id) - first) * step, 380);
  }
  for (const won of within(arrived, ".winnings")) {
    const to = won.getBoundingClientRect();
    const delay = (Number(won.dataset.at) - (Number.isFinite(first) ? first : Number(won.dataset.at))) * step;
    sounds.chip(delay / 1000);
    if (still.matches) continue;
    won.animate(
      [{ transform: `translate(${dealer.left + dealer.width / 2 - to.left}px, ${dealer.top - to.top}px)`, opacity: 0 }, { transform: "none", opacity: 1 }],
      { duration: 420, delay, easing: "cubic-bezier(.2, .7, .25, 1)", fill: "backwards" },
    );
  }
  for (const moment of within(arrived, ".moment")) {
    if (moment.closest(".mine")) sounds.great();
    if (!still.matches)
      moment.animate(
        [{ transform: "translateX(-50%) scale(.4) rotate(-14deg)", opacity: 0 }, { transform: "translateX(-50%) scale(1.12) rotate(2deg)", opacity: 1, offset: 0.6 }, { transform: "translateX(-50%) rotate(-3deg)" }],
        { duration: 620, easing: "ease-out" },
      );
  }
  const net = within(arrived, ".mine .net")[0];
  if (net && !document.querySelector(".mine .moment")) (net.classList.contains("won") ? sounds.won : net.classList.contains("lost") ? sounds.lost : sounds.chip)();
}

function fly(chips, size, from, to, delay, duration) {
  if (still.matches || !chips) return;
  const flying = document.createElement("span");
  flying.className = "pile flying";
  flying.setAttribute("aria-hidden", "true");
  flying.style.setProperty("--chip", `${size}px`);
  for (const name of chips.split(",")) flying.append(Object.assign(document.createElement("i"), { className: name }));
  document.body.append(flying);
  const middle = ({ left, top, width, height }) => `translate(${left + width / 2 - size / 2}px, ${top + height / 2 - size / 2}px)`;
  flying.style.left = flying.style.top = "0";
  flying
    .animate([{ transform: middle(from) }, { transform: middle(to), opacity: 0.6 }], { duration, delay, easing: "ease-in", fill: "both" })
    .finished.finally(() => flying.remove());
}

let running = null;

function runClock() {
  const clock = document.querySelector("#clock[data-deadline]");
  const name = clock ? clock.dataset.started + clock.dataset.deadline : "";
  if (clock && (running?.name !== name || running.bar !== clock.firstElementChild)) {
    running?.motion?.cancel();
    const bar = clock.firstElementChild;
    const deadline = Number(clock.dataset.deadline);
    const whole = Math.max(deadline - Number(clock.dataset.started), 1);
    const left = Math.max(deadline - Date.now() - ahead, 0);
    const motion = still.matches
      ? null // then it goes down by the second, in tick
      : bar.animate([{ transform: shrunk(left / whole) }, { transform: shrunk(0) }], { duration: left, fill: "forwards" });
    running = { name, bar, motion, deadline, whole };
  } else if (!clock) running = null;
  tick();
}

function shrunk(share) {
  return `scaleX(${Math.min(share, 1)})`;
}

function tick() {
  const seconds = document.querySelector("#clock .seconds");
  if (!seconds || !running) return;
  const left = Math.max(0, Math.ceil((running.deadline - Date.now() - ahead) / 1000));
  const told = left <= 600 ? `${left}` : "";
  if (seconds.textContent !== told) seconds.textContent = told;
  if (!running.motion) running.bar.style.transform = shrunk((left * 1000) / running.whole);
}
setInterval(tick, 250);

// -- the question before the player --------------------------------------------------------------------------

const SETTLES = 450; // milliseconds in which a new question takes no press: it was meant for the one before
let question = "";
let pressedFor = ""; // the question when the pointer went down
let pressedAt = -Infinity;
let settled = 0;

function noteQuestion() {
  const asked = [...document.querySelectorAll(".ask.urgent[data-question]")].map((each) => each.dataset.question).join(" ");
  if (asked === question) return;
  const before = question;
  question = asked;
  document.title = asked ? `● Your turn · ${title}` : title;
  if (asked && !before) sounds.turn();
  if (asked && (before || performance.now() - pressedAt < SETTLES)) {
    layout.classList.add("settling");
    clearTimeout(settled);
    settled = setTimeout(() => layout.classList.remove("settling"), SETTLES);
  }
}

/** Whether a press on a button of the question now shown was meant for it, and not for the one before. */
function meant() {
  return !layout.classList.contains("settling") && pressedFor === question;
}

document.addEventListener("pointerdown", () => (pressedFor = question), true);

// -- one box large, on a small cloth ---------------------------------------------------------------------------

let wanted = ""; // the box the player chose to look at
let wantedFor = "";

function focusBox() {
  if (wantedFor !== question) wanted = "";
  const box = wanted && document.getElementById(wanted);
  if (!box) return;
  for (const other of document.querySelectorAll(".box.focus")) other.classList.remove("focus");
  box.classList.add("focus");
}

document.addEventListener("click", ({ target }) => {
  const box = target.closest?.(".box:not(.focus):not(.free)");
  if (!box || target.closest("button, a, summary")) return;
  wanted = box.id;
  wantedFor = question;
  focusBox();
});

// -- what the player does ------------------------------------------------------------------------------------

const toast = document.getElementById("toast");
let fading = toast.hidden ? 0 : setTimeout(() => (toast.hidden = true), 6000);

function say(words) {
  toast.textContent = words;
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (toast.hidden = true), 6000);
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** Send one command. The key stays the same when it is sent again, so that it is carried out once at most. */
async function send(data, action = layout.dataset.act) {
  data.set("key", newKey());
  data.set("token", layout.dataset.token);
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(action, {
        method: "POST",
        body: new URLSearchParams(data),
        headers: { accept: "application/json" },
      });
      const told = await answer.json();
      if (!answer.ok) say(told.error ?? "That did not work.");
      return answer.ok;
    } catch {
      if (attempt >= 4) {
        say("The house cannot be reached. Nothing was changed.");
        return false;
      }
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
    }
  }
}

let chosen = ""; // the chip in hand, kept while the rail is away during a round

function choose(chip) {
  if (!chip) return;
  chip.checked = true;
  chosen = chip.value;
}

document.addEventListener("change", ({ target }) => target.matches("#rail input") && choose(target));

const pending = new Map(); // spots with chips on their way
let line = Promise.resolve();
const dollars = (cents) => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;

/** One more chip on a spot, exactly that one; quick presses add up, in order. */
function lay(button, form, chip = Number(document.querySelector("#rail input:checked")?.value ?? 0)) {
  const { now, least, most, exact, name } = button.dataset;
  const spot = `${button.dataset.box} ${button.dataset.wager}`;
  const lies = pending.get(spot)?.amount ?? Number(now);
  const steps = exact ? exact.split(" ").map(Number) : [];
  const amount = steps.length ? (steps.find((each) => each > lies) ?? steps[0]) : lies + chip;
  if (!steps.length && amount < Number(least)) return say(`${name}: ${dollars(Number(least))} at least. Choose a larger chip.`);
  if (!steps.length && amount > Number(most)) return say(`${name}: ${dollars(Number(most))} at most.`);
  const data = new FormData(form);
  data.set("amount", String(amount));
  const sent = (pending.get(spot)?.sent ?? 0) + 1;
  pending.set(spot, { amount, sent });
  button.classList.add("busy");
  line = line.then(() => send(data)).then(() => {
    if (pending.get(spot)?.sent === sent) {
      pending.delete(spot);
      button.classList.remove("busy");
    }
  });
}

let deciding = false;

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter ?? form.querySelector("button");
  if (button?.dataset.confirm && !confirm(button.dataset.confirm)) return event.preventDefault();
  const action = form.getAttribute("action");
  const redraws = /\/(coach|favourite)$/.test(action); // what the page is drawn for changes, not the table
  if (action !== layout.dataset.act && !redraws && !action?.endsWith("/say")) return;
  event.preventDefault();
  if (button.classList.contains("spot")) return lay(button, form);
  const urgent = form.closest(".ask.urgent");
  if (urgent && (deciding || !meant())) return;
  pressedAt = performance.now();
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  deciding = Boolean(urgent);
  const data = new FormData(form);
  if (button.name) data.set(button.name, button.value);
  form.closest("[popover]")?.hidePopover?.();
  form.closest("details.more")?.removeAttribute("open");
  line = line.then(() => send(data, action)).finally(() => {
    delete form.dataset.busy;
    deciding = false;
    if (redraws) live?.close(WELL);
    if (redraws && drawer.open) draw(drawnFrom.address, drawnFrom.living);
  });
});

const middle = (list) => list[Math.floor(list.length / 2)];
const WRITING = "input:not([type=radio]), textarea, select";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.matches(WRITING)) return;
  const key = event.key.toLowerCase();
  if (key === "escape") {
    toast.hidden = true;
    for (const open of document.querySelectorAll(".more-sides[open], .more[open]")) open.open = false;
    if (location.hash === "#side") location.hash = "#main";
  }
  if (drawer.open) return;
  const chips = document.querySelectorAll("#rail input");
  const chip = chips[Number(key) - 1];
  const button =
    key === "t"
      ? middle([...document.querySelectorAll(".sit:enabled")])
      : key === "w"
        ? [...document.querySelectorAll(".mine .area.main .spot:enabled")].at(-1) // box 1 is drawn last, on the right
        : /^[a-z]$/.test(key)
          ? document.querySelector(`button[data-key="${key}"]:enabled`)
          : null;
  if (chip) choose(chip);
  else if (button) {
    pressedFor = question;
    button.click();
  } else return;
  event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-fold]")) target.closest("details").open = false;
  else if (!target.closest?.(".more, .more-sides")) for (const open of document.querySelectorAll(".more[open], .more-sides[open]")) open.open = false;
});

// -- a chip dragged from the rail to an area ---------------------------------------------------------------------

let drag = null;

document.addEventListener("pointerdown", (event) => {
  const chip = event.target.closest?.(".rail-chip");
  if (chip && event.isPrimary) drag = { chip, x: event.clientX, y: event.clientY, ghost: null, over: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 12) return;
    drag.ghost = drag.chip.querySelector(".chip").cloneNode(true);
    drag.ghost.classList.add("dragged");
    document.body.append(drag.ghost);
    choose(drag.chip.querySelector("input"));
  }
  drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot[data-command=place_wager]:enabled") ?? null;
  if (over !== drag.over) {
    drag.over?.classList.remove("over-it");
    over?.classList.add("over-it");
    drag.over = over;
  }
});

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    if (!drag) return;
    drag.ghost?.remove();
    drag.over?.classList.remove("over-it");
    if (drag.ghost && drag.over && end === "pointerup") lay(drag.over, drag.over.form);
    drag = null;
  });
}

// -- drawers: sheets over the felt -------------------------------------------------------------------------------

const drawer = document.getElementById("drawer");
const drawn = document.getElementById("drawer-body");
let drawnFrom = null;
let drawnFor = "";

async function draw(address, living) {
  const path = new URL(address, location.href);
  path.searchParams.set("drawer", "");
  drawnFor = question;
  const answer = await fetch(path);
  const html = await answer.text();
  if (drawnFrom && drawnFrom.address !== address && !drawer.open) return;
  drawnFrom = { address, living };
  drawn.innerHTML = html;
  if (!drawer.open) {
    document.getElementById("menu")?.hidePopover?.();
    drawer.showModal();
    drawn.focus();
    drawn.scrollTop = 0;
  }
  drawn.querySelector("#chart-now")?.scrollIntoView({ block: "center" });
  const again = Number(drawn.querySelector("[data-again]")?.dataset.again);
  if (again) setTimeout(() => drawnFrom?.address === address && draw(address, living), 1000 * again);
}

function refreshDrawer() {
  if (drawer.open && drawnFrom?.living && drawnFor !== question) draw(drawnFrom.address, true);
}

const SHEETS = new RegExp(`^/tables/${layout.dataset.table}/(how|chart|rules|invite|wagers/[^/]+)$`);

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-shut]") || event.target === drawer) return drawer.close();
  const link = event.target.closest?.("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const path = new URL(link.href, location.href);
  if (path.origin !== location.origin || !SHEETS.test(path.pathname)) return;
  event.preventDefault();
  draw(path.pathname + path.search, path.pathname.endsWith("/chart")).catch(() => location.assign(link.href));
});
drawer.addEventListener("close", () => (drawnFrom = null));

// -- the connection ------------------------------------------------------------------------------------------

const PING = 700; // milliseconds
const SILENCE = 2800; // no answer for so long: the connection is dead, whatever the browser believes
const WELL = 1000; // closed by ourselves, to be drawn anew
const offline = document.getElementById("offline");
let tries = 0;
let live = null;

function connect() {
  const address = new URL(layout.dataset.live, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = (live = new WebSocket(address));
  let heard = performance.now();
  const warn = setTimeout(() => (offline.hidden = false), tries ? 0 : 3000);
  let looked = performance.now();
  const watch = setInterval(() => {
    const slept = performance.now() - looked > 3 * PING; // a page in the background is seldom woken
    looked = performance.now();
    if (slept) heard = looked - SILENCE + 2 * PING;
    if (looked - heard > SILENCE) {
      offline.hidden = false;
      lost({ code: 0 });
      socket.close();
    } else if (socket.readyState === WebSocket.OPEN) socket.send('{"ping": true}');
  }, PING);
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.pong) heard = performance.now(); // what it says unasked does not show that it hears us
    clearTimeout(warn);
    tries = 0;
    offline.hidden = true;
    if (!told.fragments) return;
    layout.dataset.connected = "yes";
    show(told);
  };
  const lost = ({ code }) => {
    socket.onclose = socket.onmessage = null;
    clearTimeout(warn);
    clearInterval(watch);
    delete layout.dataset.connected;
    if (code === 4401 || code === 4404) {
      location.reload();
      return;
    }
    if (code !== WELL) offline.hidden = false;
    setTimeout(connect, code === WELL ? 0 : Math.min(300 * 2 ** tries++, 5000));
  };
  socket.onclose = lost;
}

noteQuestion();
runClock();
connect();
