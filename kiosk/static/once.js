/* Fingers that mean something else than what they hit. A finger that bounces taps twice: on a button that turns something on and off, once counts. And
   one that lies on a button while an answer moves it away has tapped that button all the same. */
(() => {
  "use strict";
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest && event.target.closest("button");
    if (button) button.setPointerCapture(event.pointerId);
  }, true);
  const BOUNCE_MS = 500;
  const SAME_SPOT_PX = 12;
  let spot = null;
  let last = "";
  let at = -BOUNCE_MS;
  // The answer may have put another button under a finger that taps twice on one spot.
  document.addEventListener("click", (event) => {
    const choice = event.target.closest && event.target.closest("[data-choice]");
    const before = spot;
    spot = choice && event.pointerType === "touch" ? { choice: choice.id, x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
    if (!spot || !before || spot.choice === before.choice || spot.at - before.at >= BOUNCE_MS) return;
    if (Math.hypot(spot.x - before.x, spot.y - before.y) > SAME_SPOT_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("[data-once]");
    if (!button) {
      last = "";
      return;
    }
    const again = button.id === last && event.timeStamp - at < BOUNCE_MS;
    last = button.id;
    at = event.timeStamp;
    if (!again) return;
    refuse(event);
  }, true);

  /* The foot's places stand still, what they mean does not: a second tap of the same finger, or one
     that comes while a card changes the place, was meant for what stood there before. */
  const REST_MS = Number(document.body.dataset.rest);
  const means = (place) => `${place.textContent.trim()} ${place.href || (place.form && place.form.action) || ""}`;
  const places = () => [...document.querySelectorAll(".foot .button")];
  const changed = new Map();
  let known = places().map(means);
  new MutationObserver(() => {
    const now = places().map(means);
    now.forEach((each, index) => { if (each !== known[index]) changed.set(index, performance.now()); });
    known = now;
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  document.addEventListener("click", (event) => {
    const place = event.target.closest && event.target.closest(".foot .button");
    // A key is pressed on purpose: only fingers bounce.
    if (!place || !REST_MS || event.detail === 0) return;
    const index = places().indexOf(place);
    const before = JSON.parse(sessionStorage.getItem("place") || "{}");
    const bounced = before.index === index && before.means !== means(place) && Date.now() - before.at < REST_MS;
    const moved = changed.has(index) && performance.now() - changed.get(index) < REST_MS;
    if (bounced || moved) refuse(event);
    else sessionStorage.setItem("place", JSON.stringify({ index, means: means(place), at: Date.now() }));
  }, true);

  /* A list that is longer than its page stands where it stood when a tap in it shows the page again. */
  const lists = () => [...document.querySelectorAll(".chips, .topics")];
  const stood = JSON.parse(sessionStorage.getItem("lists") || "{}");
  if (stood.page === location.pathname) lists().forEach((list, index) => { list.scrollTop = stood.tops[index] || 0; });
  addEventListener("pagehide", () => {
    const tops = lists().map((list) => list.scrollTop);
    if (tops.length) sessionStorage.setItem("lists", JSON.stringify({ page: location.pathname, tops }));
  });

  function refuse(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
})();
