// Keys for everything, and the list of them.

import { byId, h } from "./dom.js";
import { walkFaults } from "./fault.js";
import { currentPiece, focusCurrent, movePieces, shownPieces } from "./pieces.js";
import { openPiece } from "./piece.js";
import { clearSelection, select } from "./select.js";
import { choice, choose, game } from "./store.js";
import { connect } from "./stream.js";
import { setScale, showView, VIEWS } from "./app.js";

const SIDES = ["front", "back", "both"];

const KEYS = [
  [["1", "…", String(VIEWS.length)], VIEWS.map((view) => view.title).join(", ")],
  [["←", "→", "↑", "↓"], "Go from piece to piece; Home and End to the first and last"],
  [["Enter"], "Open the piece: ← → the next, F or Space the other side, 0 fit, 1 true size, C hold for before"],
  [["X"], "Select the piece, to change a field of several; also Ctrl or Shift and a click; Ctrl+A all that are shown"],
  [["Ctrl+Z", "Ctrl+Shift+Z"], "Undo and redo an edit"],
  [["/"], "Find words"],
  [["E"], "Choose pieces by an expression, as with --where"],
  [["F"], "Fronts, backs, both"],
  [["B", "T", "S"], "Show bleed, trim, safe area"],
  [["+", "−"], "Larger, smaller"],
  [["L"], "Next language"],
  [["D"], "Faults; N and P go to the next and previous one"],
  [["G"], "Go along: the page scrolls to what changes"],
  [["Esc"], "Close, or clear what is chosen"],
  [["?"], "These keys"],
];

function nextLanguage() {
  const languages = game.game.languages;
  if (languages.length > 1) connect(languages[(languages.indexOf(game.language) + 1) % languages.length]);
}

const ACTIONS = {
  "/": () => toField("find"),
  e: () => toField("where"),
  f: () => choose({ side: SIDES[(SIDES.indexOf(choice.side) + 1) % SIDES.length] }),
  b: () => choose({ bleed: !choice.bleed }),
  t: () => choose({ trim: !choice.trim }),
  s: () => choose({ safe: !choice.safe }),
  g: () => choose({ follow: !choice.follow }),
  d: () => (choice.dock ? closeDock() : choose({ dock: true })),
  l: nextLanguage,
  n: () => walkFaults(1),
  p: () => walkFaults(-1),
  "+": () => setScale(choice.scale * 1.2),
  "=": () => setScale(choice.scale * 1.2),
  "-": () => setScale(choice.scale / 1.2),
  x: () => select([currentPiece()], { toggle: true }),
  "?": () => byId("help").showModal(),
  Escape: escape,
};

function toField(name) {
  showView("pieces");
  byId(name).focus();
  byId(name).select();
}

// Whoever was among the faults goes back to the pieces.
function closeDock() {
  const inside = byId("dock").contains(document.activeElement);
  choose({ dock: false });
  if (inside) focusCurrent();
}

function escape() {
  if (choice.dock) closeDock();
  else if (clearSelection()) focusCurrent();
  else if (byId("find").value || byId("where").value) {
    for (const name of ["find", "where"]) {
      byId(name).value = "";
      byId(name).dispatchEvent(new Event("input"));
    }
  }
}

const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "a" && choice.view === "pieces" && !document.querySelector("dialog[open]") && !event.target.matches("input, textarea")) {
    select(shownPieces());
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const target = event.target;
  if (target.matches("textarea, select, input:not([type=search], [type=range])")) return;
  if (target.matches("input[type=search]")) {
    if (event.key === "Escape" || event.key === "Enter") {
      if (event.key === "Escape") {
        target.value = "";
        target.dispatchEvent(new Event("input"));
      }
      if (choice.view === "pieces") focusCurrent();
      else target.blur();
      event.preventDefault();
    }
    return;
  }
  if (ARROWS.has(event.key) && choice.view === "pieces" && !target.matches("input, [role=tab], [role=radio]")) {
    if (movePieces(event.key)) event.preventDefault();
    return;
  }
  if (target.matches("[role=tab], [role=radio]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const next = event.key === "ArrowRight" ? target.nextElementSibling : target.previousElementSibling;
    next?.focus();
    next?.click();
    event.preventDefault();
    return;
  }
  if ((event.key === "Enter" || event.key === " ") && target.matches(".cell")) {
    openPiece(currentPiece());
    event.preventDefault();
    return;
  }
  const number = Number(event.key);
  const action = number >= 1 && number <= VIEWS.length ? () => showView(VIEWS[number - 1].name) : ACTIONS[event.key];
  if (!action) return;
  action();
  event.preventDefault();
});

byId("help").append(
  h("h2", { id: "help-name" }, "Keys"),
  h("dl", {}, KEYS.map(([keys, words]) => [h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, words)])),
  h("form", { method: "dialog" }, h("button", {}, "Close")),
);
byId("help").addEventListener("click", (event) => event.target === byId("help") && byId("help").close());
byId("help-button").addEventListener("click", () => byId("help").showModal());
