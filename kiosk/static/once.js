/* A finger that bounces taps twice: on a button that turns something on and off, once counts. */
(() => {
  "use strict";
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
