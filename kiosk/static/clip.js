/* Plays the pictures of a clip again and again; once all were seen it may be kept. */
"use strict";
(() => {
  const image = document.getElementById("clip");
  if (!image) return;
  const MS = 125;
  const { clip, pictures } = image.dataset;
  const last = Number(pictures) - 1;
  let index = 0;
  let done = false;
  let timer;
  /* What is kept or deleted is forgotten here; the answer to the tap says so, not its next picture. */
  document.addEventListener("submit", () => { done = true; });
  const next = () => {
    if (done) return;
    if (index === last) document.getElementById("keep").disabled = false;
    index = index === last ? 0 : index + 1;
    image.src = `/setup/clip/${clip}/${index}`;
  };
  /* Forgotten meanwhile, or taken anew by somebody else: the page shows what there is. */
  image.addEventListener("error", () => { if (!done) location.replace("/setup/clip"); });
  /* A picture that is there already may still say so: one timer, whoever asks for it. */
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(next, index === last ? 8 * MS : MS);
  };
  image.addEventListener("load", wait);
  if (image.complete) wait();
})();
