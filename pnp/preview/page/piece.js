// One piece, large: both sides, what its fields hold, what is wrong with it, and where it is written.

import { byId, h, plural, refill, toolButton } from "./dom.js";
import { Drawing, openAt } from "./draw.js";
import { editing, redo, undo } from "./edit.js";
import { Face, altText, sizeOf, spotOn } from "./face.js";
import { placeLink } from "./fault.js";
import { Form, calls } from "./form.js";
import { choice, choose, game, on, shownKeys } from "./store.js";
import { connect, look } from "./stream.js";

const dialog = byId("piece");
const MM = 96 / 25.4; // CSS pixels to the millimetre, by the definition of both
const STEP = 1.25;

const shown = { key: "", awaited: "", side: "front", scale: 0, before: false };
const faces = { front: null, back: null };
let stage = null;
let card = null;
let facts = null;
let name = null;
let form = null;
let drawing = null;
let side = null;

function build() {
  for (const side of ["front", "back"]) faces[side] = new Face(() => scale());
  card = h("div", { class: "card" }, faces.front.element, faces.back.element);
  stage = h("div", { class: "stage", tabindex: "0", role: "region", "aria-label": "Picture", onclick: clicked }, card);
  name = h("h2", { id: "piece-name" });
  facts = h("div", { class: "facts" });
  form = h("div", { class: "form-place" });
  const button = (words, title, action, id = null) => toolButton(words, title, action, { id });
  dialog.replaceChildren(
    h(
      "div",
      { class: "tools" },
      button("‹", "Piece before (←)", () => go(-1)),
      h("output", { id: "piece-at", title: "Which of the pieces that are shown" }),
      button("›", "Next piece (→)", () => go(1)),
      button("Flip", "Other side (F)", flip),
      h(
        "span",
        { class: "sizes" },
        button("Fit", "As large as there is room (0)", () => zoom(0)),
        button("1 : 1", "As large as on paper (1)", () => zoom(MM)),
        button("−", "Smaller (−)", () => zoom(scale() / STEP)),
        button("+", "Larger (+)", () => zoom(scale() * STEP)),
        h("output", { id: "piece-zoom" }),
      ),
      button("Boxes", "Show the boxes of the layout, to move them (X)", boxes, "piece-boxes"),
      button("Before", "Hold to see it as it was before the last change (C)", () => {}, "piece-before"),
      h("span", { class: "spring" }),
      button("", "Faults (D)", toFaults, "piece-faults"),
      h("div", { id: "piece-history", class: "choice", role: "group", "aria-label": "History" }, button("↶", "Undo", undo, "piece-undo"), button("↷", "Redo", redo, "piece-redo")),
      h("div", { id: "piece-languages", class: "choice", role: "group", "aria-label": "Language" }),
      button("×", "Close (Esc)", () => dialog.close()),
    ),
    h("div", { class: "body" }, stage, side = h("div", { class: "side" }, name, facts, form)),
  );
  const before = byId("piece-before");
  before.addEventListener("pointerdown", () => compare(true));
  for (const event of ["pointerup", "pointerleave", "blur"]) before.addEventListener(event, () => compare(false));
  drawing = new Drawing(stage, card, scale);
  new ResizeObserver(() => { if (dialog.open) applyScale(); }).observe(stage);
  swipes(stage);
}

export function openPiece(key) {
  if (!game.pieces[key]) return;
  if (!stage) build();
  if (shown.form?.key !== key) {
    shown.form?.flush();
    const at = shown.key.split("/")[0] === key.split("/")[0] && dialog.open ? side.scrollTop : 0;
    shown.form = new Form(key, () => dialog.close());
    form.replaceChildren(shown.form.element);
    shown.form.ready.then(() => { if (shown.key === key) side.scrollTop = at; }); // the same fields of the next piece
    for (const each of Object.values(faces)) each.forget();
  }
  Object.assign(shown, { key, side: choice.side === "back" && game.pieces[key].back ? "back" : "front", before: false });
  if (!dialog.open) {
    shown.scale = 0;
    dialog.showModal();
  }
  draw();
  if (drawing.active) drawing.refresh(key, shown.side);
  stage.focus();
  look(key);
}

function clicked(event) {
  if (!event.target.closest(".card") || drawing.active) return;
  if (event.altKey) openAt(shown.key, shown.side, ...spotOn(faces[shown.side], event));
  else flip();
}

function draw() {
  const other = calls.get(shown.key);
  if (!game.pieces[shown.key] && shown.awaited !== shown.key && game.pieces[other]) {
    shown.key = other;
    shown.form.turnTo(other);
  }
  const piece = game.pieces[shown.key];
  if (!piece) {
    if (shown.awaited !== shown.key) dialog.close();
    return;
  }
  if (!shown.form.calling) shown.awaited = "";
  const size = sizeOf(piece);
  const old = shown.before ? piece.before : null;
  for (const side of ["front", "back"]) faces[side].show(old?.[side] || piece[side], size, altText(piece, side));
  card.dataset.side = shown.side;
  dialog.dataset.state = piece.state;
  byId("piece-before").hidden = !piece.before;
  drawTools();
  name.textContent = piece.name;
  refill(facts, [shown.key, piece.copies, piece.size, piece.state, !piece.back, piece.place], () => about(piece));
  applyScale();
}

// What the page's own bar says is out of reach behind this window.
function drawTools() {
  const keys = shownKeys();
  byId("piece-at").textContent = `${keys.indexOf(shown.key) + 1} / ${keys.length}`;
  for (const [id, words] of [["undo", "Undo"], ["redo", "Redo"]]) {
    const button = byId(`piece-${id}`);
    button.disabled = !editing[id];
    button.title = editing[id] ? `${words}: ${editing[id]}` : `Nothing to ${id}`;
  }
  byId("piece-history").hidden = !editing.possible || editing.shipped;
  const { languages } = game.game;
  byId("piece-languages").hidden = languages.length < 2;
  refill(byId("piece-languages"), [languages, game.language], () => languages.map((language) => h("button", { type: "button", "aria-pressed": String(language === game.language), title: `Show the piece in ${language}`, onclick: () => connect(language) }, language)));
  const severe = ["error", "warning"].map((severity) => [severity, game.faults.filter((fault) => fault.severity === severity).length]).filter(([, count]) => count);
  const faults = byId("piece-faults");
  faults.hidden = !severe.length;
  faults.dataset.severity = severe[0]?.[0] ?? "";
  faults.textContent = severe.length ? plural(severe[0][1], severe[0][0]) : "";
}

function toFaults() {
  dialog.close();
  choose({ dock: true });
  byId("dock").querySelector(".fault")?.focus();
}

function about(piece) {
  const copies = plural(piece.copies, "copy", "copies");
  const size = sizeOf(piece);
  const measure = size ? `${size.width} × ${size.height} mm` : "";
  return [
    h("p", { class: "meta" }, `${shown.key} · ${copies} · ${measure}`),
    piece.state === "stale" && h("p", { class: "stale-note" }, "This is the last good picture; its data are faulty now."),
    !piece.back && h("p", { class: "meta" }, "No back."),
    h("p", {}, placeLink(piece.place)),
  ].filter(Boolean);
}

// The form is asked for once after a burst of changes.
let waiting = 0;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    shown.form?.refresh();
    if (drawing?.active) drawing.refresh(shown.key, shown.side);
  }, 60);
}

function scale() {
  if (shown.scale) return shown.scale;
  const size = game.pieces[shown.key] && sizeOf(game.pieces[shown.key]);
  if (!size || !stage) return MM;
  const bleed = choice.bleed ? 2 * size.bleed : 0;
  const below = drawing?.active ? 36 : 0; // for what is said of the boxes
  const room = Math.min((stage.clientWidth - 48) / (size.width + bleed), (stage.clientHeight - 48 - below) / (size.height + bleed));
  return Math.max(0.5, room);
}

function zoom(wanted) {
  shown.scale = wanted && Math.min(Math.max(wanted, 0.5), 40);
  applyScale();
}

function applyScale() {
  dialog.style.setProperty("--scale", scale());
  byId("piece-zoom").textContent = `${Math.round((scale() / MM) * 100)} %`;
  for (const side of ["front", "back"]) faces[side].load();
  drawing?.place();
}

function flip() {
  if (!game.pieces[shown.key]?.back) return;
  shown.side = shown.side === "front" ? "back" : "front";
  draw();
  if (drawing.active) drawing.refresh(shown.key, shown.side);
}

// The boxes of the side that is shown, or none.
function boxes() {
  byId("piece-boxes").setAttribute("aria-pressed", String(drawing.toggle(shown.key, shown.side)));
  stage.classList.toggle("drawing", drawing.active);
  applyScale();
}

function compare(before) {
  shown.before = before && Boolean(game.pieces[shown.key]?.before);
  dialog.classList.toggle("before", shown.before);
  draw();
}

function go(step) {
  const keys = shownKeys();
  const next = keys[(keys.indexOf(shown.key) + step + keys.length) % keys.length];
  if (next) openPiece(next);
}

function swipes(element) {
  let start = null;
  element.addEventListener("pointerdown", (event) => { start = event.pointerType === "touch" ? event : null; });
  element.addEventListener("pointerup", (event) => {
    const across = start ? event.clientX - start.clientX : 0;
    if (Math.abs(across) > 60 && Math.abs(event.clientY - start.clientY) < 50 && !shown.scale) go(across < 0 ? 1 : -1);
    start = null;
  });
}

dialog.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(".form")) return;
  const actions = {
    ArrowLeft: () => go(-1), ArrowRight: () => go(1), f: flip, " ": flip, 0: () => zoom(0), 1: () => zoom(MM),
    "+": () => zoom(scale() * STEP), "=": () => zoom(scale() * STEP), "-": () => zoom(scale() / STEP),
    c: () => !event.repeat && compare(true), e: () => shown.form?.focus(), x: boxes,
  };
  const onButton = event.target.closest("button, a") && event.key === " ";
  const action = onButton ? null : actions[event.key];
  if (!action) return;
  action();
  event.preventDefault();
  event.stopPropagation();
});
dialog.addEventListener("keyup", (event) => event.key === "c" && compare(false));
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.addEventListener("close", () => shown.form?.flush());
dialog.addEventListener("close", () => document.dispatchEvent(new CustomEvent("piece-closed", { detail: shown.key })));
on("pieces faults choice-bleed", () => dialog.open && draw());
on("editing language", () => dialog.open && drawTools());
on("pieces faults edited language", () => dialog.open && soon());
on("open-piece", (key) => openPiece(key));
// What is about to be called otherwise, or was, may be missing for a moment.
on("piece-called", (key) => {
  if (shown.form?.key === key) Object.assign(shown, { key, awaited: key });
  if (dialog.open) draw();
});
on("looks", (keys) => {
  if (!dialog.open || !keys.includes(shown.key)) return;
  card.classList.remove("changed");
  void card.offsetWidth;
  card.classList.add("changed");
});
