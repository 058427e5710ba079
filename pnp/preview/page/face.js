// One side of a piece: the picture of its PDF page, cut to its shape, with the lines of bleed, trim and safe area.

import { h, svg } from "./dom.js";
import { choice, game, on } from "./store.js";

const RESOLUTIONS = [50, 75, 100, 150, 200, 300, 450, 600];
const MM_PER_INCH = 25.4;

export function resolution(scale) {
  const wanted = scale * MM_PER_INCH * Math.min(window.devicePixelRatio || 1, 3);
  return RESOLUTIONS.find((dpi) => dpi >= wanted * 0.93) ?? RESOLUTIONS.at(-1);
}

const near = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const face = entry.target.face;
    face.visible = entry.isIntersecting;
    if (face.visible) face.load();
  }
}, { rootMargin: "500px" });

const faces = new Set();

// Who hurries past sees no pictures: they are fetched once it is slower.
const SLOW_MS = 110;
let hurrying = 0;
export function hurry() {
  clearTimeout(hurrying);
  hurrying = setTimeout(() => {
    hurrying = 0;
    for (const face of faces) if (face.visible) face.load();
  }, SLOW_MS);
}

export class Face {
  // `scale` gives pixels to the millimetre; it is asked again when the picture is drawn.
  constructor(scale = () => choice.scale) {
    this.scale = scale;
    this.image = h("img", { alt: "", decoding: "async", draggable: "false" });
    this.lines = svg("svg", { "aria-hidden": "true" });
    this.element = h("div", { class: "face" }, this.image, this.lines);
    this.element.face = this;
    this.wanted = "";
    this.pieces = 0; // how many it has been for
    faces.add(this);
    near.observe(this.element);
  }

  show(picture, size, alt) {
    this.picture = picture;
    this.alt = alt;
    this.element.classList.toggle("none", !picture);
    if (size && this.size !== size) this.shape(size);
    if (this.visible || !this.wanted) this.load();
  }

  // For another piece: its picture is not to be seen there.
  forget() {
    this.pieces += 1;
    this.wanted = "";
    this.picture = "";
    this.element.classList.remove("ready");
  }

  shape(size) {
    this.size = size;
    const { width, height, bleed, radius, shape } = size;
    this.element.dataset.shape = shape.startsWith("hex") ? "hex" : shape;
    for (const [name, value] of Object.entries({ w: width, h: height, b: bleed, r: radius })) {
      this.element.style.setProperty(`--${name}`, value);
    }
    const corners = size.corners.map(([x, y]) => `${(x / width) * 100}% ${(y / height) * 100}%`);
    this.element.style.setProperty("--hex", corners.length ? `polygon(${corners.join(",")})` : "none");
    this.lines.setAttribute("viewBox", `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`);
    this.lines.replaceChildren(
      ...["bleed", "trim", "safe"].map((name) => svg("path", { class: name, d: size[`${name}Path`] })),
    );
  }

  // Fetches the picture; the old one stays until the new one can be shown.
  async load() {
    if (!this.picture || !this.visible || hurrying) return;
    const wanted = `pictures/${this.picture}-${resolution(this.scale())}.png`;
    if (wanted === this.wanted) {
      this.image.alt = this.alt ?? "";
      return;
    }
    this.wanted = wanted;
    const { pieces } = this;
    const fresh = h("img", { alt: this.alt ?? "", draggable: "false", data: { picture: this.picture } });
    fresh.src = wanted;
    try {
      await fresh.decode();
    } catch {
      if (this.wanted === wanted) this.wanted = "";
      return;
    }
    // An older picture of the piece is better than none.
    if (this.wanted !== wanted && (this.pieces !== pieces || this.element.classList.contains("ready"))) return;
    this.image.replaceWith(fresh);
    this.image = fresh;
    this.element.classList.add("ready");
  }

  drop() {
    near.unobserve(this.element);
    faces.delete(this);
  }
}

// Where a pointer is on a face, in millimetres from the trim.
export function spotOn(face, event) {
  const box = face.element.getBoundingClientRect();
  const bleed = document.body.classList.contains("bleed") ? face.size.bleed : 0;
  const pixels = box.width / (face.size.width + 2 * bleed);
  return [(event.clientX - box.left) / pixels - bleed, (event.clientY - box.top) / pixels - bleed];
}

export function altText(piece, side) {
  const text = piece.fields.find((field) => field.name === "text");
  return side === "back" ? `Back of ${piece.name}` : [piece.name, text?.value].filter(Boolean).join(". ");
}

export function sizeOf(piece) {
  return game.sizes[piece.size];
}

let settled = 0;
on("choice-scale", () => {
  clearTimeout(settled);
  settled = setTimeout(() => { for (const face of faces) if (face.visible) face.load(); }, 120);
});
