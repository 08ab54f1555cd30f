// Digits on the screen: they go into the field that was tapped last.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const pad = document.querySelector("[data-numpad]");
  const fields = [...document.querySelectorAll("input[inputmode=numeric]")];
  if (!pad || !fields.length) return;
  let field = fields[0];
  for (const each of fields) {
    each.addEventListener("focus", () => { field = each; each.select(); });
  }
  // The field keeps the caret: a key must not take the focus away from it.
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (document.activeElement !== field) field.focus();
    const whole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    if (key.dataset.do === "clear") field.value = "";
    else if (key.dataset.do === "back") field.value = whole ? "" : field.value.slice(0, -1);
    else if (whole || field.value.length < field.maxLength) {
      field.value = (whole ? "" : field.value) + key.dataset.key;
    }
    field.setSelectionRange(field.value.length, field.value.length);
  });
  field.focus();
});
