// A keyboard on the screen: letters go into the field it stands for, at the caret. The first
// letter of each word is a capital; ⇧ turns that round for one letter. Digits alone need no ⇧.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  for (const keys of document.querySelectorAll("[data-keys-for]")) {
    const field = document.getElementById(keys.dataset.keysFor);
    const shift = keys.querySelector("[data-do=shift]");
    let capital = false;
    const show = (on) => {
      capital = on;
      if (!shift) return;
      shift.setAttribute("aria-pressed", String(on));
      for (const key of keys.querySelectorAll("[data-key]")) {
        if (/^[a-zäöü]$/.test(key.dataset.key)) key.textContent = written(key);
      }
    };
    const written = (key) => {
      const letter = key.dataset.key;
      return capital && letter !== "ß" ? letter.toUpperCase() : letter;
    };
    const follow = () => show(Boolean(shift) && /(^|[ -])$/.test(field.value.slice(0, field.selectionStart)));
    const put = (text, from) => {
      const whole = field.value.slice(0, from) + text + field.value.slice(field.selectionEnd);
      if (from < 0 || (field.maxLength > 0 && whole.length > field.maxLength)) return;
      field.setRangeText(text, from, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      follow();
    };
    const deeds = {
      shift: () => show(!capital),
      clear: () => { field.select(); put("", 0); },
      back: () => put("", field.selectionStart - (field.selectionStart === field.selectionEnd ? 1 : 0)),
    };
    // The field keeps the caret: a key must not take the focus away from it.
    keys.addEventListener("pointerdown", (event) => event.preventDefault());
    keys.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      if (key.dataset.do) deeds[key.dataset.do]();
      else put(written(key), field.selectionStart);
    });
    field.addEventListener("keyup", follow);
    field.focus();
    // What stands there is replaced by the first key that is tapped.
    field.select();
    if (!field.value) follow();
  }
});
