// The sign as it stands, looked at again every second; amounts roll up to what they are now.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const money = (cents) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

function roll(amount, from) {
  const to = Number(amount.dataset.cents);
  if (calm.matches || !(from < to)) return;
  const begin = performance.now();
  const step = (now) => {
    const share = Math.min(1, (now - begin) / 900);
    amount.textContent = money(Math.round(from + (to - from) * share));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.getElementById("sign");
  const before = document.getElementById("sign");
  if (!now || now.innerHTML === before.dataset.told) return;
  const stood = Object.fromEntries([...before.querySelectorAll("[data-cents]")].map((each) => [each.id, Number(each.dataset.cents)]));
  now.dataset.told = now.innerHTML;
  before.replaceWith(now);
  for (const amount of now.querySelectorAll("[data-cents]")) roll(amount, stood[amount.id]);
}
document.getElementById("sign").dataset.told = document.getElementById("sign").innerHTML;
setInterval(look, 1000);
