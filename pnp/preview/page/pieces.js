// All pieces, set by set. Only cells that are seen, or nearly, are in the page; the others have their place kept.

import { arrange, byId, h, plural, refill } from "./dom.js";
import { openAt } from "./draw.js";
import { mention } from "./edit.js";
import { Face, altText, hurry, sizeOf, spotOn } from "./face.js";
import { addPiece } from "./form.js";
import { layOut, neighbour, rowsBetween } from "./grid.js";
import { openPiece } from "./piece.js";
import { isSelected, select } from "./select.js";
import { choice, faultsOf, game, isShown, on } from "./store.js";
import { look } from "./stream.js";

const cells = new Map();
const sections = new Map();
const page = h("div", { class: "pieces" });
const main = byId("main");
const AHEAD = 700; // pixels beyond the window that are kept ready
let current = "";
let order = []; // keys of the shown pieces

// Cells that left the window are used again for pieces that come into it.
const spare = [];
const SPARE = 80;

class Cell {
  constructor() {
    this.faces = { front: new Face(), back: new Face() };
    this.name = h("span", { class: "name" });
    this.count = h("span", { class: "copies" });
    this.mark = h("span", { class: "mark" });
    const pick = (event) => {
      event.stopPropagation();
      select([this.key], { toggle: true });
      this.element.focus({ preventScroll: true });
    };
    this.pick = h("button", { type: "button", class: "pick", role: "checkbox", tabindex: "-1", title: "Select, to change a field of several (X)", onclick: pick });
    this.element = h(
      "article",
      { class: "cell", tabindex: "-1", onclick: (event) => click(event, this.key), onfocus: () => enter(this.key) },
      h("div", { class: "sides" }, this.faces.front.element, this.faces.back.element),
      h("div", { class: "caption" }, this.mark, this.name, this.count),
      this.pick,
    );
  }

  bind(key) {
    this.key = key;
    this.at = "";
    this.element.dataset.key = key;
    this.element.classList.remove("changed");
    for (const face of Object.values(this.faces)) face.forget();
    this.update();
    return this;
  }

  update() {
    const piece = game.pieces[this.key];
    if (!piece) return;
    const size = sizeOf(piece);
    for (const [side, face] of Object.entries(this.faces)) face.show(piece[side], size, altText(piece, side));
    this.name.textContent = piece.name;
    this.count.textContent = `×${piece.copies}`;
    const faults = faultsOf(this.key);
    const worst = faults.some((fault) => fault.severity === "error") ? "error" : faults.length ? "warning" : "";
    this.mark.dataset.severity = worst;
    this.mark.title = faults.map((fault) => fault.message).join("\n");
    this.element.dataset.state = piece.state;
    this.element.classList.toggle("selected", isSelected(this.key));
    this.pick.setAttribute("aria-checked", String(isSelected(this.key)));
    this.pick.setAttribute("aria-label", `Select ${piece.name}`);
    const trouble = worst ? `, ${plural(faults.length, "fault")}` : "";
    const stale = piece.state === "stale" ? ", the last good picture" : "";
    const chosen = isSelected(this.key) ? ", selected" : "";
    this.element.setAttribute("aria-label", `${piece.name}, ${plural(piece.copies, "copy", "copies")}${stale}${trouble}${chosen}`);
    this.element.title = `${this.key}${stale}`;
  }

  put({ x, y }) {
    const at = `${x}px ${y}px`;
    if (this.at === at) return;
    this.at = at;
    this.element.style.setProperty("translate", at);
  }

  drop() {
    this.element.remove();
    if (spare.length < SPARE) spare.push(this);
    else for (const face of Object.values(this.faces)) face.drop();
  }
}

function click(event, key) {
  if (event.ctrlKey || event.metaKey) select([key], { toggle: true });
  else if (event.shiftKey) {
    const [from, to] = [order.indexOf(current), order.indexOf(key)].sort((a, b) => a - b);
    select(order.slice(Math.max(from, 0), to + 1));
  } else if (event.altKey) {
    const side = event.target.closest(".face") === cells.get(key).faces.back.element ? "back" : "front";
    openAt(key, side, ...spotOn(cells.get(key).faces[side], event));
  } else openPiece(key);
}

class Section {
  constructor(id) {
    this.keys = [];
    this.title = h("span", { class: "title" });
    this.counts = h("span", { class: "counts" });
    this.kind = h("span", { class: "kind" });
    this.grid = h("div", { class: "grid" });
    const add = h("button", { type: "button", class: "add quiet", title: "Add a piece at the end of this set", onclick: () => addPiece(id) }, "+ New");
    this.element = h("section", { class: "set", id: `set-${id}`, data: { set: id } }, h("div", { class: "head" }, h("h2", {}, this.title, this.kind, this.counts), add), this.grid);
  }

  update(set, keys) {
    this.title.textContent = set.name;
    this.kind.textContent = set.kind;
    const wrong = set.total !== null && set.total !== set.copies ? `, should be ${set.total}` : "";
    this.counts.textContent = `${plural(set.unique, "piece")}, ${plural(set.copies, "copy", "copies")}${wrong}`;
    this.counts.classList.toggle("wrong", Boolean(wrong));
    this.keys = keys;
    this.element.hidden = !keys.length && (set.pieces.length > 0 || Boolean(choice.find || choice.where));
    this.layOut();
  }

  layOut() {
    const sides = choice.side === "both" ? 2 : 1;
    const bleed = choice.bleed ? 2 : 0;
    const { rem, width } = measures();
    const boxes = this.keys.map((key) => {
      const size = sizeOf(game.pieces[key]) ?? { width: 63, height: 88, bleed: 0 };
      return {
        width: Math.min(sides * (size.width + bleed * size.bleed) * choice.scale + (sides - 1) * 0.4 * rem, width),
        height: (size.height + bleed * size.bleed) * choice.scale + 1.72 * rem,
      };
    });
    this.layout = layOut(boxes, width, (sides === 2 ? 1.7 : 0.9) * rem, rem);
    this.grid.style.setProperty("height", `${this.layout.height}px`);
  }

  // The cells between two heights of the window, in order.
  show(top, bottom, seen) {
    const [first, next] = rowsBetween(this.layout.rows, top, bottom);
    const shown = [];
    for (let row = first; row < next; row++) {
      for (let at = this.layout.rows[row].first; at < this.layout.rows[row].next; at++) {
        const cell = cellOf(this.keys[at]);
        cell.put(this.layout.places[at]);
        shown.push(cell.element);
        seen.add(this.keys[at]);
      }
    }
    // The cell that has the focus stays, wherever it is.
    const focused = document.activeElement?.closest?.(".cell");
    if (focused?.parentElement === this.grid && !seen.has(focused.dataset.key) && this.keys.includes(focused.dataset.key)) {
      shown.push(focused);
      seen.add(focused.dataset.key);
    }
    arrange(this.grid, shown);
  }
}

let known = null;
function measures() {
  if (!known) {
    const style = getComputedStyle(page);
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    known = { rem, width: main.clientWidth - Number.parseFloat(style.paddingLeft || 0) - Number.parseFloat(style.paddingRight || 0) };
  }
  return known;
}

function cellOf(key) {
  if (!cells.has(key)) cells.set(key, (spare.pop() ?? new Cell()).bind(key));
  return cells.get(key);
}

export function drawPieces() {
  const elements = [];
  order = [];
  for (const set of game.sets) {
    if (!sections.has(set.id)) sections.set(set.id, new Section(set.id));
    const keys = set.pieces.filter((key) => key in game.pieces && isShown(key));
    order.push(...keys);
    sections.get(set.id).update(set, keys);
    elements.push(sections.get(set.id).element);
  }
  const empty = order.length ? [] : [h("p", { class: "empty" }, emptyWords())];
  arrange(page, [...elements, ...empty]);
  const shown = new Set(order);
  if (!shown.has(current)) current = order[0] ?? "";
  drawSeen();
  tellSum();
  drawSets(shown);
}

// Puts the cells into the page that are seen, and takes the others out.
function drawSeen() {
  if (!page.isConnected) return;
  const seen = new Set();
  const top = main.scrollTop - AHEAD;
  const bottom = main.scrollTop + main.clientHeight + AHEAD;
  const offsets = [...sections.values()].filter((section) => section.element.isConnected && !section.element.hidden).map((section) => [section, section.grid.offsetTop - main.offsetTop]);
  for (const [section, offset] of offsets) {
    if (offset <= bottom && offset + section.layout.height >= top) section.show(top - offset, bottom - offset, seen);
    else if (section.grid.firstElementChild) section.show(1, 0, seen);
  }
  for (const [key, cell] of cells) {
    if (!seen.has(key)) {
      cell.drop();
      cells.delete(key);
    }
  }
  const reachable = cells.has(current) ? current : [...seen][0];
  for (const [key, cell] of cells) cell.element.tabIndex = key === reachable ? 0 : -1;
}

function emptyWords() {
  if (choice.find || choice.where) return "No piece is chosen by these words.";
  if (!game.readable) return "The game cannot be read yet; its faults are on the right.";
  return game.busy ? "Composing…" : "The game has no pieces yet. Write some into cards/….yaml, and they appear here.";
}

function tellSum() {
  const copies = order.reduce((sum, key) => sum + game.pieces[key].copies, 0);
  const all = game.sets.reduce((sum, set) => sum + set.pieces.length, 0);
  const of = order.length === all ? "" : ` of ${all}`;
  byId("sum").textContent = `${order.length}${of} ${all === 1 ? "piece" : "pieces"}, ${plural(copies, "copy", "copies")}`;
}

function drawSets(shown) {
  const told = game.sets.map((set) => {
    const some = set.pieces.reduce((sum, key) => sum + shown.has(key), 0);
    const number = some === set.pieces.length ? set.copies : `${some}/${set.unique}`;
    return { id: set.id, name: set.name, some, number, troubled: set.pieces.some((key) => faultsOf(key).length) };
  });
  const total = game.sets.reduce((sum, set) => sum + set.copies, 0);
  refill(byId("sets"), [total, told], () => [
    h("h2", {}, "Sets", h("span", { class: "number" }, total)),
    ...told.map(({ id, name, some, number, troubled }) => h(
      "button",
      { type: "button", class: troubled ? "troubled" : "", disabled: !some, data: { set: id }, onclick: () => goToSet(id) },
      h("span", {}, name),
      h("span", { class: "number" }, number),
    )),
  ]);
  markSet();
}

// The set that is looked at is marked in the list.
let marking = 0;
let scrolled = 0;
main.addEventListener("scroll", () => {
  cancelAnimationFrame(marking);
  marking = requestAnimationFrame(() => {
    const way = Math.abs(main.scrollTop - scrolled);
    scrolled = main.scrollTop;
    if (way > main.clientHeight / 6) hurry();
    drawSeen();
    markSet();
    lookAt(topPiece);
  });
}, { passive: true });

function markSet() {
  if (!page.isConnected) return;
  const top = main.scrollTop + 60;
  const all = [...page.querySelectorAll(".set:not([hidden])")];
  const here = all.findLast((section) => section.offsetTop - main.offsetTop <= top) ?? all[0];
  for (const entry of byId("sets").querySelectorAll("button")) {
    if (entry.dataset.set === here?.dataset.set) entry.setAttribute("aria-current", "true");
    else entry.removeAttribute("aria-current");
  }
}

function goToSet(id) {
  const section = sections.get(id);
  section.element.scrollIntoView({ block: "start", behavior: "instant" });
  if (section.keys.length) goTo(section.keys[0], { block: "none" });
}

// Scrolls to a piece, puts it into the page and gives it the focus.
function goTo(key, { block = "nearest" } = {}) {
  const section = sections.get(key.split("/")[0]);
  const at = section?.keys.indexOf(key) ?? -1;
  if (at < 0) return false;
  const { y, height } = section.layout.places[at];
  const top = section.grid.offsetTop - main.offsetTop + y;
  const head = 3.2 * measures().rem; // of the sticky heading
  if (block === "center") main.scrollTop = top - (main.clientHeight - height) / 2;
  else if (block === "nearest" && top < main.scrollTop + head) main.scrollTop = top - head;
  else if (block === "nearest" && top + height > main.scrollTop + main.clientHeight) main.scrollTop = top + height - main.clientHeight + 12;
  drawSeen();
  cells.get(key)?.element.focus({ preventScroll: true });
  return cells.has(key);
}

export function focusPiece(key, { open = false } = {}) {
  if (!(key in game.pieces)) return;
  goTo(key, { block: "center" });
  if (open) openPiece(key);
}

export const focusCurrent = () => goTo(current, { block: "nearest" });

// What is looked at is composed first, and what follows it: the piece with the focus, or the first one in the window.
let looked = 0;
function lookAt(piece) {
  clearTimeout(looked);
  looked = setTimeout(() => { if (piece()) look(piece()); }, 200);
}

function enter(key) {
  cells.get(current)?.element.setAttribute("tabindex", "-1");
  current = key;
  cells.get(key)?.element.setAttribute("tabindex", "0");
  lookAt(() => key);
}

function topPiece() {
  for (const { id } of game.sets) {
    const section = sections.get(id);
    if (!section?.keys.length || section.element.hidden) continue;
    const [row] = rowsBetween(section.layout.rows, main.scrollTop - (section.grid.offsetTop - main.offsetTop), Infinity);
    if (row < section.layout.rows.length) return section.keys[section.layout.rows[row].first];
  }
  return "";
}

// Arrow keys: the next piece in reading order, or the nearest one in the row above or below.
export function movePieces(key) {
  if (!order.length) return false;
  const focused = document.activeElement?.closest?.(".cell");
  if (!focused) return focusCurrent();
  const index = order.indexOf(focused.dataset.key);
  if (key === "Home" || key === "End") return goTo(order.at(key === "Home" ? 0 : -1));
  if (key === "ArrowLeft" || key === "ArrowRight") return goTo(order[index + (key === "ArrowRight" ? 1 : -1)] ?? "");
  if (key !== "ArrowUp" && key !== "ArrowDown") return true;
  const down = key === "ArrowDown";
  const section = sections.get(focused.dataset.key.split("/")[0]);
  const next = neighbour(section.layout, section.keys.indexOf(focused.dataset.key), down);
  if (next >= 0) return goTo(section.keys[next]);
  const shown = game.sets.map((set) => sections.get(set.id)).filter((each) => each?.keys.length);
  const other = shown[shown.indexOf(section) + (down ? 1 : -1)];
  return Boolean(other) && goTo(other.keys.at(down ? 0 : -1));
}

export const currentPiece = () => current;
export const shownPieces = () => order;

// Some pieces by their names; pieces of one name are told once, with their number.
function inWords(keys) {
  const found = new Map();
  for (const key of keys) {
    const { name } = game.pieces[key];
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  const told = [...found].slice(0, 3);
  const left = keys.length - told.reduce((sum, [, copies]) => sum + copies, 0);
  const names = told.map(([name, pieces]) => (pieces > 1 ? `${pieces} × ${name}` : name)).join(", ");
  return left > 0 ? `${names} and ${left} more` : names;
}

// Changed pieces light up, and the page goes to the first of them if that is wanted.
function lightUp(keys) {
  for (const key of keys) {
    const element = cells.get(key)?.element;
    if (!element) continue;
    element.classList.remove("changed");
    void element.offsetWidth; // starts the animation anew
    element.classList.add("changed");
  }
  mention(`Changed: ${inWords(keys)}`);
  if (choice.follow && choice.view === "pieces") scrollTo(keys[0]);
}

function scrollTo(key) {
  const focused = document.activeElement;
  goTo(key);
  focused?.focus?.({ preventScroll: true });
}

export const piecesView = { name: "pieces", title: "Pieces", element: page, draw: drawPieces };

// One message may change sets and pieces.
let drawing = false;
function drawSoon() {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    drawPieces();
  });
}

function layOutAgain() {
  known = null;
  for (const section of sections.values()) section.layOut();
  drawSeen();
}

on("fresh", (keys) => { for (const key of keys) cells.get(key)?.update(); });
on("pieces", ({ changed }) => {
  for (const key of changed) cells.get(key)?.update();
  drawSoon();
});
on("faults selection", () => { for (const cell of cells.values()) cell.update(); });
on("choice-find choice-where", () => drawPieces());
on("sets", () => drawSoon());
on("looks", lightUp);
on("choice-scale", (scale) => {
  document.documentElement.style.setProperty("--scale", scale);
  layOutAgain();
});
on("choice-side choice-bleed", layOutAgain);
new ResizeObserver(() => { if (page.isConnected && main.clientWidth) layOutAgain(); }).observe(main);
