// The floor as it stands, looked at again every few seconds while nobody fills a form in.
const busy = () => document.querySelector("#floor details[open], #floor :is(input, button):focus");

async function look() {
  if (busy() || document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || busy()) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.title;
  const now = page.getElementById("floor");
  if (now && now.innerHTML !== document.getElementById("floor").innerHTML) {
    document.getElementById("floor").replaceWith(now);
  }
}
setInterval(look, 4000);
