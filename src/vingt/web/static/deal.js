// The dealer's page: whatever happens at the table is shown at once; Space and Enter press what is due.
const page = () => document.getElementById("deal");
// What is entered comes first, else the button.
const first = () => document.getElementById("entry") ?? document.getElementById("due");
let looking = Promise.resolve();
const sent = new WeakSet(); // fields whose card is on its way: the next one is another

const look = () => (looking = looking.then(draw, draw));

async function draw() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("deal");
  if (!drawn || drawn.dataset.version === page().dataset.version) return;
  const held = ["due", "entry"].includes(document.activeElement?.id) || !page().contains(document.activeElement);
  const said = drawn.querySelector(".announced");
  const before = page().querySelector(".announced");
  if (said.textContent === before.textContent) said.replaceChildren(...before.childNodes);
  keep(page(), drawn);
  const [from, to] = held ? selection() : [];
  page().replaceWith(drawn);
  if (held) first()?.focus();
  if (from !== undefined && first()?.value) first().setSelectionRange(from, to);
}

const ENTRIES = "input[name=card]:not([type=hidden]), textarea";
const stepOf = (field) => field.form?.elements.step?.value ?? "";
const selection = () => [document.activeElement?.selectionStart ?? undefined, document.activeElement?.selectionEnd];

/** What is half entered, and what was folded open, outlasts whatever else happens at the table. */
function keep(old, drawn) {
  for (const typed of old.querySelectorAll(ENTRIES)) {
    const same = [...drawn.querySelectorAll(ENTRIES)].find((field) => stepOf(field) === stepOf(typed));
    if (same && typed.value && !sent.has(typed)) same.value = typed.value;
  }
  const open = new Set([...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
  for (const summary of drawn.querySelectorAll("details > summary")) summary.parentElement.open = open.has(summary.textContent);
}

async function send(form) {
  const fields = form.querySelectorAll(ENTRIES);
  for (const field of fields) sent.add(field);
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(new FormData(form)),
  }).catch(() => null);
  if (answer?.ok) {
    await answer.text();
    await look();
  } else {
    for (const field of fields) sent.delete(field);
    refuse((await answer?.json().catch(() => null))?.error ?? "The house does not answer: try again.");
  }
  able(form, true); // should it still stand there
  if (!answer?.ok) document.getElementById("entry")?.select();
}

function refuse(why) {
  document.getElementById("refusal").textContent = why;
}

function able(form, can) {
  for (const button of form.querySelectorAll("button")) button.disabled = !can;
}

document.addEventListener("submit", (event) => {
  if (!page().contains(event.target)) return;
  event.preventDefault();
  refuse("");
  able(event.target, false);
  send(event.target);
});

document.addEventListener("keydown", (event) => {
  const free = document.activeElement === document.body || document.activeElement === document.getElementById("main");
  if (free && (event.key === " " || event.key === "Enter") && !event.repeat) {
    event.preventDefault();
    document.getElementById("due")?.click();
  }
});

function listen() {
  const address = new URL(`/tables/${page().dataset.table}/live`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.onmessage = look;
  socket.onclose = () => setTimeout(listen, 2000);
}

first()?.focus();
listen();
