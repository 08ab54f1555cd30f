// A keyboard on the screen, for a table without one. Pages that type bring theirs (data-keys-for);
// wherever else a finger touches a text field, one opens over the page. Letters go in at the caret.
// The first letter of each word is a capital, of each sentence where the field says so
// (autocapitalize); ⇧ turns that round for one letter.
"use strict";
(() => {
  const ROWS = ["qwertzuiopü", "asdfghjklöä", "⇧yxcvbnmß⌫", "-'1 2.✓"];
  const WORDS = { "⇧": "shift", "⌫": "back", "✓": "close" };

  // Let the buttons of `keys` type into the field that `current` names.
  function bind(keys, current) {
    const shift = keys.querySelector("[data-do=shift]");
    let capital = false;
    const written = (key) => {
      const letter = key.dataset.key;
      return capital && letter !== "ß" ? letter.toUpperCase() : letter;
    };
    const show = (on) => {
      capital = on;
      if (!shift) return;
      shift.setAttribute("aria-pressed", String(on));
      for (const key of keys.querySelectorAll("[data-key]")) {
        if (/^[a-zäöü]$/.test(key.dataset.key)) key.textContent = written(key);
      }
    };
    // A Tab through the field selects all that was typed; nobody means that to be replaced.
    let caret = null;
    const follow = (event) => {
      if (event && event.key === "Tab") return;
      const field = current();
      // What is selected is replaced, whatever the key is tapped with.
      caret = field.selectionStart < field.selectionEnd ? null : field.selectionStart;
      const begins = field.autocapitalize === "sentences" ? /(^|[.?!] )$/ : /(^|[ -])$/;
      show(Boolean(shift) && begins.test(field.value.slice(0, field.selectionStart)));
    };
    const put = (text, from) => {
      const field = current();
      const whole = field.value.slice(0, from) + text + field.value.slice(field.selectionEnd);
      if (from < 0 || (field.maxLength > 0 && whole.length > field.maxLength)) return;
      field.setRangeText(text, from, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      follow();
    };
    const deeds = {
      shift: () => show(!capital),
      clear: () => { current().select(); put("", 0); },
      back: () => {
        const { selectionStart: start, selectionEnd: end } = current();
        put("", start === end ? start - 1 : start);
      },
      close: () => current().blur(),
    };
    // The field keeps the caret: a key must not take the focus away from it.
    keys.addEventListener("pointerdown", (event) => event.preventDefault());
    keys.addEventListener("mousedown", (event) => event.preventDefault());
    keys.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key) return;
      if (event.detail === 0 && caret !== null) current().setSelectionRange(caret, caret);
      if (key.dataset.do) deeds[key.dataset.do]();
      else put(written(key), current().selectionStart);
    });
    return follow;
  }

  // The keyboard that opens over any other page.
  let touched = false, over = null, field = null, begin = null;
  const typed = (element) =>
    element instanceof HTMLInputElement && ["text", "search"].includes(element.type)
    && !document.querySelector(`[data-keys-for="${element.id}"]`);
  function build() {
    over = document.createElement("div");
    over.className = "keys over";
    for (const letters of ROWS) {
      const row = over.appendChild(document.createElement("div"));
      row.className = "row";
      for (const letter of letters) {
        const key = row.appendChild(document.createElement("button"));
        key.type = "button";
        key.tabIndex = -1;
        key.className = letter === " " ? "key space" : WORDS[letter] ? "key wide" : "key";
        if (WORDS[letter]) key.dataset.do = WORDS[letter];
        else key.dataset.key = letter;
        key.textContent = letter === " " ? "␣" : letter;
      }
    }
    document.body.append(over);
    begin = bind(over, () => field);
  }
  addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; }, true);
  document.addEventListener("focusin", (event) => {
    if (!touched || !typed(event.target) || innerHeight > innerWidth) return;
    if (!over) build();
    field = event.target;
    over.classList.toggle("above", field.getBoundingClientRect().bottom > innerHeight * 0.6);
    over.hidden = false;
    begin();
  });
  document.addEventListener("focusout", () => { if (over) over.hidden = true; });

  document.addEventListener("DOMContentLoaded", () => {
    for (const keys of document.querySelectorAll("[data-keys-for]")) {
      const own = document.getElementById(keys.dataset.keysFor);
      const follow = bind(keys, () => own);
      own.addEventListener("keyup", follow);
      own.focus();
      // What stands there is replaced by the first key that is tapped.
      own.select();
      follow();
    }
  });
})();
