// Keeps a table's page as the server draws it: pushed fragments in, forms out. It knows no rule of any game.
"use strict";

const layout = document.getElementById("layout");
const still = matchMedia("(prefers-reduced-motion: reduce)");
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
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (!("keep" in old.dataset)) morphChildren(old, fresh);
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

function show({ fragments, now }) {
  ahead = now - Date.now();
  arrived = [];
  turned = new Set();
  const held = document.activeElement?.closest?.("#dock");
  for (const [id, html] of Object.entries(fragments)) {
    const old = document.getElementById(id);
    const made = document.createElement("template");
    made.innerHTML = html;
    if (old && made.content.firstElementChild) morph(old, made.content.firstElementChild);
  }
  if (chosen) choose(document.querySelector(`#rail input[value="${chosen}"]`));
  if (held && document.activeElement === document.body) held.focus({ preventScroll: true });
  animate();
  runClock();
  lookAtTurn();
}

// -- movement ----------------------------------------------------------------------------------------------

const within = (elements, selector) =>
  elements.flatMap((each) => [...(each.matches(selector) ? [each] : []), ...each.querySelectorAll(selector)]);

function animate() {
  if (still.matches) return;
  const shoe = document.getElementById("shoe").getBoundingClientRect();
  within(arrived, ".card").forEach((card, n) => {
    if (turned.has(card.id.replace(/-[^-]+$/, "-down"))) {
      card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: 260, easing: "ease-out" });
      return;
    }
    const to = card.getBoundingClientRect();
    const from = `translate(${shoe.left - to.left}px, ${shoe.top - to.top}px) rotate(14deg) scale(.7)`;
    card.animate([{ transform: from, opacity: 0.3 }, { transform: "none", opacity: 1 }], {
      duration: 340,
      delay: n * 130,
      easing: "cubic-bezier(.2, .7, .25, 1)",
      fill: "backwards",
    });
  });
  const paid = within(arrived, "[data-at]");
  const first = Math.min(...paid.map((each) => Number(each.dataset.at)));
  for (const each of paid) {
    each.animate([{ opacity: 0, transform: "translateY(-10px)" }, { opacity: 1, transform: "none" }], {
      duration: 260,
      delay: (Number(each.dataset.at) - first) * 320,
      easing: "ease-out",
      fill: "backwards",
    });
  }
}

let looked = "";

/** On a phone the boxes are a strip: bring the one that matters into it. */
function lookAtTurn() {
  const seats = document.getElementById("seats");
  const box = seats.querySelector(".box.turn") ?? seats.querySelector(".box.mine") ?? seats.lastElementChild;
  if (!box || box.id === looked || seats.scrollWidth <= seats.clientWidth) return;
  looked = box.id;
  const left = box.offsetLeft - (seats.clientWidth - box.offsetWidth) / 2;
  seats.scrollTo({ left, behavior: still.matches ? "auto" : "smooth" });
}

let running = null;

function runClock() {
  const clock = document.querySelector("#clock[data-deadline]");
  const name = clock ? clock.dataset.started + clock.dataset.deadline : "";
  if (clock && (running?.name !== name || running.bar !== clock.firstElementChild)) {
    running?.motion.cancel();
    const bar = clock.firstElementChild;
    const deadline = Number(clock.dataset.deadline);
    const whole = Math.max(deadline - Number(clock.dataset.started), 1);
    const left = Math.max(deadline - Date.now() - ahead, 0);
    const motion = bar.animate([{ transform: `scaleX(${Math.min(left / whole, 1)})` }, { transform: "scaleX(0)" }], {
      duration: left,
      fill: "forwards",
    });
    running = { name, bar, motion, deadline };
  } else if (!clock) running = null;
  tick();
}

function tick() {
  const seconds = document.querySelector("#clock .seconds");
  if (!seconds || !running) return;
  const left = Math.max(0, Math.ceil((running.deadline - Date.now() - ahead) / 1000));
  seconds.textContent = left <= 600 ? `${left}` : "";
}
setInterval(tick, 250);

// -- what the player does ------------------------------------------------------------------------------------

const toast = document.getElementById("toast");
let fading = 0;

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
async function send(data) {
  data.set("key", newKey());
  data.set("token", layout.dataset.token);
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(layout.dataset.act, {
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

/** One more chip on a spot: quick presses add up, in order. */
function lay(button, form) {
  const chip = Number(document.querySelector("#rail input:checked")?.value ?? 0);
  const { now, least, most, exact } = button.dataset;
  const spot = `${button.dataset.box} ${button.dataset.wager}`;
  const lies = pending.get(spot)?.amount ?? Number(now);
  const steps = exact ? exact.split(" ").map(Number) : [];
  const wanted = steps.length ? (steps.find((each) => each > lies) ?? steps[0]) : Math.max(lies + chip, Number(least));
  const amount = Math.min(wanted, Math.max(Number(most), ...steps));
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

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("action") !== layout.dataset.act) return;
  event.preventDefault();
  const button = event.submitter ?? form.querySelector("button");
  if (button.classList.contains("spot")) {
    lay(button, form);
  } else if (!form.dataset.busy) {
    form.dataset.busy = "yes";
    send(new FormData(form)).finally(() => delete form.dataset.busy);
  }
});

const middle = (list) => list[Math.floor(list.length / 2)];
const WRITING = "input:not([type=radio]), textarea, select";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.matches(WRITING)) return;
  const key = event.key.toLowerCase();
  if (key === "escape") toast.hidden = true;
  const chips = document.querySelectorAll("#rail input");
  const chip = chips[Number(key) - 1];
  const button =
    key === "t"
      ? middle([...document.querySelectorAll(".sit:enabled")])
      : key === "w"
        ? [...document.querySelectorAll(".mine .spot.main:enabled")].at(-1) // box 1 is drawn last, on the right
        : /^[a-z]$/.test(key)
          ? document.querySelector(`button[data-key="${key}"]:enabled`)
          : null;
  if (chip) choose(chip);
  else if (button) button.click();
  else return;
  event.preventDefault();
});

// -- the connection ------------------------------------------------------------------------------------------

const offline = document.getElementById("offline");
let tries = 0;

function connect() {
  const address = new URL(layout.dataset.live, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  let warn = setTimeout(() => (offline.hidden = false), tries ? 0 : 3000);
  socket.onmessage = ({ data }) => {
    clearTimeout(warn);
    tries = 0;
    offline.hidden = true;
    layout.dataset.connected = "yes";
    show(JSON.parse(data));
  };
  socket.onclose = ({ code }) => {
    clearTimeout(warn);
    delete layout.dataset.connected;
    if (code === 4401 || code === 4404) {
      location.reload();
      return;
    }
    offline.hidden = false;
    setTimeout(connect, Math.min(300 * 2 ** tries++, 5000));
  };
}

runClock();
lookAtTurn();
connect();
