// The phone that is the camera: one picture a request, the answer says what comes next. Nothing is
// kept here, and nothing waits in a row: while a picture is on its way no other is taken.
"use strict";
(() => {
  const PATIENCE_MS = 5000, ASK_MS = 1000, HEARD_MS = 100, LONGEST_PAUSE_MS = 5000, DARK_AFTER_MS = 20000;
  const eye = document.querySelector("#eye"), said = document.querySelector("#said");
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { alpha: false });
  let order = null, stream = null, opening = false, refused = "", retryAt = 0;
  let lamp = null, awake = null, battery = null, took = null, seen = -1;
  let less = 1, missed = 0, metAt = performance.now();

  const rest = (ms) => new Promise((done) => setTimeout(done, ms));

  function show(state, words) {
    document.body.dataset.state = state;
    said.hidden = !words;
    if (words) [said.children[0].textContent, said.children[1].textContent] = [words.de, words.en];
  }

  async function wake() {
    if (!("wakeLock" in navigator) || document.hidden || (awake && !awake.released)) return;
    try {
      awake = await navigator.wakeLock.request("screen");
    } catch {
      awake = null; // the system refuses, as with a battery that is nearly empty
    }
  }

  async function open(probe) {
    if (opening || stream || performance.now() < retryAt) return;
    if (!navigator.mediaDevices) return void (refused = "none");
    opening = true;
    try {
      const got = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: {
          facingMode: { ideal: "environment" },
          width: { ideal: order ? order.width : 1920 },
          height: { ideal: order ? order.height : 1080 },
          frameRate: { ideal: 30 },
        },
      });
      stream = got;
      refused = "";
      const [track] = got.getVideoTracks();
      track.addEventListener("ended", close);
      lamp = track.getCapabilities && track.getCapabilities().torch ? false : null;
      eye.srcObject = got;
      if (probe && !(order && order.camera)) close();
      else await eye.play();
    } catch (error) {
      close();
      refused = { NotAllowedError: "refused", NotFoundError: "none" }[error.name] || "";
      retryAt = performance.now() + LONGEST_PAUSE_MS;
    } finally {
      opening = false;
    }
  }

  function close() {
    if (stream) for (const track of stream.getTracks()) track.stop();
    stream = eye.srcObject = null;
    seen = -1;
    if (lamp) lamp = false;
  }

  async function shine(wanted) {
    if (!stream || lamp === null || lamp === wanted) return;
    try {
      await stream.getVideoTracks()[0].applyConstraints({ advanced: [{ torch: wanted }] });
      lamp = wanted;
    } catch {
      lamp = null;
    }
  }

  async function shot() {
    const wide = eye.videoWidth, high = eye.videoHeight;
    // A picture that was sent already, or that the system has stopped, is no news.
    if (!wide || document.hidden || eye.readyState < 2 || eye.currentTime === seen) return null;
    seen = eye.currentTime;
    const long = Math.max(order.width, order.height), short = Math.min(order.width, order.height);
    const by = Math.min(1, long / Math.max(wide, high), short / Math.min(wide, high));
    const width = Math.floor(wide * by), height = Math.floor(high * by);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    pen.drawImage(eye, 0, 0, width, height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", order.quality * less));
  }

  function word() {
    const told = new URLSearchParams();
    if (battery) told.set("battery", Math.round(100 * battery.level));
    if (battery) told.set("charging", battery.charging ? 1 : 0);
    if (stream && lamp !== null) told.set("torch", lamp ? 1 : 0);
    if (refused) told.set("refused", 1);
    if (took !== null) told.set("took", Math.min(60000, Math.round(took)));
    took = null;
    return told;
  }

  async function post(path, body, headers) {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), PATIENCE_MS);
    try {
      return await fetch(path, { method: "POST", body, headers, signal: over.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  async function turn() {
    const picture = order && order.camera && stream ? await shot() : null;
    const begun = performance.now();
    const answer = await post(`/picture?${word()}`, picture, { "Content-Type": "image/jpeg" });
    const words = await answer.json().catch(() => ({}));
    missed = 0;
    metAt = performance.now();
    if (answer.status === 403) {
      close();
      order = null;
      show("code", words.de ? words : null);
      return false;
    }
    if (answer.status === 413) less = Math.max(0.3, less * 0.8);
    if (words.every_ms) order = words;
    if (answer.ok && picture) took = metAt - begun;
    if (!answer.ok && !words.every_ms) await rest(ASK_MS);
    return true;
  }

  function follow() {
    if (order.camera && !stream && !refused) open();
    if (!order.camera && stream && !opening) close();
    shine(order.torch);
    if (order.over) show("over");
    else if (refused) show(refused);
    else if (document.hidden) show("hidden");
    else show(order.camera && stream ? "on" : order.camera ? "starting" : "off");
  }

  async function run() {
    for (;;) {
      const begun = performance.now();
      try {
        if (!(await turn())) return;
        if (order) follow();
      } catch {
        missed += 1;
        show(order && order.over ? "over" : "lost");
        if (performance.now() - metAt > DARK_AFTER_MS) close();
        await rest(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(missed, 5)));
        continue;
      }
      // Asking once more tells the table that this was heard.
      const idle = order && order.over ? HEARD_MS : ASK_MS;
      const every = order && order.camera && stream ? order.every_ms : idle;
      await rest(Math.max(0, every - (performance.now() - begun)));
    }
  }

  async function pair(code) {
    const answer = await post("/pair", new URLSearchParams({ code }));
    if (!answer.ok) return answer.json();
    // Asked for now, while somebody holds the phone: later it hangs above the table.
    await open(true);
    return null;
  }

  async function begin(code) {
    show("starting");
    while (code) {
      try {
        const wrong = await pair(code);
        if (wrong) return void show("code", wrong);
        code = "";
      } catch {
        show("lost");
        await rest(ASK_MS);
      }
    }
    wake();
    run();
  }

  document.addEventListener("visibilitychange", wake);
  document.querySelector("#code").addEventListener("submit", (event) => {
    event.preventDefault();
    begin(event.target.elements.code.value);
  });
  document.querySelector("#share").addEventListener("click", () => {
    refused = "";
    retryAt = 0;
    open(true);
  });
  if (navigator.getBattery) navigator.getBattery().then((found) => (battery = found), () => {});
  const code = decodeURIComponent(location.hash.slice(1));
  if (code) history.replaceState(null, "", "/");
  begin(code);
})();
