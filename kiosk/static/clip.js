/* Plays the pictures of a clip again and again; once all were seen it may be kept. */
"use strict";
(() => {
  const image = document.getElementById("clip");
  if (!image) return;
  const MS = 125;
  const { clip, pictures } = image.dataset;
  const last = Number(pictures) - 1;
  let index = 0;
  const next = () => {
    if (index === last) document.getElementById("keep").disabled = false;
    index = index === last ? 0 : index + 1;
    image.src = `/setup/clip/${clip}/${index}`;
  };
  /* Forgotten meanwhile, or taken anew by somebody else: the page shows what there is. */
  image.addEventListener("error", () => location.replace("/setup/clip"));
  image.addEventListener("load", () => setTimeout(next, index === last ? 8 * MS : MS));
  if (image.complete) setTimeout(next, MS);
})();
