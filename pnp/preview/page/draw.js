// The boxes of a layout over the picture of a piece: those placed by numbers are moved and sized.

import { h } from "./dom.js";
import { edit, record, say, settled, tellPlace } from "./edit.js";
import { sizeOf } from "./face.js";
import { editorLink, game, on } from "./store.js";

const GRID = 0.5; // millimetres
const NEAR = 0.8; // millimetres within which an edge snaps to another one
const MATE = 1; // millimetres between the middles of boxes that lie in one place
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
    this.selected = new Set(); // numbers of boxes that move together
    this.held = 0; // boxes that are being moved, or whose numbers are on their way: until then, all stay
    this.missed = false;
    this.offer = null; // boxes in the place that another one has just left, and the way that it went
    stage.addEventListener("pointerdown", (event) => this.active && this.sweep(event));
    on("edited", () => { this.offer = null; });
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
    if (key !== this.key || side !== this.side) {
      this.selected.clear();
      this.offer = null;
    }
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
    this.about.textContent = this.boxes.length ? "Solid boxes can be moved: drag them, or use the arrow keys (Shift: 5 mm, Alt: size). Shift and a click or Space selects several." : "This side has no boxes.";
    // Small boxes lie above large ones, so that each can be caught.
    const order = this.boxes.map((box, index) => ({ box, index })).sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
    this.layer.replaceChildren(...order.map(({ box, index }) => this.element(box, index)));
    this.place();
    this.mark();
    if (focused) this.layer.querySelector(`[data-box="${focused}"]`)?.focus();
    this.drawOffer();
  }

  element(box, index) {
    const movable = !box.fixed && !this.locked;
    const words = `${box.tag}, ${round(box.x)} ${round(box.y)}, ${round(box.width)} × ${round(box.height)} mm${box.fixed ? `, ${box.fixed}` : ""}`;
    const element = h(
      "div",
      { class: movable ? "box movable" : "box", tabindex: "0", role: "button", "aria-label": words, title: words, data: { box: index }, onfocus: () => this.say(words, box) },
      movable ? HANDLES.filter((handle) => this.edges(box, handle)).map((handle) => h("span", { class: "handle", data: { handle } })) : "",
    );
    Object.assign(box, { element, index });
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
    if (!movable || event.button || event.ctrlKey || event.metaKey) return; // the stage sweeps
    event.stopPropagation();
    this.offer = null;
    const handle = event.target.dataset.handle ?? "";
    const group = handle ? [box] : this.groupOf(box);
    const start = { x: event.clientX, y: event.clientY };
    const pixels = this.pixels();
    box.element.setPointerCapture(event.pointerId);
    let moved = null;
    const move = (now) => {
      const dx = (now.clientX - start.x) / pixels;
      const dy = (now.clientY - start.y) / pixels;
      if (!moved && Math.hypot(dx, dy) * pixels < 3) return;
      moved = this.moved(group, box, handle, dx, dy, now.shiftKey ? "" : "snap");
      for (const [each, to] of moved) this.put(each, to, pixels);
      this.about.textContent = told(box, moved.get(box), group);
    };
    this.held += 1;
    let ended = false;
    const end = async () => {
      if (ended) return;
      ended = true;
      box.element.removeEventListener("pointermove", move);
      const mates = moved && group.length === 1 && !handle ? this.matesOf(box) : [];
      const way = moved && { dx: moved.get(box).x - box.x, dy: moved.get(box).y - box.y };
      if (moved) await this.write(moved);
      else if (event.shiftKey) this.toggleSelected(box);
      else if (!this.selected.has(box.index)) this.clearSelected();
      if (mates.length) this.offerToMove(mates, way);
      this.release();
    };
    box.element.addEventListener("pointermove", move);
    box.element.addEventListener("pointerup", end, { once: true });
    box.element.addEventListener("pointercancel", end, { once: true });
  }

  // The boxes that move with one: those that are selected, if it is.
  groupOf(box) {
    return this.selected.has(box.index) ? this.boxes.filter((each) => this.selected.has(each.index)) : [box];
  }

  // Where each box of a group is after one of them was moved; together they move only along the axes that all have.
  moved(group, box, handle, dx, dy, snap) {
    if (group.length === 1) return new Map([[box, this.changed(box, handle, dx, dy, snap)]]);
    const axes = group.map((each) => this.axes(each));
    const free = { x: axes.every((each) => each.x), y: axes.every((each) => each.y) };
    const to = this.changed(box, "", free.x ? dx : 0, free.y ? dy : 0, snap, free);
    return new Map(group.map((each) => [each, { ...pick(each), x: round(each.x + to.x - box.x), y: round(each.y + to.y - box.y) }]));
  }

  // Boxes that lie in one place with another one, such as the number on a disc.
  matesOf(box) {
    const middle = (each) => [each.x + each.width / 2, each.y + each.height / 2];
    const alike = (one, other) => Math.max(one, other) <= 4 * Math.max(Math.min(one, other), 1);
    return this.boxes.filter((each) => {
      if (each === box || each.fixed || this.selected.has(each.index) || sameElement(each, box)) return false;
      const [[x, y], [left, top]] = [middle(each), middle(box)];
      return Math.abs(x - left) <= MATE && Math.abs(y - top) <= MATE && alike(each.width, box.width) && alike(each.height, box.height);
    });
  }

  // Says something of a box, and offers to select what is in the same place.
  say(words, box) {
    if (this.selected.size > 1 && this.selected.has(box.index)) {
      this.mark();
      return;
    }
    const mates = box.fixed || this.locked ? [] : this.matesOf(box);
    this.about.replaceChildren(words);
    if (mates.length) this.about.append(h("button", { type: "button", onclick: () => this.choose([box, ...mates]) }, `Select with ${tagsOf(mates)}`));
  }

  offerToMove(mates, way) {
    this.offer = { numbers: mates.map((each) => each.index), way };
    this.drawOffer();
  }

  drawOffer() {
    const mates = this.offer?.numbers.map((number) => this.boxes[number]).filter((each) => each && !each.fixed) ?? [];
    if (!mates.length) return;
    const { dx, dy } = this.offer.way;
    const move = () => {
      this.offer = null;
      this.write(this.moved(mates, mates[0], "", dx, dy, ""));
    };
    this.about.append(h("button", { type: "button", onclick: move }, `Move ${tagsOf(mates)} along`));
  }

  choose(boxes) {
    for (const box of boxes) this.selected.add(box.index);
    this.mark();
    boxes[0]?.element.focus();
  }

  toggleSelected(box) {
    this.selected[this.selected.has(box.index) ? "delete" : "add"](box.index);
    this.mark();
  }

  clearSelected() {
    if (!this.selected.size) return false;
    this.selected.clear();
    this.mark();
    return true;
  }

  // Shows what is selected.
  mark() {
    for (const box of this.boxes) {
      const on = this.selected.has(box.index);
      box.element?.classList.toggle("selected", on);
      if (box.element?.classList.contains("movable")) box.element.setAttribute("aria-pressed", String(on));
    }
    if (this.selected.size > 1) this.about.textContent = `${this.selected.size} boxes are selected: they move together. Esc lets them go.`;
  }

  // A rectangle drawn beside the solid boxes, or with Ctrl anywhere, selects the solid ones in it.
  sweep(event) {
    if (event.button || event.pointerType === "touch" || this.locked || event.target.closest("button")) return;
    const begun = this.card.getBoundingClientRect();
    const pixels = this.pixels();
    const at = (now) => [(now.clientX - begun.left) / pixels, (now.clientY - begun.top) / pixels];
    const [x, y] = at(event);
    const frame = h("div", { class: "sweep" });
    let area = null;
    const move = (now) => {
      const [right, bottom] = at(now);
      if (!area && Math.hypot(right - x, bottom - y) * pixels < 3) return;
      if (!area) this.layer.append(frame);
      area = { x: Math.min(x, right), y: Math.min(y, bottom), width: Math.abs(right - x), height: Math.abs(bottom - y) };
      this.put({ element: frame }, area, pixels);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      frame.remove();
      const clicked = this.boxes.find((box) => !box.fixed && box.element.contains(event.target));
      if (!area && clicked) this.toggleSelected(clicked);
      else if (!event.shiftKey) this.clearSelected();
      if (!area) return;
      const inside = (box) => box.x >= area.x && box.y >= area.y && box.x + box.width <= area.x + area.width && box.y + box.height <= area.y + area.height;
      this.choose(this.boxes.filter((box) => !box.fixed && inside(box)));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end, { once: true });
  }

  key_(event, box, movable) {
    if (event.key === "Enter") {
      openLine(box);
      event.stopPropagation();
      return;
    }
    if (event.key === " " && movable) this.toggleSelected(box);
    if (event.key === " " || (event.key === "Escape" && this.clearSelected())) {
      event.preventDefault();
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
    this.offer = null;
    const group = event.altKey ? [box] : this.groupOf(box);
    if (!this.pending) this.held += 1;
    const from = group.map((each) => ({ ...each, ...pick(this.pending?.get(each) ?? each) }));
    const at = group.indexOf(box);
    const next = [...this.moved(from, from[at], event.altKey ? "es" : "", direction[0] * step, direction[1] * step, "").values()];
    this.pending = new Map([...(this.pending ?? []), ...group.map((each, number) => [each, next[number]])]);
    for (const [each, to] of this.pending) this.put(each, to);
    this.about.textContent = told(box, this.pending.get(box), group);
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const moved = this.pending;
      this.pending = null;
      const mates = moved.size === 1 && !event.altKey ? this.matesOf(box) : [];
      const way = { dx: moved.get(box).x - box.x, dy: moved.get(box).y - box.y };
      await this.write(moved);
      if (mates.length) this.offerToMove(mates, way);
      this.release();
    }, 350);
  }

  // The box after its edges, or all of it for no handle, moved by this much.
  changed(box, handle, dx, dy, snap, free = this.axes(box)) {
    let [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height];
    if (!free.x) dx = 0;
    if (!free.y) dy = 0;
    const [west, east] = handle ? [handle.includes("w"), handle.includes("e")] : [true, true];
    const [north, south] = handle ? [handle.includes("n"), handle.includes("s")] : [true, true];
    if (snap) { // who draws along one axis does not leave the other
      const [across, down] = [Math.abs(dx), Math.abs(dy)];
      dx = !free.x || across < NEAR && across * 4 < down ? 0 : this.snapped(box, "x", [west && left, east && right], dx);
      dy = !free.y || down < NEAR && down * 4 < across ? 0 : this.snapped(box, "y", [north && top, south && bottom], dy);
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
    const own = new Set(this.groupOf(box).map((each) => each.index));
    for (const other of this.boxes) if (other.index !== box.index && !own.has(other.index)) lines.push(other[axis], other[axis] + other[length]);
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

  // Writes where boxes are now, as one step; an element that is drawn several times is written once.
  async write(moved) {
    const steps = [];
    const told = [];
    for (const [box, to] of moved) {
      const values = numbersOf(box, to);
      if (!Object.keys(values).length || steps.some((step) => step.line === box.line && step.element === box.number && step.layout === box.layout)) continue;
      const was = box.values;
      Object.assign(box, to, { values: { ...was, ...values } }); // the next step counts from here
      steps.push({ op: "draw", layout: box.layout, line: box.line, element: box.number, values, was });
      told.push(`${box.tag}: ${Object.entries(values).map(([name, value]) => `${name}="${value}"`).join(" ")}`);
    }
    if (!steps.length) {
      this.place();
      return;
    }
    const answer = await edit(...steps);
    if (answer.written) say(told.join("; "));
    else {
      this.about.textContent = answer.fault ?? "The layout has changed meanwhile.";
      this.missed = true;
    }
  }
}

const sameElement = (one, other) => one.layout === other.layout && one.line === other.line && one.number === other.number;
const tagsOf = (boxes) => (boxes.length > 2 ? `${boxes.length} more` : boxes.map((box) => box.tag).join(" and "));
const told = (box, { x, y, width, height }, group) => `${group.length > 1 ? `${group.length} boxes, ` : ""}${box.tag}: ${x} ${y}, ${width} × ${height} mm`;
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

