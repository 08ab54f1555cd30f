// The table as the second renderer sees it. Millimetres, z up; Python says what lies where.
// `begin` builds the scene, `draw` renders a part of the picture and hands back its pixels.
"use strict";

const ROWS_AT_CORNER = 4; // rows of the card's mesh within a rounded corner
const COLUMNS = 8;
const ROWS = 12;
const BESIDE = 10; // pixels added around what moves
const world = {};

function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

function text(data) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.readAsDataURL(new Blob([data]));
  });
}

async function picture(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const texture = new THREE.Texture(image);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 2;
  texture.needsUpdate = true;
  return texture;
}

function half(width, height, radius, y) {
  const into = Math.max(0, Math.abs(y) - (height / 2 - radius));
  return width / 2 - radius + Math.sqrt(Math.max(0, radius * radius - into * into));
}

// A card of paper thickness with round corners, bent as z = (kx x^2 + ky y^2) / 2 + kxy x y.
function sheet(card, bend, upwards) {
  const { width, height, radius, thick } = card;
  const [kx, ky, kxy] = bend;
  const rows = [];
  for (let i = 0; i <= ROWS_AT_CORNER; i++) {
    rows.push(-height / 2 + radius * (1 - Math.cos((Math.PI / 2) * (i / ROWS_AT_CORNER))));
  }
  const inner = height / 2 - radius;
  for (let i = 1; i < ROWS; i++) rows.push(-inner + (2 * inner * i) / ROWS);
  for (let i = ROWS_AT_CORNER; i >= 0; i--) rows.push(-rows[i]);
  const place = [], normal = [], uv = [], index = [];
  const side = upwards ? 1 : -1;
  for (const y of rows) {
    const reach = half(width, height, radius, y);
    for (let c = 0; c <= COLUMNS; c++) {
      const x = reach * ((2 * c) / COLUMNS - 1);
      const z = (kx * x * x + ky * y * y) / 2 + kxy * x * y + (side * thick) / 2;
      place.push(x, y, z);
      const n = new THREE.Vector3(-kx * x - kxy * y, -ky * y - kxy * x, 1).normalize();
      normal.push(side * n.x, side * n.y, side * n.z);
      uv.push(0.5 + (side * x) / width, 0.5 + y / height);
    }
  }
  const across = COLUMNS + 1;
  for (let r = 0; r + 1 < rows.length; r++) {
    for (let c = 0; c < COLUMNS; c++) {
      const a = r * across + c, b = a + across;
      if (upwards) index.push(a, a + 1, b, a + 1, b + 1, b);
      else index.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  return { place, normal, uv, index, rows: rows.length };
}

// The edge between face and back: the outline's points of both sheets, once around.
function edge(front, back) {
  const across = COLUMNS + 1, last = front.rows - 1, ring = [];
  for (let c = 0; c < across; c++) ring.push(c);
  for (let r = 1; r <= last; r++) ring.push(r * across + COLUMNS);
  for (let c = COLUMNS - 1; c >= 0; c--) ring.push(last * across + c);
  for (let r = last - 1; r > 0; r--) ring.push(r * across);
  const place = [], index = [];
  for (const at of ring) {
    place.push(...front.place.slice(3 * at, 3 * at + 3), ...back.place.slice(3 * at, 3 * at + 3));
  }
  for (let i = 0; i < ring.length; i++) {
    const a = 2 * i, b = 2 * ((i + 1) % ring.length);
    index.push(a, a + 1, b, a + 1, b + 1, b);
  }
  return { place, index };
}

function geometry(parts) {
  const made = new THREE.BufferGeometry();
  made.setAttribute("position", new THREE.Float32BufferAttribute(parts.place, 3));
  if (parts.uv) made.setAttribute("uv", new THREE.Float32BufferAttribute(parts.uv, 2));
  made.setIndex(parts.index);
  if (parts.normal) made.setAttribute("normal", new THREE.Float32BufferAttribute(parts.normal, 3));
  else made.computeVertexNormals();
  return made;
}

function varnished(map, card) {
  return new THREE.MeshPhysicalMaterial({
    map, roughness: 0.75, clearcoat: card.varnish, clearcoatRoughness: card.roughness,
    specularIntensity: 0.5,
  });
}

function cardOf(state) {
  const known = world.cards.get(state.id);
  if (known) return known;
  const card = world.config.card;
  const front = sheet(card, state.bend, true), back = sheet(card, state.bend, false);
  const group = new THREE.Group();
  group.add(new THREE.Mesh(geometry(front), world.faces[state.face]));
  group.add(new THREE.Mesh(geometry(back), world.back));
  group.add(new THREE.Mesh(geometry(edge(front, back)), world.paper));
  group.children.forEach((mesh) => { mesh.castShadow = mesh.receiveShadow = true; });
  group.matrixAutoUpdate = false;
  world.scene.add(group);
  world.cards.set(state.id, group);
  return group;
}

function handMesh(shape, look) {
  const place = new Float32Array(bytes(shape.place).buffer);
  const part = bytes(shape.part);
  const shade = bytes(shape.shade);
  const colour = new Float32Array(place.length);
  const paints = look.colours.map((value) => new THREE.Color(value));
  for (let i = 0; i < part.length; i++) {
    const paint = paints[part[i]], bright = shade[i] / 128;
    colour.set([paint.r * bright, paint.g * bright, paint.b * bright], 3 * i);
  }
  const made = new THREE.BufferGeometry();
  made.setAttribute("position", new THREE.BufferAttribute(place, 3));
  made.setAttribute("color", new THREE.BufferAttribute(colour, 3));
  made.setIndex(new THREE.BufferAttribute(new Uint32Array(bytes(shape.index).buffer), 1));
  made.computeVertexNormals();
  const material = new THREE.MeshPhongMaterial({
    vertexColors: true, shininess: 14, specular: 0x1c1512, side: THREE.DoubleSide,
  });
  const mesh = new THREE.Mesh(made, material);
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.matrixAutoUpdate = false;
  mesh.visible = false;
  world.scene.add(mesh);
  return mesh;
}

function glass(spec) {
  const group = new THREE.Group();
  const add = (shape, material, z, casts) => {
    const mesh = new THREE.Mesh(shape, material);
    mesh.rotation.x = Math.PI / 2;
    mesh.position.z = z;
    mesh.castShadow = casts;
    mesh.receiveShadow = true;
    group.add(mesh);
  };
  const [r, h, full] = [spec.radius, spec.height, spec.full];
  const mat = new THREE.MeshLambertMaterial({ color: spec.mat });
  add(new THREE.CylinderGeometry(r + 13, r + 13, 1.4, 40), mat, 0.7, true);
  const beer = new THREE.MeshPhongMaterial({ color: spec.drink, shininess: 60 });
  add(new THREE.CylinderGeometry(r - 3, r - 6, h * full, 40), beer, 3 + (h * full) / 2, true);
  const foam = new THREE.MeshLambertMaterial({ color: spec.foam });
  add(new THREE.CylinderGeometry(r - 3, r - 3, 9, 40), foam, 3 + h * full + 4, true);
  const wall = new THREE.MeshPhongMaterial({
    color: 0xdfe8e6, transparent: true, opacity: 0.2, shininess: 220, specular: 0xffffff,
    side: THREE.DoubleSide, depthWrite: false,
  });
  add(new THREE.CylinderGeometry(r, r - 4, h, 40, 1, true), wall, 2 + h / 2, false);
  const rim = new THREE.Mesh(new THREE.TorusGeometry(r, 1.4, 8, 40), wall);
  rim.position.z = h + 2;
  group.add(rim);
  group.position.set(spec.x, spec.y, 0);
  world.scene.add(group);
}

function lights(config) {
  const { lamp, sky, window } = config;
  const bulb = new THREE.SpotLight(lamp.colour, lamp.power, 0, lamp.angle, lamp.penumbra, 2);
  bulb.castShadow = true;
  bulb.shadow.mapSize.set(lamp.map, lamp.map);
  bulb.shadow.camera.near = 250;
  bulb.shadow.camera.far = 2200;
  bulb.shadow.bias = -0.0004;
  bulb.shadow.normalBias = 0.25;
  bulb.target.position.set(0, 0, 0);
  const light = new THREE.DirectionalLight(window.colour, window.power);
  light.position.set(...window.from);
  world.scene.add(bulb, bulb.target, light);
  world.scene.add(new THREE.HemisphereLight(sky.above, sky.below, sky.power));
  world.bulb = bulb;
}

async function begin(config) {
  world.config = config;
  const canvas = document.createElement("canvas");
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: false });
  renderer.setSize(config.width, config.height, false);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFShadowMap;
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  renderer.toneMappingExposure = config.exposure;
  renderer.setScissorTest(true);
  world.renderer = renderer;
  world.scene = new THREE.Scene();
  const { place, target, up, fov } = config.camera;
  const camera = new THREE.PerspectiveCamera(fov, config.width / config.height, 50, 4000);
  camera.position.set(...place);
  camera.up.set(...up);
  camera.lookAt(...target);
  camera.updateMatrixWorld();
  world.camera = camera;
  lights(config);
  const top = new THREE.Mesh(
    new THREE.PlaneGeometry(...config.table.size),
    new THREE.MeshPhongMaterial({
      map: await picture(config.table.picture), shininess: config.table.shininess,
      specular: config.table.specular,
    }),
  );
  top.receiveShadow = true;
  world.scene.add(top);
  world.table = top;
  world.cards = new Map();
  world.faces = {};
  for (const [code, url] of Object.entries(config.faces)) {
    world.faces[code] = varnished(await picture(url), config.card);
  }
  world.back = varnished(await picture(config.back), config.card);
  world.paper = new THREE.MeshLambertMaterial({ color: config.card.paper, side: THREE.DoubleSide });
  world.hands = config.looks.map((look) => config.hands.map((shape) => handMesh(shape, look)));
  config.glasses.forEach(glass);
  return true;
}

// Put cards and hands where a moment says; what it does not name is not to be seen.
function arrange(moment) {
  for (const group of world.cards.values()) group.visible = false;
  world.hands.flat().forEach((mesh) => { mesh.visible = false; });
  for (const state of moment.cards) {
    const group = cardOf(state);
    group.visible = true;
    group.matrix.fromArray(state.matrix);
    group.updateMatrixWorld(true);
  }
  for (const state of moment.hands) {
    const mesh = world.hands[state.who][state.grasp];
    mesh.visible = true;
    mesh.matrix.fromArray(state.matrix);
    mesh.updateMatrixWorld(true);
  }
}

function grow(box, point) {
  const at = point.clone().project(world.camera);
  const { width, height } = world.config;
  const x = ((at.x + 1) / 2) * width, y = ((at.y + 1) / 2) * height;
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}

// The part of the picture, rows from below, that an object and its shadow on the table can touch.
function touch(box, object) {
  for (const mesh of object.isMesh ? [object] : object.children) {
    const shape = mesh.geometry;
    if (!shape.boundingBox) shape.computeBoundingBox();
    const { min, max } = shape.boundingBox;
    for (let corner = 0; corner < 8; corner++) {
      const point = new THREE.Vector3(
        corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z,
      ).applyMatrix4(mesh.matrixWorld);
      grow(box, point);
      const lamp = new THREE.Vector3(...world.config.lamp.place);
      const share = point.z / Math.max(1, lamp.z - point.z);
      grow(box, point.clone().add(point.clone().sub(lamp).multiplyScalar(Math.max(0, share))));
    }
  }
}

// Left, lower edge, width and height of what a job draws: round all that its `touched` name.
function region(job) {
  const { width, height } = world.config;
  if (job.whole) return [0, 0, width, height];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const moment of job.touched) {
    arrange(moment);
    for (const state of moment.cards) touch(box, world.cards.get(state.id));
    for (const state of moment.hands) touch(box, world.hands[state.who][state.grasp]);
  }
  const even = (value, most) => Math.min(most, Math.max(0, 2 * Math.round(value / 2)));
  const x0 = even(box[0] - BESIDE, width), y0 = even(box[1] - BESIDE, height);
  const x1 = even(box[2] + BESIDE, width), y1 = even(box[3] + BESIDE, height);
  return x1 > x0 && y1 > y0 ? [x0, y0, x1 - x0, y1 - y0] : null;
}

function dull() {
  // Not quite 0, which would build the materials anew.
  for (const material of [...Object.values(world.faces), world.back]) material.clearcoat = 1e-6;
}

// Every card in a flat colour of its own, hands in another, nothing else: what can be seen of them.
function marked(moment) {
  const materials = new Map();
  world.scene.traverse((mesh) => {
    if (!mesh.isMesh) return;
    materials.set(mesh, mesh.material);
    mesh.material = new THREE.MeshBasicMaterial({ color: 0, toneMapped: false, side: THREE.DoubleSide });
  });
  moment.cards.forEach((state, at) => world.cards.get(state.id).children.forEach((mesh) => {
    mesh.material.color.setRGB((at + 1) / 255, 0, 0, THREE.LinearSRGBColorSpace);
    mesh.material.color.convertSRGBToLinear();
  }));
  world.hands.flat().forEach((mesh) => mesh.material.color.setRGB(1, 0, 0));
  world.renderer.render(world.scene, world.camera);
  for (const [mesh, material] of materials) mesh.material = material;
}

// Draw what the moments show, averaged: each has its own instant, place on the lamp and jitter.
// `coarse` 2 draws every other pixel only: enough for what flies past.
async function draw(job) {
  const part = region(job);
  if (!part) return null;
  const [x, y, wide, high] = part.map((value) => value / job.coarse);
  const { renderer, camera, config } = world, gl = renderer.getContext();
  renderer.setViewport(0, 0, config.width / job.coarse, config.height / job.coarse);
  renderer.setScissor(x, y, wide, high);
  const sum = new Uint16Array(3 * wide * high), raw = new Uint8Array(4 * wide * high);
  job.moments.forEach((moment, at) => {
    const [lx, ly, jx, jy] = config.samples[at % config.samples.length];
    const lamp = config.lamp;
    world.bulb.position.set(lamp.place[0] + lx, lamp.place[1] + ly, lamp.place[2]);
    camera.setViewOffset(config.width, config.height, jx, jy, config.width, config.height);
    arrange(moment);
    if (job.marks) marked(moment);
    else renderer.render(world.scene, camera);
    gl.readPixels(x, y, wide, high, gl.RGBA, gl.UNSIGNED_BYTE, raw);
    for (let from = 0, to = 0; from < raw.length; from += 4, to += 3) {
      sum[to] += raw[from];
      sum[to + 1] += raw[from + 1];
      sum[to + 2] += raw[from + 2];
    }
  });
  const mean = new Uint8Array(sum.length), count = job.moments.length;
  for (let i = 0; i < sum.length; i++) mean[i] = Math.round(sum[i] / count);
  return { part, pixels: await text(mean) };
}
