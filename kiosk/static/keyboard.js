// A keyboard on the screen: letters go into the field it stands for, at the caret. The first
// letter of each word is a capital; ⇧ turns that round for one letter.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  for (const keys of document.querySelectorAll("[data-keys-for]")) {
    const field = document.getElementById(keys.dataset.keysFor);
    const shift = keys.querySelector("[data-do=shift]");
    const before = () => field.value.slice(0, field.selectionStart);
    const follow = () => {
      const text = before();
      large(text === "" || text.endsWith(" ") || text.endsWith("-"));
    };
    const large = (on) => {
      shift.setAttribute("aria-pressed", String(on));
      for (const key of keys.querySelectorAll("[data-key]")) {
        const letter = key.dataset.key;
        if (letter !== "ß") key.textContent = letter === " " ? "␣" : on ? letter.toUpperCase() : letter;
      }
    };
    const put = (text, from) => {
      if (from < 0) return;
      const whole = field.value.slice(0, from) + text + field.value.slice(field.selectionEnd);
      if (field.maxLength > 0 && whole.length > field.maxLength) return;
      field.setRangeText(text, from, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      follow();
    };
    // The field keeps the caret: a key must not take the focus away from it.
    keys.addEventListener("pointerdown", (event) => event.preventDefault());
    keys.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      if (key.dataset.do === "shift") large(shift.getAttribute("aria-pressed") !== "true");
      else if (key.dataset.do === "back") {
        const some = field.selectionStart !== field.selectionEnd;
        put("", some ? field.selectionStart : field.selectionStart - 1);
      } else put(key.textContent === "␣" ? " " : key.textContent, field.selectionStart);
    });
    field.addEventListener("keyup", follow);
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    follow();
  }
});
