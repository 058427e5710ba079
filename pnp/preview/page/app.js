// The page: views, bar, and what changes them.

import { byId, h } from "./dom.js";
import { dataView } from "./data.js";
import { booksView, sheetsView } from "./papers.js";
import { focusPiece, piecesView } from "./pieces.js";
import { choice, choose, game, on, tell } from "./store.js";
import { chosenBy, connect } from "./stream.js";
import { claimsView, countsView, fitsView } from "./tables.js";

export const VIEWS = [piecesView, sheetsView, booksView, claimsView, countsView, fitsView, dataView];
const [LEAST, MOST] = [0.8, 12]; // pixels to the millimetre

const current = () => VIEWS.find((view) => view.name === choice.view);

export function showView(name) {
  if (choice.view !== name) choose({ view: name });
}

function drawView() {
  document.body.dataset.view = choice.view;
  byId("main").replaceChildren(current().element);
  byId("main").scrollTop = 0;
  byId("main").tabIndex = ["pieces", "data"].includes(choice.view) ? -1 : 0; // what scrolls and has no button takes keys itself
  current().draw();
  for (const tab of byId("views").children) {
    const here = tab.dataset.view === choice.view;
    tab.setAttribute("aria-selected", String(here));
    if (here) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

// A row of buttons of which one, or for switches any, is pressed.
function buttons(parent, entries, pressed, press, role = "radio") {
  const attribute = role === "radio" ? "aria-checked" : "aria-pressed";
  const box = byId(parent);
  const same = box.children.length === entries.length && entries.every(([value], index) => box.children[index].dataset.value === value);
  if (!same) { // else they stay, and with them the focus
    box.replaceChildren(...entries.map(([value, words, title]) => h(
      "button",
      { type: "button", role: role === "radio" ? "radio" : null, title, data: { value }, onclick: () => press(value) },
      words,
    )));
  }
  for (const button of box.children) button.setAttribute(attribute, String(pressed(button.dataset.value)));
}

function drawBar() {
  buttons("sides", [["front", "Fronts", "F"], ["back", "Backs", "F"], ["both", "Both", "F"]], (side) => side === choice.side, (side) => choose({ side }));
  buttons(
    "overlays",
    [["bleed", "Bleed", "Show the bleed beyond the cut (B)"], ["trim", "Trim", "Show where is cut (T)"], ["safe", "Safe", "Show the safe area (S)"], ["follow", "Follow", "Scroll to what changes (G)"]],
    (name) => choice[name],
    (name) => choose({ [name]: !choice[name] }),
    "switch",
  );
  for (const name of ["bleed", "trim", "safe"]) document.body.classList.toggle(name, choice[name]);
  document.body.dataset.side = choice.side;
}

// "2 players", "2–4 players", "2, 3, 6 players".
function playersWords(numbers) {
  const [least, most] = [numbers[0], numbers.at(-1)];
  const gapless = most - least === numbers.length - 1;
  const words = numbers.length > 1 && gapless ? `${least}–${most}` : numbers.join(", ");
  return words && `${words} ${most === 1 ? "player" : "players"}`;
}

function drawHeader() {
  const about = game.game;
  byId("game").textContent = about.name;
  byId("edition").textContent = [about.version, playersWords(about.players ?? [])].filter(Boolean).join(" · ");
  document.title = `${about.name} · pnp preview`;
  document.documentElement.dataset.language = game.language;
  buttons("languages", about.languages.map((language) => [language, language, "Language (L)"]), (language) => language === game.language, (language) => connect(language));
  byId("languages").hidden = about.languages.length < 2;
}

export function setScale(scale) {
  choose({ scale: Math.min(Math.max(scale, LEAST), MOST) });
}

function drawScale(scale) {
  byId("zoom").value = String(Math.round((100 * Math.log(scale / LEAST)) / Math.log(MOST / LEAST)));
  byId("zoom-shown").textContent = `${Math.round((scale / (96 / 25.4)) * 100)} %`;
}

let asked = 0;
async function chooseWhere(expression) {
  const number = ++asked;
  const found = expression.trim() ? await chosenBy(expression.trim()) : { pieces: null };
  if (number !== asked) return;
  const fault = byId("where-fault");
  fault.textContent = found.fault ? [found.fault, ...(found.help ?? [])].join("; ") : "";
  byId("where").setAttribute("aria-invalid", String(Boolean(found.fault)));
  if (!found.fault) choose({ where: found.pieces && new Set(found.pieces) });
}

function delayed(action, time) {
  let timer = 0;
  return (value) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(value), time);
  };
}

byId("views").replaceChildren(...VIEWS.map((view, index) => h(
  "button",
  { type: "button", role: "tab", title: String(index + 1), data: { view: view.name }, onclick: () => showView(view.name) },
  view.title,
)));
byId("zoom").addEventListener("input", (event) => setScale(LEAST * (MOST / LEAST) ** (event.target.value / 100)));
byId("smaller").addEventListener("click", () => setScale(choice.scale / 1.2));
byId("larger").addEventListener("click", () => setScale(choice.scale * 1.2));
const find = delayed((words) => choose({ find: words }), 60);
byId("find").addEventListener("input", (event) => find(event.target.value));
const where = delayed(chooseWhere, 180);
byId("where").addEventListener("input", (event) => where(event.target.value));
document.addEventListener("go-piece", (event) => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  showView("pieces");
  focusPiece(event.detail, { open: true });
});
document.addEventListener("piece-closed", (event) => focusPiece(event.detail));

on("choice-view", drawView);
on("choice-side choice-bleed choice-trim choice-safe choice-follow", drawBar);
on("choice-scale", drawScale);
on("game language", drawHeader);
on("parts", () => current().part && current().draw());
on("language", () => { for (const view of VIEWS) if (view.part && view === current()) view.draw(); });
on("all", () => {
  // The pieces may have changed under an expression: it is asked anew.
  if (byId("where").value) where(byId("where").value);
});
const WORDS_OF_LINE = { waiting: "Connecting…", live: "Live", lost: "Not connected: is pnp preview still running?" };
on("line", (state) => {
  const line = byId("line");
  line.dataset.state = state;
  line.textContent = WORDS_OF_LINE[state];
});
on("failed", (words) => {
  const news = byId("news");
  news.textContent = `pnp itself failed at this change (${words}); the terminal has more to report. The preview goes on.`;
  news.classList.add("failed");
});
on("looks", () => byId("news").classList.remove("failed"));
on("readable busy", () => { document.body.dataset.readable = String(game.readable); });

drawBar();
tell("choice-scale", choice.scale);
tell("line", "waiting");
drawView();
connect();
import("./keys.js");
