// All pieces, set by set; a cell is made once and brought up to date.

import { arrange, byId, h, plural } from "./dom.js";
import { Face, altText, sizeOf } from "./face.js";
import { openPiece } from "./piece.js";
import { choice, faultsOf, game, isShown, on } from "./store.js";
import { look } from "./stream.js";

const cells = new Map();
const sections = new Map();
const page = h("div", { class: "pieces" });
let current = "";

class Cell {
  constructor(key) {
    this.key = key;
    this.faces = { front: new Face(), back: new Face() };
    this.name = h("span", { class: "name" });
    this.count = h("span", { class: "copies" });
    this.mark = h("span", { class: "mark" });
    this.element = h(
      "article",
      {
        class: "cell",
        tabindex: "-1",
        data: { key },
        onclick: () => openPiece(key),
        onfocus: () => enter(key),
      },
      h("div", { class: "sides" }, this.faces.front.element, this.faces.back.element),
      h("div", { class: "caption" }, this.mark, this.name, this.count),
    );
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
    const trouble = worst ? `, ${plural(faults.length, "fault")}` : "";
    const stale = piece.state === "stale" ? ", the last good picture" : "";
    this.element.setAttribute("aria-label", `${piece.name}, ${plural(piece.copies, "copy", "copies")}${stale}${trouble}`);
    this.element.title = `${this.key}${stale}`;
  }

  drop() {
    this.faces.front.drop();
    this.faces.back.drop();
  }
}

class Section {
  constructor(id) {
    this.title = h("span", { class: "title" });
    this.counts = h("span", { class: "counts" });
    this.kind = h("span", { class: "kind" });
    this.grid = h("div", { class: "grid" });
    this.element = h(
      "section",
      { class: "set", id: `set-${id}`, data: { set: id } },
      h("h2", {}, this.title, this.kind, this.counts),
      this.grid,
    );
  }

  update(set, keys) {
    this.title.textContent = set.name;
    this.kind.textContent = set.kind;
    const wrong = set.total !== null && set.total !== set.copies ? `, should be ${set.total}` : "";
    this.counts.textContent = `${plural(set.unique, "piece")}, ${plural(set.copies, "copy", "copies")}${wrong}`;
    this.counts.classList.toggle("wrong", Boolean(wrong));
    arrange(this.grid, keys.map((key) => cellOf(key).element));
    this.element.hidden = !keys.length;
  }
}

function cellOf(key) {
  if (!cells.has(key)) {
    const cell = new Cell(key);
    cells.set(key, cell);
    cell.update();
  }
  return cells.get(key);
}

export function drawPieces() {
  const shown = new Set();
  const elements = [];
  for (const set of game.sets) {
    if (!sections.has(set.id)) sections.set(set.id, new Section(set.id));
    const keys = set.pieces.filter((key) => key in game.pieces && isShown(key));
    keys.forEach((key) => shown.add(key));
    sections.get(set.id).update(set, keys);
    elements.push(sections.get(set.id).element);
  }
  for (const [key, cell] of cells) {
    if (!(key in game.pieces)) {
      cell.drop();
      cells.delete(key);
    }
  }
  const empty = shown.size ? [] : [h("p", { class: "empty" }, emptyWords())];
  arrange(page, [...elements, ...empty]);
  if (!shown.has(current)) current = [...shown][0] ?? "";
  for (const [key, cell] of cells) cell.element.tabIndex = key === current ? 0 : -1;
  tellSum(shown);
  drawSets(shown);
}

function emptyWords() {
  if (choice.find || choice.where) return "No piece is chosen by these words.";
  if (!game.readable) return "The game cannot be read yet; its faults are on the right.";
  return game.busy ? "Composing…" : "The game has no pieces yet. Write some into cards/….yaml, and they appear here.";
}

function tellSum(shown) {
  const copies = [...shown].reduce((sum, key) => sum + game.pieces[key].copies, 0);
  const all = Object.keys(game.pieces).length;
  const of = shown.size === all ? "" : ` of ${all}`;
  byId("sum").textContent = `${shown.size}${of} ${all === 1 ? "piece" : "pieces"}, ${plural(copies, "copy", "copies")}`;
}

function drawSets(shown) {
  const entries = game.sets.map((set) => {
    const some = set.pieces.filter((key) => shown.has(key));
    const troubled = set.pieces.some((key) => faultsOf(key).length);
    return h(
      "button",
      { type: "button", class: troubled ? "troubled" : "", disabled: !some.length, data: { set: set.id }, onclick: () => goToSet(set.id) },
      h("span", {}, set.name),
      h("span", { class: "number" }, some.length === set.pieces.length ? set.copies : `${some.length}/${set.unique}`),
    );
  });
  const total = game.sets.reduce((sum, set) => sum + set.copies, 0);
  byId("sets").replaceChildren(h("h2", {}, "Sets", h("span", { class: "number" }, total)), ...entries);
  markSet();
}

// The set that is looked at is marked in the list.
let marking = 0;
byId("main").addEventListener("scroll", () => {
  cancelAnimationFrame(marking);
  marking = requestAnimationFrame(markSet);
}, { passive: true });

function markSet() {
  if (!page.isConnected) return;
  const top = byId("main").getBoundingClientRect().top + 60;
  const all = [...page.querySelectorAll(".set:not([hidden])")];
  const here = all.findLast((section) => section.getBoundingClientRect().top <= top) ?? all[0];
  for (const entry of byId("sets").querySelectorAll("button")) {
    if (entry.dataset.set === here?.dataset.set) entry.setAttribute("aria-current", "true");
    else entry.removeAttribute("aria-current");
  }
}

function goToSet(id) {
  const section = sections.get(id).element;
  section.scrollIntoView({ block: "start", behavior: "instant" });
  section.querySelector(".cell")?.focus({ preventScroll: true });
}

export function focusPiece(key, { open = false } = {}) {
  const cell = cells.get(key);
  if (!cell) return;
  cell.element.scrollIntoView({ block: "center", behavior: "instant" });
  cell.element.focus({ preventScroll: true });
  if (open) openPiece(key);
}

let looked = 0;
function enter(key) {
  cells.get(current)?.element.setAttribute("tabindex", "-1");
  current = key;
  cells.get(key)?.element.setAttribute("tabindex", "0");
  clearTimeout(looked);
  looked = setTimeout(() => look(key), 200);
}

// Arrow keys: the next cell in reading order, or the nearest one in the row above or below.
export function movePieces(key) {
  const focused = document.activeElement?.closest?.(".cell") ?? cells.get(current)?.element;
  if (!focused?.isConnected) return false;
  if (document.activeElement !== focused) return focusCell(focused);
  const all = [...page.querySelectorAll(".set:not([hidden]) .cell")];
  const index = all.indexOf(focused);
  if (key === "Home" || key === "End") return focusCell(all.at(key === "Home" ? 0 : -1));
  if (key === "ArrowLeft" || key === "ArrowRight") return focusCell(all[index + (key === "ArrowRight" ? 1 : -1)]);
  const here = focused.getBoundingClientRect();
  const down = key === "ArrowDown";
  let best = null;
  for (const cell of down ? all.slice(index + 1) : all.slice(0, index).reverse()) {
    const box = cell.getBoundingClientRect();
    if (down ? box.top < here.bottom - 4 : box.bottom > here.top + 4) continue;
    if (best && Math.abs(box.top - best.top) > 4 && (down ? box.top > best.top : box.top < best.top)) break;
    const distance = Math.abs(box.left + box.width / 2 - here.left - here.width / 2);
    if (!best || distance < best.distance) best = { cell, distance, top: box.top };
  }
  return focusCell(best?.cell);
}

function focusCell(cell) {
  cell?.focus();
  cell?.scrollIntoView({ block: "nearest" });
  return Boolean(cell);
}

export const currentPiece = () => current;

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
  byId("news").textContent = `Changed: ${inWords(keys)}`;
  if (choice.follow && choice.view === "pieces") cells.get(keys[0])?.element.scrollIntoView({ block: "nearest" });
}

export const piecesView = {
  name: "pieces",
  title: "Pieces",
  element: page,
  draw: drawPieces,
};

on("fresh", (keys) => { for (const key of keys) cells.get(key)?.update(); });
on("pieces", ({ changed }) => {
  for (const key of changed) cells.get(key)?.update();
  drawPieces();
});
on("faults", () => { for (const cell of cells.values()) cell.update(); });
on("choice-find choice-where sets", () => drawPieces());
on("looks", lightUp);
on("choice-scale", (scale) => document.documentElement.style.setProperty("--scale", scale));
