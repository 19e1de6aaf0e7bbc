// Keys press what carries them, as at the table. Everything works without this.
"use strict";
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const asked = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  const typing = event.target.closest("input, select, textarea");
  const pressed = event.key === "Enter" && event.target.closest("a, button, summary");
  if (!asked || typing || pressed) return;
  event.preventDefault();
  asked.click();
});
