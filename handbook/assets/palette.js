// Light or dark as chosen last time, before anything is painted; not chosen, as the system has it.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const kept = __md_get("__palette");
  const colours = kept && kept.color ? kept.color : { scheme: dark ? "slate" : "default" };
  for (const [name, value] of Object.entries(colours)) document.body.setAttribute("data-md-color-" + name, value);
})();
