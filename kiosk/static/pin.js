// Digits to tap where there is no keyboard: they go into the field that was touched last.
"use strict";
(() => {
  const fields = [...document.querySelectorAll("[data-digits]")];
  const pad = document.querySelector(".pad");
  let field = fields[0];
  for (const each of fields) each.addEventListener("focus", () => (field = each));
  for (const key of pad.querySelectorAll("[data-digit]")) {
    key.addEventListener("click", () => {
      const digit = key.dataset.digit;
      if (digit === "back") field.value = field.value.slice(0, -1);
      else if (field.value.length < field.maxLength) field.value += digit;
    });
  }
  pad.hidden = false;
})();
