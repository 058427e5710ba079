// The boxes of a layout over the picture of a piece: those placed by numbers are moved and sized.

import { h } from "./dom.js";
import { edit, record, say, settled, tellPlace } from "./edit.js";
import { sizeOf } from "./face.js";
import { editorLink, game } from "./store.js";

const GRID = 0.5; // millimetres
const NEAR = 0.8; // millimetres within which an edge snaps to another one
const SAFE = 2; // millimetres from the trim, as in the overlay
const HANDLES = ["n", "e", "s", "w", "ne", "se", "sw", "nw"];

const round = (number) => Math.round(number * 1000) / 1000;

export class Drawing {
  constructor(stage, card, pixels) {
    this.stage = stage;
    this.card = card;
    this.pixels = pixels; // gives pixels to the millimetre
    this.layer = h("div", { class: "boxes", role: "group", "aria-label": "Boxes of the layout" });
    this.about = h("p", { class: "box-about", role: "status" });
    this.active = false;
    this.boxes = [];
    this.held = 0; // boxes that are being moved, or whose numbers are on their way: until then, all stay
    this.missed = false;
  }

  release() {
    this.held -= 1;
    if (this.held || !this.missed) return;
    this.missed = false;
    this.refresh(this.key, this.side);
  }

  toggle(key, side) {
    this.active = !this.active;
    if (this.active) this.refresh(key, side);
    else {
      this.layer.remove();
      this.about.remove();
    }
    return this.active;
  }

  async refresh(key, side) {
    this.key = key;
    this.side = side;
    const found = await settled(() => boxesOf(key, side));
    if (!this.active || key !== this.key || side !== this.side) return;
    if (this.held) {
      this.missed = true;
      return;
    }
    this.boxes = (found?.boxes ?? []).map(({ element: number, ...box }) => ({ ...box, number }));
    this.locked = found?.shipped;
    const focused = this.layer.contains(document.activeElement) ? document.activeElement.dataset.box : null;
    this.card.append(this.layer);
    this.stage.append(this.about);
    this.about.textContent = this.boxes.length ? "Solid boxes can be moved: drag them, or use the arrow keys (Shift: 5 mm, Alt: size)." : "This side has no boxes.";
    // Small boxes lie above large ones, so that each can be caught.
    const order = this.boxes.map((box, index) => ({ box, index })).sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
    this.layer.replaceChildren(...order.map(({ box, index }) => this.element(box, index)));
    this.place();
    if (focused) this.layer.querySelector(`[data-box="${focused}"]`)?.focus();
  }

  element(box, index) {
    const movable = !box.fixed && !this.locked;
    const words = `${box.tag}, ${round(box.x)} ${round(box.y)}, ${round(box.width)} × ${round(box.height)} mm${box.fixed ? `, ${box.fixed}` : ""}`;
    const element = h(
      "div",
      { class: movable ? "box movable" : "box", tabindex: "0", role: "button", "aria-label": words, title: words, data: { box: index }, onfocus: () => { this.about.textContent = words; } },
      movable ? HANDLES.filter((handle) => this.edges(box, handle)).map((handle) => h("span", { class: "handle", data: { handle } })) : "",
    );
    box.element = element;
    element.addEventListener("pointerdown", (event) => this.grab(event, box, movable));
    element.addEventListener("keydown", (event) => this.key_(event, box, movable));
    return element;
  }

  // Places the elements of all boxes; they follow the size of the card.
  place() {
    const pixels = this.pixels();
    for (const box of this.boxes) this.put(box, box, pixels);
  }

  put(box, { x, y, width, height }, pixels = this.pixels()) {
    for (const [name, value] of Object.entries({ left: x, top: y, width: Math.max(width, 0.6), height: Math.max(height, 0.6) })) box.element?.style.setProperty(name, `${value * pixels}px`);
  }

  // Whether the numbers of a box let these edges move.
  edges(box, handle) {
    const { values } = box;
    if (values.inset) return values.inset.split(/\s+/).length === 4;
    const across = "width" in values || "size" in values;
    const down = "height" in values || "size" in values;
    return [...handle].every((edge) => (edge === "e" ? across : edge === "s" ? down : edge === "w" ? across && "x" in values : down && "y" in values));
  }

  grab(event, box, movable) {
    if (event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      openLine(box);
      return;
    }
    event.stopPropagation();
    if (!movable || event.button) return;
    const handle = event.target.dataset.handle ?? "";
    const start = { x: event.clientX, y: event.clientY };
    const pixels = this.pixels();
    box.element.setPointerCapture(event.pointerId);
    let moved = null;
    const move = (now) => {
      const dx = (now.clientX - start.x) / pixels;
      const dy = (now.clientY - start.y) / pixels;
      if (!moved && Math.hypot(dx, dy) * pixels < 3) return;
      moved = this.changed(box, handle, dx, dy, now.shiftKey ? "" : "snap");
      this.put(box, moved, pixels);
      this.about.textContent = `${box.tag}: ${moved.x} ${moved.y}, ${moved.width} × ${moved.height} mm`;
    };
    this.held += 1;
    let ended = false;
    const end = async () => {
      if (ended) return;
      ended = true;
      box.element.removeEventListener("pointermove", move);
      if (moved) await this.write(box, moved);
      this.release();
    };
    box.element.addEventListener("pointermove", move);
    box.element.addEventListener("pointerup", end, { once: true });
    box.element.addEventListener("pointercancel", end, { once: true });
  }

  key_(event, box, movable) {
    if (event.key === "Enter") {
      openLine(box);
      event.stopPropagation();
      return;
    }
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    if (!movable) {
      this.about.textContent = `${box.tag}: ${box.fixed ?? "read-only"}`;
      return;
    }
    const step = event.shiftKey ? 10 * GRID : GRID;
    if (!box.pending) this.held += 1;
    const from = box.pending ?? box;
    box.pending = this.changed({ ...box, ...pick(from) }, event.altKey ? "es" : "", direction[0] * step, direction[1] * step, "");
    this.put(box, box.pending);
    this.about.textContent = `${box.tag}: ${box.pending.x} ${box.pending.y}, ${box.pending.width} × ${box.pending.height} mm`;
    clearTimeout(box.timer);
    box.timer = setTimeout(async () => {
      await this.write(box, box.pending);
      this.release();
    }, 350);
  }

  // The box after its edges, or all of it for no handle, moved by this much.
  changed(box, handle, dx, dy, snap) {
    let [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height];
    const free = this.axes(box);
    if (!free.x) dx = 0;
    if (!free.y) dy = 0;
    const [west, east] = handle ? [handle.includes("w"), handle.includes("e")] : [true, true];
    const [north, south] = handle ? [handle.includes("n"), handle.includes("s")] : [true, true];
    if (snap) { // who draws along one axis does not leave the other
      const [across, down] = [Math.abs(dx), Math.abs(dy)];
      dx = across < NEAR && across * 4 < down ? 0 : this.snapped(box, "x", [west && left, east && right], dx);
      dy = down < NEAR && down * 4 < across ? 0 : this.snapped(box, "y", [north && top, south && bottom], dy);
    }
    if (west) left += dx;
    if (east) right += dx;
    if (north) top += dy;
    if (south) bottom += dy;
    if (right < left + 0.5) [left, right] = west && !east ? [right - 0.5, right] : [left, left + 0.5];
    if (bottom < top + 0.5) [top, bottom] = north && !south ? [bottom - 0.5, bottom] : [top, top + 0.5];
    return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
  }

  axes(box) {
    const { values } = box;
    if (values.inset) {
      const whole = values.inset.split(/\s+/).length === 4;
      return { x: whole, y: whole };
    }
    const both = "center" in values;
    return { x: both || "x" in values || "cx" in values || "width" in values, y: both || "y" in values || "cy" in values || "height" in values };
  }

  // The way to the nearest edge of trim, safe area or another box, else to the grid.
  snapped(box, axis, edges, way) {
    const size = sizeOf(game.pieces[this.key]);
    const whole = axis === "x" ? size.width : size.height;
    const length = axis === "x" ? "width" : "height";
    const lines = [0, SAFE, whole / 2, whole - SAFE, whole];
    for (const other of this.boxes) if (other.element !== box.element) lines.push(other[axis], other[axis] + other[length]);
    let best = null;
    for (const edge of edges) {
      if (edge === false) continue;
      for (const line of lines) {
        const rest = line - edge - way;
        if (Math.abs(rest) < NEAR && (!best || Math.abs(rest) < Math.abs(best))) best = rest;
      }
    }
    if (best !== null) return way + best;
    const edge = edges.find((each) => each !== false) ?? 0;
    return Math.round((edge + way) / GRID) * GRID - edge;
  }

  async write(box, to) {
    box.pending = null;
    const values = numbersOf(box, to);
    if (!Object.keys(values).length) {
      this.place();
      return;
    }
    const was = box.values;
    Object.assign(box, to, { values: { ...was, ...values } }); // the next step counts from here
    const answer = await edit({ op: "draw", layout: box.layout, line: box.line, element: box.number, values, was });
    if (answer.written) {
      say(`${box.tag}: ${Object.entries(values).map(([name, value]) => `${name}="${value}"`).join(" ")}`);
    } else {
      this.about.textContent = answer.fault ?? "The layout has changed meanwhile.";
      this.missed = true;
    }
  }
}

const pick = ({ x, y, width, height }) => ({ x, y, width, height });
const text = (number) => String(round(number));

// The new numbers of the attributes that place a box.
function numbersOf(box, to) {
  const { values } = box;
  const [dx, dy] = [to.x - box.x, to.y - box.y];
  const [dw, dh] = [to.width - box.width, to.height - box.height];
  const found = {};
  const add = (name, by) => { if (name in values && Math.abs(by) > 0.0005) found[name] = text(Number(values[name]) + by); };
  if (values.inset) {
    const [top, right, bottom, left] = values.inset.split(/\s+/).map(Number);
    if (dx || dy || dw || dh) found.inset = [top + dy, right - dx - dw, bottom - dy - dh, left + dx].map(text).join(" ");
  } else if (values.center) {
    const [x, y] = values.center.split(/\s+/).map(Number);
    if (dx + dw / 2 || dy + dh / 2) found.center = `${text(x + dx + dw / 2)} ${text(y + dy + dh / 2)}`;
  } else {
    add("x", dx);
    add("y", dy);
    add("cx", dx + dw / 2);
    add("cy", dy + dh / 2);
  }
  add("width", dw);
  add("height", dh);
  add("size", Math.abs(dw) > Math.abs(dh) ? dw : dh);
  return found;
}

// Opens the line of the smallest box under a place on a face, in millimetres from its trim.
export async function openAt(key, side, x, y) {
  const found = await boxesOf(key, side);
  const inside = (found?.boxes ?? []).filter((box) => box.tag !== "g" && x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height);
  const box = inside.reduce((best, each) => (best && best.width * best.height < each.width * each.height ? best : each), null);
  if (box) openLine(box);
}

const boxesOf = (key, side) => record(`boxes?piece=${encodeURIComponent(key)}&side=${side}&lang=${encodeURIComponent(game.language)}`);

// The line of a text in the data, of anything else in the layout.
function openLine(box) {
  const link = editorLink(box.text) ?? editorLink(box.place);
  const place = box.text ?? box.place;
  tellPlace(`${place.file}:${place.line}:${place.column}`);
  if (link) location.assign(link);
}

