// Whether the program behind the page still answers. Asked every second; a page whose program is
// gone says so, lets no tap go where nobody is, and comes back by itself. What was typed stays.
"use strict";
(() => {
  const EVERY_MS = 1000;
  const LATE_MS = 1500;
  const LONG_MS = 45000;
  const WORDS = {
    de: {
      gone: "Mehrkopf antwortet gerade nicht, darum zählt jetzt kein Tippen. Was aufgeschrieben ist, liegt auf dem Gerät; hier geht es von selbst weiter.",
      long: "Mehrkopf antwortet schon länger nicht. Bitte das Gerät vom Strom trennen und wieder anstecken; was aufgeschrieben ist, liegt auf dem Gerät.",
      phone: "Gerade keine Verbindung zum Tisch. Hier geht es von selbst weiter, sobald sie wieder da ist.",
      moment: "Einen Moment …",
    },
    en: {
      gone: "Mehrkopf is not answering just now, so no tap counts. What was recorded is safe on the device; the page goes on by itself.",
      long: "Mehrkopf has not answered for a while. Please unplug the device and plug it in again; what was recorded is safe on the device.",
      phone: "No connection to the table just now. The page goes on by itself as soon as it is back.",
      moment: "Just a moment …",
    },
  };
  const root = document.documentElement;
  const words = WORDS[root.lang] || WORDS.de;
  const phone = document.currentScript.dataset.on === "phone";
  const passing = document.currentScript.dataset.on === "moment";
  const returns = "here" in document.currentScript.dataset;
  let word = null;
  // Another program answers than the one that made this page.
  let stale = false;
  let since = 0;
  let typed = null;
  let passes = null;
  let asking = false;
  let leaving = false;
  let timer = 0;
  let bar = null;

  // What the program calls itself: another word after each start, none between two evenings;
  // null where it does not answer.
  async function ask() {
    try {
      const answer = await fetch("/alive", { cache: "no-store", signal: AbortSignal.timeout(LATE_MS) });
      return answer.status < 500 ? (await answer.text()).trim() : null;
    } catch (error) {
      return null;
    }
  }

  function tell(state) {
    if (!since) since = performance.now();
    const late = state === "gone" && performance.now() - since > LONG_MS;
    const text = words[state === "gone" && phone ? "phone" : late ? "long" : state];
    root.dataset.gone = state;
    if (!bar) {
      bar = document.createElement("div");
      bar.id = "gone";
      bar.setAttribute("role", "alert");
      document.body.append(bar);
    }
    if (bar.textContent !== text) bar.textContent = text;
  }
  function untell() {
    since = 0;
    delete root.dataset.gone;
    if (bar) bar.remove();
    bar = null;
  }

  // The same page as the program has it now; not where somebody is typing.
  async function comeBack() {
    if (typed && typed.isConnected) {
      const live = document.querySelector("[sse-connect]");
      if (live && window.htmx && !live.contains(typed)) {
        const fresh = live.cloneNode(true);
        live.replaceWith(fresh);
        htmx.process(fresh);
      }
      stale = false;
      untell();
      return;
    }
    const here = location.href.split("#")[0];
    let there = false;
    try {
      there = (!passing || returns) && (await fetch(here, { cache: "no-store" })).ok;
    } catch (error) {
      return;
    }
    leaving = true;
    location.replace(there ? here : "/");
  }

  function heard(now) {
    if (now === null || now === "") {
      if (!passing) tell(now === null ? "gone" : "moment");
      else if (now === null) tell("gone");
      return false;
    }
    stale = stale || passing || (word !== null && word !== now);
    word = now;
    if (stale) comeBack();
    else if (since) untell();
    return !stale;
  }

  async function look() {
    clearTimeout(timer);
    const now = await ask();
    if (leaving) return;
    heard(now);
    timer = setTimeout(look, EVERY_MS);
  }

  // A tap goes on its way once the program has answered; it is dropped where nobody would take it.
  // What it says is what stood there when it was tapped, whatever the live updates make of it.
  async function guard(event, target, said, go, otherwise) {
    if (passes === target) return;
    const gone = "gone" in root.dataset;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (gone || asking) return;
    const tapped = said();
    asking = true;
    const now = await ask();
    asking = false;
    if (leaving || !heard(now)) return;
    if (!target.isConnected || said() !== tapped) {
      otherwise(tapped);
      return;
    }
    passes = target;
    go();
    passes = null;
  }
  // A form as it would be sent: where to, and what.
  function written(form, by) {
    const to = by && by.hasAttribute("formaction") ? by.formAction : form.action;
    const fields = [...new FormData(form, by && by.form === form ? by : null)];
    return JSON.stringify([form.method, to, fields.map(([name, value]) => [name, String(value)])]);
  }
  function send(tapped) {
    const [method, action, fields] = JSON.parse(tapped);
    const form = Object.assign(document.createElement("form"), { method, action, hidden: true });
    for (const [name, value] of fields) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    document.body.append(form);
    form.submit();
  }
  const ours = (link) => link.origin === location.origin && !link.target && !link.hasAttribute("download");
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    if (!link || !ours(link) || (link.pathname === location.pathname && link.hash)) return;
    guard(event, link, () => link.href, () => link.click(), (href) => location.assign(href));
  }, true);
  document.addEventListener("submit", (event) => {
    const form = event.target, by = event.submitter;
    if (form.matches("[hx-post], [hx-get]") && !("gone" in root.dataset)) return;
    const go = () => form.requestSubmit(by && by.form === form ? by : undefined);
    guard(event, form, () => written(form, by), go, send);
  }, true);
  document.addEventListener("input", (event) => { typed = event.target; }, true);
  addEventListener("pagehide", () => { leaving = true; });
  addEventListener("pageshow", (event) => { if (event.persisted) { leaving = false; look(); } });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  look();
})();
