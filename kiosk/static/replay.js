// The replay's player. Every control is a link that works without this; here a tap takes the next
// picture in place, and the pictures come by themselves at the pace of the evening.
// The page and the file for friends share it: `window.replayPictures` there knows all pictures.
(() => {
  "use strict";
  const SHORTEST_MS = 90;
  const player = document.getElementById("player");
  if (!player) return;
  let speed = Number(player.dataset.speedAtFirst) || 1, playing = false, timer = 0, wanted = null, busy = false;

  const one = (what) => player.querySelector(what);
  const link = (go) => one(`a[data-go="${go}"]`);

  // Pictures from the server: the same address as without scripts; its part `player` is taken.
  const fetched = {
    async at(address) {
      const answer = await fetch(address, { credentials: "same-origin" });
      if (!answer.ok) { location.assign(address); return null; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      history.replaceState(null, "", answer.url);
      return page.getElementById("player");
    },
  };
  const pictures = window.replayPictures ? window.replayPictures(player) : fetched;

  // What stayed the same stays: no picture is loaded twice, and a finger keeps its slider.
  const key = (node) => node.nodeType === 1 ? `${node.nodeName}#${node.id}` : node.nodeName;
  function patch(old, fresh) {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const news = [...fresh.childNodes];
    news.forEach((child, at) => {
      const there = old.childNodes[at];
      if (!there) old.append(child);
      else if (key(there) !== key(child)) there.replaceWith(child);
      else if (there.nodeType === 1) patch(there, child);
      else if (there.nodeValue !== child.nodeValue) there.nodeValue = child.nodeValue;
    });
    while (old.childNodes.length > news.length) old.lastChild.remove();
  }

  // What only works with scripts shows itself.
  function dress() {
    for (const what of ["#play", "#speed", "#scrub"]) { const part = one(what); if (part) part.hidden = false; }
    const pace = one("#speed");
    if (pace) {
      pace.textContent = `${speed}×`;
      pace.setAttribute("aria-label", pace.dataset.words.replace("{n}", speed));
      pace.dataset.speed = speed;
    }
    const play = one("#play"), scrub = one("#scrub");
    if (play) {
      const words = playing ? play.dataset.pause : play.dataset.play;
      play.setAttribute("aria-pressed", String(playing));
      play.firstElementChild.textContent = playing ? "❚❚" : "▶";
      play.lastElementChild.textContent = words;
    }
    if (scrub && document.activeElement !== scrub) scrub.value = scrub.getAttribute("value");
    player.dataset.playing = String(playing);
  }

  // One picture at a time; of many asked for meanwhile the newest counts.
  async function go(address) {
    wanted = address;
    if (busy) return;
    busy = true;
    try {
      while (wanted) {
        const next = wanted;
        wanted = null;
        const fresh = await pictures.at(next);
        if (!fresh) return;
        patch(player, fresh);
        dress();
      }
    } finally { busy = false; }
    if (playing) beat();
  }

  function beat() {
    clearTimeout(timer);
    const next = link("on");
    if (!next) { pause(); return; }
    timer = setTimeout(() => { const on = link("on"); if (playing && on) go(on.href); else pause(); },
      Math.max(SHORTEST_MS, Number(player.dataset.wait) / speed));
  }
  function pause() { playing = false; clearTimeout(timer); dress(); }
  function play() {
    const first = link("on") ? null : one('a[data-trick="1"]');
    playing = true;
    dress();
    if (first && pictures.start) go(pictures.start()); else if (first) go(first.href); else beat();
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest("a, button");
    if (!target || !player.contains(target)) return;
    if (target.id === "play") { if (playing) pause(); else play(); }
    else if (target.id === "speed") {
      const speeds = target.dataset.speeds.split(" ").map(Number);
      speed = speeds[(speeds.indexOf(speed) + 1) % speeds.length];
      dress();
      if (playing) beat();
    }
    else if (target.dataset.go || target.dataset.trick || target.dataset.jump || target.id === "toggle") {
      event.preventDefault();
      if (target.id !== "toggle") pause();
      go(target.href);
    }
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "scrub") return;
    pause();
    const address = new URL(event.target.dataset.at, location.href);
    address.searchParams.set("card", event.target.value);
    go(address.href);
  });
  document.addEventListener("submit", (event) => { if (event.target.matches(".scrubber")) event.preventDefault(); });

  const KEYS = { ArrowRight: "on", ArrowLeft: "back", ArrowUp: "trick-back", ArrowDown: "trick-on",
    PageUp: "trick-back", PageDown: "trick-on" };
  const SPEED_KEYS = { 1: 1, 2: 4, 3: 16 };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !document.contains(player) || player.hidden) return;
    const to = link(KEYS[event.key]);
    if (KEYS[event.key]) { event.preventDefault(); pause(); if (to) go(to.href); }
    else if (event.key === " " && !event.target.closest("a, button:not(#play)")) {
      event.preventDefault();
      if (playing) pause(); else play();
    } else if (SPEED_KEYS[event.key]) { speed = SPEED_KEYS[event.key]; dress(); if (playing) beat(); }
  });

  window.replayGo = go;
  dress();
})();
