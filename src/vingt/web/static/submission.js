// A file that is chosen, or dropped on the page, is put into the text. Everything works without this, by pasting.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const text = document.getElementById("text");
  const file = document.getElementById("file");
  if (!text || !file) return;
  const take = async (given) => {
    if (!given) return;
    text.value = await given.text();
    text.focus();
  };
  file.closest("label").hidden = false;
  file.addEventListener("change", () => take(file.files[0]));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
});
