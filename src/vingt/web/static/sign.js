// The sign as it stands, looked at again every second, and four times a second while a wheel turns. Amounts roll
// up to what they are now, and a wheel that has stopped runs out to where it was decided to stop.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const money = (cents) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const WHOLE = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
const shown = (cents) => (cents % 100 ? money(cents) : (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD", ...WHOLE }));

function roll(amount, from) {
  const to = Number(amount.dataset.cents);
  if (calm.matches || !(from < to)) return;
  const begin = performance.now();
  const step = (now) => {
    const share = Math.min(1, (now - begin) / 900);
    amount.textContent = share < 1 ? money(Math.round(from + (to - from) * share)) : shown(to);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const degrees = (ring) => {
  const { a, b } = new DOMMatrix(getComputedStyle(ring).transform);
  return (Math.atan2(b, a) * 180) / Math.PI;
};

// A ring that turned before runs out: a last turn, slower and slower, to where it stands now.
function land(ring, from) {
  const to = Number(ring.dataset.turned);
  const distance = ((((to - from) % 360) + 360) % 360) + 360;
  return ring.animate([{ transform: `rotate(${to - distance}deg)` }, { transform: `rotate(${to}deg)` }], {
    duration: 1400,
    easing: "cubic-bezier(0.15, 0.6, 0.25, 1)",
  }).finished;
}

function run_out(sign, turned) {
  const wheel = sign.querySelector(".wheel");
  const rings = [...sign.querySelectorAll(".ring:not(.turning)")].filter((ring) => turned.has(ring.classList[1]));
  if (!wheel || !rings.length || calm.matches) return;
  const won = [...sign.querySelectorAll(".ring .won")];
  wheel.classList.add("landing");
  for (const each of won) each.classList.remove("won");
  Promise.all(rings.map((ring) => land(ring, turned.get(ring.classList[1])))).finally(() => {
    for (const each of won) each.classList.add("won");
    wheel.classList.remove("landing");
  });
}

async function look() {
  const before = document.getElementById("sign");
  if (document.hidden || before.querySelector(".landing")) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.getElementById("sign");
  if (!now || now.innerHTML === before.dataset.told) return;
  const stood = Object.fromEntries([...before.querySelectorAll("[data-cents]")].map((each) => [each.id, Number(each.dataset.cents)]));
  const turned = new Map([...before.querySelectorAll(".ring.turning")].map((ring) => [ring.classList[1], degrees(ring)]));
  now.dataset.told = now.innerHTML;
  before.replaceWith(now);
  for (const amount of now.querySelectorAll("[data-cents]")) roll(amount, stood[amount.id]);
  run_out(now, turned);
}
async function watch() {
  await look();
  const turning = document.querySelector(".ring.turning");
  setTimeout(watch, turning ? 250 : 1000);
}
document.getElementById("sign").dataset.told = document.getElementById("sign").innerHTML;
setTimeout(watch, 250);
