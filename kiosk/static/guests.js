// Keeps a phone's page at the table's newest state. Live updates where there is room, else a
// question every few seconds; a phone that slept or lost its network starts anew by itself.
"use strict";
(() => {
  const guest = document.getElementById("guest");
  const stage = document.getElementById("stage");
  const link = document.getElementById("link");
  const word = document.getElementById("link-word");
  const said = guest.dataset;
  const poll = Number(said.poll) * 1000;
  const retry = Number(said.retry) * 1000;
  // Three signs of life missed: the connection is gone, though nobody said so.
  const patience = Number(said.beat) * 3000;
  let known = said.known;
  let source = null;
  let timer = 0;
  let watch = 0;
  let asking = 0;

  const address = (path, field) =>
    `${path}?see=${said.see}&lang=${document.documentElement.lang}&${field}=${encodeURIComponent(known)}`;

  function tell(state) {
    if (link.dataset.state === state) return;
    link.dataset.state = state;
    word.textContent = said[state];
    for (const long of document.querySelectorAll(".link-long")) long.hidden = long.dataset.when !== state;
  }

  // Only what differs is put in, so that nothing flickers and a screen reader tells what is new.
  function settle(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType !== 1 || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      old.replaceWith(fresh);
      return;
    }
    for (const each of [...old.attributes]) if (!fresh.hasAttribute(each.name)) old.removeAttribute(each.name);
    for (const each of fresh.attributes) old.setAttribute(each.name, each.value);
    let at = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      const named = next.id && [...old.children].find((child) => child.id === next.id);
      const twin = named || (at && !at.id && at.nodeName === next.nodeName ? at : null);
      if (!twin) {
        old.insertBefore(next, at);
        continue;
      }
      if (twin === at) at = at.nextSibling;
      else old.insertBefore(twin, at);
      settle(twin, next);
    }
    while (at) {
      const after = at.nextSibling;
      at.remove();
      at = after;
    }
  }

  function show(id, body) {
    known = id;
    guest.dataset.known = id;
    const made = document.createElement("div");
    made.id = "stage";
    made.innerHTML = body;
    settle(stage, made);
  }

  function stop() {
    if (source) source.close();
    source = null;
    clearTimeout(timer);
    clearTimeout(watch);
    if (asking) asking.abort();
    asking = 0;
  }

  function alive() {
    tell("live");
    clearTimeout(watch);
    watch = setTimeout(stream, patience);
  }

  function stream() {
    stop();
    source = new EventSource(address("/live", "after"));
    watch = setTimeout(() => ask(Date.now() + retry), patience);
    source.addEventListener("open", alive);
    source.addEventListener("alive", alive);
    source.addEventListener("state", (event) => {
      alive();
      show(event.lastEventId, event.data);
    });
    source.addEventListener("off", () => {
      tell("off");
      ask(Date.now() + retry, "off");
    });
    // No room, or no network: ask instead, and come back to the stream later.
    source.addEventListener("error", () => ask(Date.now() + retry));
  }

  async function ask(until, otherwise) {
    stop();
    const mine = new AbortController();
    asking = mine;
    const late = setTimeout(() => mine.abort(), patience);
    let heard = false;
    try {
      const answer = await fetch(address("/api/state", "since"), { cache: "no-store", signal: mine.signal });
      heard = answer.ok || answer.status === 304;
      if (answer.ok) {
        const fresh = await answer.json();
        show(fresh.id, fresh.body);
      } else if (answer.status === 400) {
        known = "";
      }
    } catch (error) {
      heard = false;
    }
    clearTimeout(late);
    if (asking !== mine) return;
    asking = 0;
    tell(heard ? "asking" : otherwise || "searching");
    const back = heard && Date.now() >= until;
    // Who was told "off" may be answered once more while the table closes its door: still off after that.
    timer = setTimeout(() => (back ? stream() : ask(until, otherwise)), poll);
  }

  function wake() {
    if (!document.hidden) stream();
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : wake()));
  document.addEventListener("resume", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => {
    stop();
    tell("searching");
    timer = setTimeout(stream, retry);
  });
  tell("live");
  stream();
})();
