// The file for friends: all pictures are inside. Addresses are `#deal.step` (and `.m` with marks, `.o` with
// open cards, `.mo` with both); `#deal.open` is what is told of the deal with open cards.
(() => {
  "use strict";
  const film = JSON.parse(document.getElementById("film").textContent);
  const fronts = [...document.querySelectorAll("[data-front]")];
  let chosen = document.documentElement.lang;
  const made = new Map();

  const block = (number) => {
    if (!made.has(number)) made.set(number, film.blocks[number].map((line) => film.lines[line]).join("\n"));
    return made.get(number);
  };
  const address = ({ deal, marks, open }, step) => {
    const shown = `${marks ? "m" : ""}${open ? "o" : ""}`;
    return `#${deal.number}.${step}${shown && `.${shown}`}`;
  };
  function meant(where) {
    const [number, step, shown = ""] = new URL(where, location.href).hash.slice(1).split(".");
    const deal = film.deals.find((each) => String(each.number) === number);
    if (!deal) return null;
    const at = Math.min(Math.max(Number(step) || 0, 0), deal.steps.length - 1);
    const told = step === "open" && Boolean(deal.open);
    return { deal, at, told, marks: shown.includes("m"), open: shown.includes("o") && Boolean(deal.open) };
  }
  const atCard = (deal, card) => {
    if (card <= 0) return 0;
    const found = deal.steps.findIndex((step) => step.card >= card);
    return found < 0 ? deal.steps.length - 1 : found;
  };
  const trickOf = (deal, step) => step.card ? Math.floor((step.card - 1) / deal.size) + 1 : 0;

  // One step drawn: its markup, then the controls with their addresses.
  function drawn(place) {
    const { deal, at, marks, open } = place;
    const step = deal.steps[at], root = document.createElement("div");
    root.id = "player";
    root.className = "player";
    root.dataset.wait = step.wait;
    const rows = place.told ? deal.open : (open && step.open) || step;
    root.innerHTML = rows[chosen].map(block).join("\n");
    if (place.told) return root;
    for (const place of root.querySelectorAll(".slot .place")) {
      const card = place.querySelector("[data-card]");
      if (card) place.id = `play-${card.dataset.card}-${trickOf(deal, step)}`;
    }
    const shell = document.querySelector(`[data-shell-of="${chosen}"]`).content.cloneNode(true);
    const to = { back: at - 1, on: at + 1, "trick-back": step.back, "trick-on": step.on };
    for (const key of shell.querySelectorAll("[data-go]")) {
      const target = to[key.dataset.go];
      if (target !== null && target >= 0 && target < deal.steps.length) key.href = address(place, target);
      else { key.classList.add("off"); key.setAttribute("aria-disabled", "true"); }
    }
    const scrub = shell.querySelector("#scrub");
    scrub.max = deal.cards;
    scrub.setAttribute("value", step.card);
    scrub.dataset.at = address(place, at);
    const row = shell.querySelector(".tricks-row");
    const hot = new Set(marks ? deal.steps.filter((each) => each.alert).map((each) => trickOf(deal, each)) : []);
    const mended = new Set(marks ? deal.corrected.map((each) => trickOf(deal, deal.steps[each])) : []);
    for (let number = 1; number <= deal.tricks; number += 1) {
      const now = trickOf(deal, step), never = at === deal.steps.length - 1 && number > now;
      const mark = document.createElement(never ? "span" : "a");
      const told = open ? deal.open.tricks[number] : undefined;
      if (!never) mark.href = address(place, told ?? atCard(deal, (number - 1) * deal.size + 1));
      mark.dataset.trick = number;
      mark.classList.toggle("never", never);
      mark.classList.toggle("done", number <= now);
      mark.classList.toggle("now", number === now);
      mark.classList.toggle("alert", hot.has(number));
      mark.classList.toggle("told", told !== undefined);
      mark.textContent = `${number}${hot.has(number) ? " ▲" : ""}${mended.has(number) ? " ✎" : ""}${told === undefined ? "" : " ◆"}`;
      if (!never) mark.setAttribute("aria-label", row.dataset[told === undefined ? "words" : "told"].replace("{n}", number));
      row.append(mark);
    }
    const toggle = shell.querySelector("#toggle");
    toggle.href = address({ deal, marks: !marks, open }, at);
    toggle.textContent = marks ? toggle.dataset.hide : toggle.dataset.show;
    const toOpen = shell.querySelector("#to-open-cards");
    if (deal.open) toOpen.href = `#${deal.number}.open`; else toOpen.remove();
    if (open) toOpen.setAttribute("aria-current", "true");
    root.querySelector("[data-shell]").replaceWith(shell);
    return root;
  }

  window.replayPictures = (player) => {
    const show = () => {
      const place = meant(location.href);
      player.hidden = !place;
      document.body.classList.toggle("playing", Boolean(place));
      for (const front of fronts) front.hidden = Boolean(place) || front.dataset.front !== chosen;
      document.documentElement.lang = chosen;
      return place;
    };
    document.addEventListener("click", (event) => {
      if (!event.target.closest("[data-other]")) return;
      chosen = chosen === "de" ? "en" : "de";
      const place = show();
      if (place) window.replayGo(location.hash);
    });
    window.addEventListener("hashchange", () => { if (show()) window.replayGo(location.hash); });
    if (show()) setTimeout(() => window.replayGo(location.hash));
    return {
      at(where) {
        const url = new URL(where, location.href), place = meant(where);
        if (!place) { location.hash = url.hash; return null; }
        const card = url.searchParams.get("card");
        if (card !== null) place.at = atCard(place.deal, Number(card));
        if (!place.told) history.replaceState(null, "", address(place, place.at));
        show();
        return drawn(place);
      },
      start: () => { const place = meant(location.href); return address(place, 0); },
    };
  };
})();
