/* A finger that bounces taps twice: on a button that turns something on and off, once counts. And
   one that lies on a button while an answer moves it away has tapped that button all the same. */
(() => {
  "use strict";
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest && event.target.closest("button");
    if (button) button.setPointerCapture(event.pointerId);
  }, true);
  const BOUNCE_MS = 500;
  let last = "";
  let at = -BOUNCE_MS;
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
