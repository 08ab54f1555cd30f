/* Tapping corners: a loupe under the finger while it lies on the picture; letting go sets the corner. */
(() => {
  "use strict";
  const area = document.querySelector("[data-taps]");
  if (!area) return;
  const image = area.querySelector("img");
  const form = area.querySelector("form");
  const glass = area.querySelector("canvas");
  const pen = glass.getContext("2d");
  const ZOOM = 3;
  let down = false;

  const share = (value, from, length) => Math.min(1, Math.max(0, (value - from) / length));
  const place = (event) => {
    const box = image.getBoundingClientRect();
    return [share(event.clientX, box.left, box.width), share(event.clientY, box.top, box.height)];
  };

  const look = (event) => {
    const [x, y] = place(event);
    const box = image.getBoundingClientRect();
    const side = glass.width / ZOOM;
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, glass.width, glass.height);
    pen.drawImage(image, x * image.naturalWidth - side / 2, y * image.naturalHeight - side / 2, side, side,
      0, 0, glass.width, glass.height);
    pen.strokeStyle = "#4cc9f0";
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(glass.width / 2, 0); pen.lineTo(glass.width / 2, glass.height);
    pen.moveTo(0, glass.height / 2); pen.lineTo(glass.width, glass.height / 2);
    pen.stroke();
    /* Beside the finger, on the side where there is room. */
    glass.style.left = x < 0.5 ? "auto" : "0";
    glass.style.right = x < 0.5 ? "0" : "auto";
    glass.style.top = y < 0.5 ? "auto" : "0";
    glass.style.bottom = y < 0.5 ? `calc(100% - ${box.height}px)` : "auto";
    glass.hidden = false;
  };

  image.addEventListener("pointerdown", (event) => {
    down = true;
    image.setPointerCapture(event.pointerId);
    event.preventDefault();
    look(event);
  });
  image.addEventListener("pointermove", (event) => { if (down) look(event); });
  image.addEventListener("pointercancel", () => { down = false; glass.hidden = true; });
  image.addEventListener("pointerup", (event) => {
    if (!down) return;
    down = false;
    glass.hidden = true;
    const [x, y] = place(event);
    form.elements.x.value = x.toFixed(5);
    form.elements.y.value = y.toFixed(5);
    form.requestSubmit();
  });
})();
