// Faults: each with its line, the stretch that is meant underlined, and what would cure it.

import { byId, h, plural, svg } from "./dom.js";
import { edit, editing, say, sayDone, send, tellPlace } from "./edit.js";
import { choice, choose, editorLink, game, on } from "./store.js";

const RANK = { error: "Error", warning: "Warning", note: "Note" };
const opened = { notes: false };
// What the page offers instead of a command in the terminal.
const ON_PAGE = {
  K500: "Each text has a box for its translation: in the form of its piece, or in Data",
  K510: "Change it, or press \"It still fits\" beside it: in the form of its piece, or in Data",
  K520: "It is never printed, and may stay; an update finds the text that it belonged to, and marks it to be checked",
};

export function placeLink(place, words) {
  if (!place) return null;
  const plain = place.cell ? `${place.file}:${place.sheet}!${place.cell}` : `${place.file}:${place.line}:${place.column}`;
  const link = editorLink(place);
  const shown = words ?? plain;
  const copied = () => tellPlace(plain);
  const path = link
    ? h("a", { href: link, class: "place", title: `Open ${plain} in the editor`, onclick: copied }, shown)
    : choice.root && words ? h("button", { type: "button", class: "link place", title: `Copy ${plain}`, "aria-label": `Copy ${plain}`, onclick: copied }, words)
    : h("span", { class: "place", title: plain }, words ? "" : plain);
  if (words) return path;
  return h("span", { class: "path" }, path, copyButton(plain, "Copy the path"));
}

function copyButton(words, title) {
  const copy = h("button", { type: "button", class: "copy", title, "aria-label": `Copy ${words}` }, copyIcon());
  copy.addEventListener("click", async (event) => {
    event.stopPropagation();
    await navigator.clipboard?.writeText(words).catch(() => {});
    copy.replaceChildren("copied");
    setTimeout(() => copy.replaceChildren(copyIcon()), 900);
  });
  return copy;
}

function copyIcon() {
  return svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: "M6 6h7v8H6zM10 6V2H3v8h3" }));
}

// Long lines are moved until the stretch that is at fault can be seen.
export function showStretches(within) {
  for (const excerpt of within.querySelectorAll(".excerpt")) {
    const mark = excerpt.querySelector("mark");
    const hidden = mark.offsetLeft + mark.offsetWidth - excerpt.clientWidth;
    if (hidden > 0) excerpt.scrollLeft = Math.min(mark.offsetLeft - 16, hidden + 48);
  }
}

export function curesOf(fault) {
  const cures = fault.help.filter((cure) => !(fault.cure && !editing.shipped && cure === `or ${fault.cure.title}`)).filter((cure) => !(fault.code in ON_PAGE) || !/^run 'pnp i18n update'|'#\|'/.test(cure));
  return fault.code in ON_PAGE ? [ON_PAGE[fault.code], ...cures] : cures;
}

// Commands that the page runs by itself, with what they do.
const RUNS = [
  [/^pnp (i18n update)$/, () => "Update the translations"],
  [/^pnp (i18n tidy)$/, () => "Rewrite all marks"],
  [/^pnp (i18n new ([\w-]+))$/, (found) => `Make locale/${found[2]}.po`],
];

// The commands that the cures of a fault name: a button where the page can run one, others to be copied.
export function commandsOf(fault) {
  const named = new Set(fault.help.flatMap((cure) => [...cure.matchAll(/'((?:pnp|pip) [^']+)'/g)].map((found) => found[1])));
  return [...named].filter((command) => !(fault.code in ON_PAGE) || RUNS.some(([pattern]) => pattern.test(command))).map((command) => {
    const [run, words] = RUNS.find(([pattern]) => pattern.test(command)) ?? [];
    const { folder } = game.game;
    const whole = command.startsWith("pnp i18n") && folder && folder !== "." ? `${command} --game ${/[^\w./-]/.test(folder) ? `"${folder}"` : folder}` : command;
    const found = run && !editing.shipped && command.match(run);
    const button = found && h("button", { type: "button", class: "do-cure", onclick: (event) => runCommand(found[1], words(found), event.target) }, words(found));
    return h("div", { class: "command" }, button || [h("code", {}, whole), copyButton(whole, "Copy the command")]);
  });
}

async function runCommand(command, words, button) {
  button.disabled = true;
  const answer = await send({ run: command });
  button.disabled = false;
  if (answer.written) sayDone(`Done: ${words}`, "takes it back");
  else if (!answer.fault && !answer.clash) say("Nothing to change");
}

// What the program can write by itself to cure a fault.
export function cureButton(fault) {
  if (!fault.cure || editing.shipped) return null;
  const words = fault.cure.title.charAt(0).toUpperCase() + fault.cure.title.slice(1);
  const write = async () => {
    const answer = await edit({ op: "cure", name: fault.cure.name });
    if (answer.written) sayDone(words, "takes it back");
  };
  return h("button", { type: "button", class: "do-cure", onclick: write }, words);
}

export function faultCard(fault) {
  const { excerpt } = fault;
  return h(
    "article",
    { class: "fault", data: { severity: fault.severity, code: fault.code }, tabindex: "-1" },
    h(
      "h3",
      {},
      h("span", { class: "badge", title: `pnp explain ${fault.code}` }, `${RANK[fault.severity]} ${fault.code}`),
      h("span", { class: "code-name" }, fault.name.replaceAll("-", " ")),
    ),
    h("p", { class: "message" }, fault.message, fault.more ? ` (and ${plural(fault.more, "more piece", "more pieces")})` : ""),
    placeLink(fault.place),
    excerpt && h(
      "pre",
      { class: "excerpt", data: { line: excerpt.line } },
      excerpt.text.slice(0, excerpt.start),
      h("mark", {}, excerpt.text.slice(excerpt.start, excerpt.end) || " "),
      excerpt.text.slice(excerpt.end),
    ),
    curesOf(fault).map((cure) => h("p", { class: "cure" }, cure)),
    cureButton(fault),
    commandsOf(fault),
    fault.related.length > 0 && h(
      "details",
      {},
      h("summary", {}, plural(fault.related.length, "more place")),
      fault.related.map((each) => h("p", {}, placeLink(each.place), ` ${each.message}`)),
    ),
    fault.piece && game.pieces[fault.piece] && h(
      "button",
      { type: "button", class: "link", onclick: () => document.dispatchEvent(new CustomEvent("go-piece", { detail: fault.piece })) },
      `Show ${fault.piece}`,
    ),
    !fault.piece && fault.place?.file.endsWith(".yaml") && h(
      "button",
      { type: "button", class: "link", onclick: () => document.dispatchEvent(new CustomEvent("go-data", { detail: fault.place })) },
      "Edit it here",
    ),
  );
}

const count = (severity) => game.faults.filter((fault) => fault.severity === severity).length;

function drawButton() {
  const [errors, warnings] = [count("error"), count("warning")];
  const words = [errors && plural(errors, "error"), warnings && plural(warnings, "warning")].filter(Boolean).join(", ");
  const button = byId("faults-button");
  button.textContent = words || "No faults";
  button.dataset.severity = errors ? "error" : warnings ? "warning" : "fine";
  button.setAttribute("aria-expanded", String(choice.dock));
  button.title = "Faults (D)";
}

function drawDock() {
  const dock = byId("dock");
  dock.hidden = !choice.dock;
  document.body.classList.toggle("docked", choice.dock);
  if (dock.hidden) return;
  const cards = () => [...dock.querySelectorAll(":scope > .fault")];
  const focused = cards().indexOf(document.activeElement);
  const serious = game.faults.filter((fault) => fault.severity !== "note");
  const notes = game.faults.filter((fault) => fault.severity === "note");
  const list = h("details", { class: "notes", open: opened.notes }, h("summary", {}, plural(notes.length, "note")), notes.map(faultCard));
  list.addEventListener("toggle", () => { opened.notes = list.open; });
  dock.replaceChildren(
    h("h2", {}, "Faults", h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => choose({ dock: false }) }, "×")),
    ...(serious.length ? serious.map(faultCard) : [h("p", { class: "empty" }, "Nothing is wrong.")]),
    notes.length ? list : "",
  );
  showStretches(dock);
  if (focused >= 0) cards()[focused]?.focus({ preventScroll: true });
}

// The next or the previous fault gets the focus.
export function walkFaults(step) {
  if (!choice.dock) choose({ dock: true });
  const cards = [...byId("dock").querySelectorAll(":scope > .fault")];
  if (!cards.length) return;
  const at = cards.indexOf(document.activeElement);
  const next = cards[(at + step + cards.length) % cards.length] ?? cards[0];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

// The list opens by itself for a new error, and closes again once nothing is wrong, unless it was opened by hand.
let errorsBefore = 0;
let byItself = false;
on("faults", () => {
  const errors = count("error");
  if (errors > errorsBefore && !choice.dock && matchMedia("(min-width: 60rem)").matches) {
    choose({ dock: true });
    byItself = true;
  } else if (byItself && !errors && !count("warning") && choice.dock && !byId("dock").contains(document.activeElement)) choose({ dock: false });
  if (!choice.dock) byItself = false;
  errorsBefore = errors;
  drawButton();
  drawDock();
});
on("choice-dock", () => { drawButton(); drawDock(); });
byId("faults-button").addEventListener("click", () => {
  byItself = false;
  choose({ dock: !choice.dock });
});
