/* A finger that bounces taps twice: on a button that turns something on and off, once counts. And
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
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
})();
