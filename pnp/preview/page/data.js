// The data that pieces share: the game itself, facts, claims, terms, and the set-up of each set.

import { h, plural } from "./dom.js";
import { edit, editValue, palette, record, settled } from "./edit.js";
import { placeLink } from "./fault.js";
import { Translation, copyGame, inWords, nameOfLanguage, sayBeside } from "./form.js";
import { choice, choose, game, on } from "./store.js";
import { choiceWidget, iconWidget, isTyped, numberWidget, selectWidget, textWidget } from "./widget.js";

const find = h("input", { type: "search", placeholder: "Find", "aria-label": "Find facts, claims, terms and sets", autocomplete: "off", spellcheck: "false", oninput: () => filter() });
const firstList = h("select", { "aria-label": "What is shown first of a text", onchange: () => choose({ first: firstList.value }) });
const first = h("label", { class: "first", hidden: true }, "First ", firstList);
const contents = h("nav", { class: "contents", "aria-label": "Data" });
const page = h("div", { class: "data-view" });
const view = h("div", { class: "data-desk" }, h("div", { class: "data-side" }, find, first, contents), page);
let shape = "";
let latest = null;
let values = new Map();
let translations = new Map();
let texts = []; // those with translations: where they are, their control, and their translations by language
let numbers = 0;
let wanted = null;

async function draw() {
  const [found, options] = await settled(() => Promise.all([record("game"), palette()]));
  if (choice.view !== "data") return;
  if (!found || found.fault) {
    page.replaceChildren(h("p", { class: "empty" }, found?.fault ?? "The game cannot be read yet."));
    shape = "";
    return;
  }
  latest = found;
  const now = JSON.stringify([
    found.shipped,
    found.facts.map((fact) => [fact.id, Object.keys(fact.values ?? {})]),
    found.claims.map((claim) => claim.id),
    found.terms.map((each) => [each.id, each.terms.map((term) => [term.id, Object.keys(term.forms)])]),
    found.sets.map((set) => [set.id, Object.keys(set.labels), Object.keys(set.translations)]),
  ]);
  if (now !== shape) {
    shape = now;
    values = new Map();
    translations = new Map();
    texts = [];
    build(found, options);
    turn();
    filter();
  }
  show(found);
  summarise();
  goTo();
}

// A control for the value at a path; its label is for those who cannot see the table.
function control(step, path, label, make = textWidget, more = {}) {
  const id = `data-${(numbers += 1)}`;
  const state = h("div", { class: "field-state", role: "status" });
  const entry = { value: null };
  const written = (value) => ({ ...step, path, value: value === "" ? null : value });
  const answered = (answer, value) => {
    const keep = () => { entry.value = answer.stale.found; draw(); };
    sayBeside(state, answer, value, keep, async () => answered(await edit({ ...written(value), was: answer.stale.found }), value));
    if (answer.written) entry.value = value === "" ? null : value;
    if (answer.stale) draw();
    return answer;
  };
  entry.widget = make({ id, label, ...more, report: async (value) => answered(await editValue(written(value), () => entry.value), value) });
  values.set(JSON.stringify([step.set ?? "", ...path]), entry);
  return h("div", { class: "control" }, entry.widget.element, state);
}

function put(set, path, value) {
  const entry = values.get(JSON.stringify([set, ...path]));
  if (!entry || isTyped(entry.widget.element)) return;
  entry.value = value ?? null;
  entry.widget.show(value ?? "");
}

// The control of a text, and its translations, folded below it; what is chosen to be first takes the place of the control.
function translated(name, source, found, words = "Translations") {
  if (!found?.length) return [source, ""];
  const made = new Map(found.map((text) => [text.lang, new Translation(null, text)]));
  for (const [lang, each] of made) translations.set(JSON.stringify([name, lang]), each);
  const place = h("div", { class: "first-text" }, source);
  const folded = h("details", { class: "texts" }, h("summary", {}, ""), h("div", { class: "languages" }));
  texts.push({ place, source, folded, made, words });
  return [place, folded];
}

// Puts the chosen language first in each text that has it.
function turn() {
  const [own, ...others] = game.game.languages;
  first.hidden = !others.length;
  firstList.replaceChildren(h("option", { value: "" }, `${nameOfLanguage(own ?? "en")} (source)`), ...others.map((lang) => h("option", { value: lang }, nameOfLanguage(lang))));
  firstList.value = others.includes(choice.first) ? choice.first : "";
  for (const { place, source, folded, made } of texts) {
    const chosen = made.get(firstList.value);
    const rest = [...made.values()].filter((each) => each !== chosen).map((each) => each.element);
    place.replaceChildren(chosen?.element ?? source);
    folded.querySelector(".languages").replaceChildren(...(chosen ? [h("div", { class: "translation" }, h("div", { class: "label" }, h("b", {}, `${nameOfLanguage(own)}, the source`)), source), ...rest] : rest));
  }
}
on("choice-first game", () => { if (texts.length) { turn(); summarise(); } });

// What is folded: translations, or the source with its words.
function summarise() {
  for (const { folded, made, words } of texts) {
    const chosen = made.get(firstList.value);
    folded.firstElementChild.textContent = chosen?.text ? words.replace("Translations", `Source: ${chosen.text.source}`) : words;
  }
}

function putTexts(name, found) {
  for (const text of found ?? []) translations.get(JSON.stringify([name, text.lang]))?.update(text);
}

const GAME = { op: "game" };
const ID = "[A-Za-z_][A-Za-z0-9_]*";
const ABOUT = { name: "Name", version: "Version", notice: "Notice", note: "Note" };

function build(found, options) {
  const section = (id, title, kind, ...children) => h("section", { id: `data-${id}`, data: { part: id }, inert: found.shipped }, h("h2", {}, title, kind && h("span", { class: "counts" }, ` ${kind}`)), ...children);
  const sections = [
    section("game", "Game", "", h("div", { class: "rows" }, Object.keys(found.about.keys).map((name) => row(ABOUT[name], ...translated(name, control(GAME, [name], ABOUT[name]), found.about.translations[name]))))),
    section(
      "facts", "Facts", "numbers of the rulebook",
      found.facts.length ? h("div", { class: "rows" }, found.facts.map(factRow)) : h("p", { class: "meta" }, "The game has no facts."),
      addRow("fact", ID, (id) => edit({ op: "game-add", path: ["facts", id], values: { value: "1", assumed: "true" } })),
    ),
    section(
      "claims", "Claims", "what the rulebook says of the pieces",
      found.claims.length ? h("div", { class: "rows" }, found.claims.map(claimRow)) : h("p", { class: "meta" }, "The game makes no claims."),
      addRow("claim", "[\\w.\\-]+", (id) => edit({ op: "game-add", path: ["claims", id], values: { says: "…", data: "n(pieces)", rulebook: "1" } })),
    ),
    ...found.terms.map((vocabulary) => section(
      `terms-${vocabulary.id}`, inWords(vocabulary.id), "terms",
      h("div", { class: "rows" }, vocabulary.terms.map((term) => termRow(vocabulary, term))),
      addRow(`term of ${vocabulary.id}`, "[\\w\\-]+", (id) => edit({ op: "game-add", path: ["terms", vocabulary.id, id], values: { name: id } })),
    )),
    ...found.sets.map((set) => section(`set-${set.id}`, nameOf(set), "set", setRows(set, options))),
  ];
  page.replaceChildren(...[
    found.shipped && h("p", { class: "banner" }, "This game ships with pnp and is read-only. ", h("button", { type: "button", class: "link", onclick: copyGame }, "Make a copy to edit")),
    ...sections,
    h("p", { class: "empty", hidden: true }, "Nothing has these words."),
  ].filter(Boolean));
  const group = (words, shown) => [h("h2", {}, words), ...shown.map(([id, title]) => h("button", { type: "button", data: { part: id }, onclick: () => goToPart(id) }, title))];
  contents.replaceChildren(
    ...[["game", "Game"], ["facts", `Facts (${found.facts.length})`], ["claims", `Claims (${found.claims.length})`]].map(([id, title]) => h("button", { type: "button", data: { part: id }, onclick: () => goToPart(id) }, title)),
    ...(found.terms.length ? group("Terms", found.terms.map((each) => [`terms-${each.id}`, inWords(each.id)])) : []),
    ...group("Sets", found.sets.map((set) => [`set-${set.id}`, nameOf(set)])),
  );
}

const nameOf = (set) => game.sets.find((each) => each.id === set.id)?.name ?? set.id;

const row = (name, ...columns) => h("div", { class: "row" }, h("div", { class: "row-name" }, h("b", {}, name)), ...columns);

// A line to add something by its name.
function addRow(what, pattern, write) {
  const name = h("input", { type: "text", placeholder: `New ${what}`, "aria-label": `Name of a new ${what}`, pattern, autocomplete: "off", spellcheck: "false" });
  const state = h("span", { class: "meta", role: "status" });
  const add = async (event) => {
    event.preventDefault();
    const id = name.value.trim();
    if (!id || !name.checkValidity()) {
      state.textContent = "Letters, digits and _, without spaces";
      return;
    }
    const answer = await write(id);
    state.textContent = answer.fault ?? "";
    if (answer.written) name.value = "";
  };
  return h("form", { class: "add-row", onsubmit: add }, name, h("button", {}, "Add"), state);
}

const remove = (what, path) => h("button", { type: "button", class: "quiet remove", title: `Delete ${what}`, "aria-label": `Delete ${what}`, onclick: () => edit({ op: "game-remove", path }) }, "×");

function factRow(fact) {
  const path = ["facts", fact.id];
  const of = (value) => (/^-?\d+$/.test(value) ? numberWidget : textWidget);
  const single = () => control(GAME, [...path, "value"], `Value of ${fact.id}`, of(fact.value));
  const several = () => h("div", { class: "control values" }, Object.entries(fact.values).map(([key, value]) => h("div", { class: "of-key" }, h("span", {}, key), control(GAME, [...path, "value", key], `Value of ${fact.id} for ${key}`, of(value)))));
  return h(
    "div",
    { class: "row", data: { fact: fact.id } },
    h("div", { class: "row-name" }, h("b", {}, fact.id), placeLink(fact.place, fact.assumed ? "assumed" : fact.source || "✎")),
    fact.value !== null ? single() : fact.values ? several() : h("p", { class: "meta" }, fact.shown),
    h("div", { class: "pair" }, control(GAME, [...path, "note"], `Note on ${fact.id}`, textWidget, { hint: "Note" }), remove(`the fact ${fact.id}`, path)),
  );
}

const OF_CLAIM = {
  says: ["Says", "The statement in your own words"],
  rulebook: ["Rulebook", "What the rulebook says: a number, or an expression over facts"],
  is: ["Relation", ""],
  data: ["Box", "What the box has: an expression over the pieces"],
  pieces: ["Pieces", "Which pieces to name when it fails: an expression"],
  source: ["Source", "A document and its section"],
  ruling: ["Ruling", "How you read the rulebook where it is unclear"],
  note: ["Note", "For yourself, never printed"],
};
const CODE = new Set(["rulebook", "data", "pieces"]);
const RELATIONS = [["", "is equal to (==)"], ["!=", "is not (!=)"], ["<", "is less than (<)"], ["<=", "is at most (<=)"], [">", "is more than (>)"], [">=", "is at least (>=)"], ["in", "is one of (in)"]];

// A claim is one line until it is opened.
function claimRow(claim) {
  const path = ["claims", claim.id];
  const says = h("span", { class: "says" }, claim.keys.says ?? "");
  const body = h("div", { class: "rows" });
  const fill = () => {
    if (body.children.length || !folded.open) return;
    body.append(
      ...Object.keys(claim.keys).map((name) => row(OF_CLAIM[name][0], control(
        GAME, [...path, name], `${OF_CLAIM[name][0]} of ${claim.id}`,
        name === "is" ? selectWidget : textWidget,
        name === "is" ? { options: RELATIONS } : { mono: CODE.has(name), hint: OF_CLAIM[name][1] },
      ))),
      h("p", { class: "claim-end" }, placeLink(claim.place), h("span", { class: "spring" }), h("button", { type: "button", class: "remove", onclick: () => edit({ op: "game-remove", path }) }, "Delete this claim")),
    );
    showClaims(latest);
  };
  const folded = h("details", { class: "claim", data: { claim: claim.id }, ontoggle: fill }, h("summary", {}, h("b", {}, claim.id), says), body);
  return folded;
}

function termRow(vocabulary, term) {
  const path = ["terms", vocabulary.id, term.id];
  const colour = h("input", { type: "color", value: term.colour || "#888888", "aria-label": `Colour of ${term.id}`, title: "Colour", onchange: () => edit({ ...GAME, path: [...path, "colour"], value: colour.value.toUpperCase() }) });
  const forms = Object.keys(term.forms);
  const [name, words] = translated(`term ${vocabulary.id} ${term.id}`, control(GAME, [...path, "name"], `Name of ${term.id}`), term.translations, forms.length ? `Translations, forms (${forms.join(", ")})` : "Translations");
  const list = forms.map((form) => h("div", { class: "form-of" }, h("span", {}, form), control(GAME, [...path, "forms", form], `${form} of ${term.id}`)));
  const folded = words || (forms.length ? h("details", { class: "texts" }, h("summary", {}, `Forms (${forms.join(", ")})`)) : "");
  if (folded) folded.append(...list);
  return h(
    "div",
    { class: "row", data: { term: `${vocabulary.id}.${term.id}` } },
    h("div", { class: "row-name" }, colour, h("b", {}, term.id)),
    h("div", { class: "pair" }, name, control(GAME, [...path, "icon"], `Icon of ${term.id}`, iconWidget, { palette })),
    h("div", { class: "pair" }, folded || h("span"), remove(`the term ${term.id}`, path)),
  );
}

const OF_SET = { total: "How many pieces there should be; a wrong number is a fault", style: "A word that layouts ask for", note: "For yourself, never printed", back: "No back", size: "poker" };

function setRows(set, options) {
  const step = { op: "of-set", set: set.id };
  const lists = { layout: options.layouts, back: options.layouts, size: options.sizes };
  const line = (label, path, of, found, name = "") => row(label, ...translated(of, control(step, path, `${path[0] === "labels" ? `Label of ${label}` : label} of ${set.id}`, lists[name] ? choiceWidget : textWidget, { options: lists[name], hint: OF_SET[name] ?? (path[0] === "labels" ? inWords(path[1]) : "") }), found));
  const labels = Object.keys(set.labels);
  return h(
    "div",
    { class: "rows" },
    Object.keys(set.keys).map((name) => line(inWords(name), [name], `set ${set.id} ${name}`, set.translations[name], name)),
    h("details", { class: "labels" }, h("summary", {}, `Labels of ${plural(labels.length, "field")}: what they are called on paper and here`), h("div", { class: "rows" }, labels.map((name) => line(name, ["labels", name], `set ${set.id} labels.${name}`, set.translations[`labels.${name}`])))),
  );
}

function showClaims(found) {
  for (const { id, keys } of found.claims) {
    for (const [name, value] of Object.entries(keys)) put("", ["claims", id, name], name === "is" && value === "==" ? "" : value);
    const says = page.querySelector(`[data-claim="${CSS.escape(id)}"] .says`);
    if (says) says.textContent = keys.says ?? "";
  }
}

function show(found) {
  for (const [name, value] of Object.entries(found.about.keys)) put("", [name], value);
  for (const [name, texts] of Object.entries(found.about.translations)) putTexts(name, texts);
  for (const fact of found.facts) {
    put("", ["facts", fact.id, "value"], fact.value);
    put("", ["facts", fact.id, "note"], fact.note);
    for (const [key, value] of Object.entries(fact.values ?? {})) put("", ["facts", fact.id, "value", key], value);
  }
  showClaims(found);
  for (const { id, terms } of found.terms) {
    for (const term of terms) {
      for (const name of ["name", "icon"]) put("", ["terms", id, term.id, name], term[name]);
      for (const [form, value] of Object.entries(term.forms)) put("", ["terms", id, term.id, "forms", form], value);
      putTexts(`term ${id} ${term.id}`, term.translations);
    }
  }
  for (const set of found.sets) {
    for (const [name, value] of Object.entries(set.keys)) put(set.id, [name], value);
    for (const [name, value] of Object.entries(set.labels)) put(set.id, ["labels", name], value);
    for (const [name, texts] of Object.entries(set.translations)) putTexts(`set ${set.id} ${name}`, texts);
  }
}

// Only rows with all the words in their names or values.
function filter() {
  const words = find.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const holds = (element, more = "") => {
    const text = [more, element.textContent, ...[...element.querySelectorAll("input, textarea")].map((each) => each.value)].join(" ").toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  let any = false;
  for (const section of page.querySelectorAll("section")) {
    const title = section.querySelector("h2").textContent;
    let some = false;
    for (const each of section.querySelectorAll(":scope > .rows > *")) {
      each.hidden = words.length > 0 && !holds(each, title);
      some ||= !each.hidden;
    }
    section.hidden = words.length > 0 && !some;
    any ||= !section.hidden;
    const entry = contents.querySelector(`[data-part="${CSS.escape(section.dataset.part)}"]`);
    if (entry) entry.disabled = section.hidden;
  }
  const none = page.querySelector(":scope > .empty");
  if (none) none.hidden = any;
}

function goToPart(id) {
  const section = page.querySelector(`[data-part="${CSS.escape(id)}"]`);
  section?.scrollIntoView({ block: "start", behavior: "instant" });
  section?.querySelector("input, textarea, summary")?.focus({ preventScroll: true });
}

function goToValue(set, path) {
  const { element, focus } = values.get(JSON.stringify([set, ...path])).widget;
  for (let around = element.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  focus();
}

// To what is written at a place: the claim or the fact there, or the set of that file.
document.addEventListener("go-data", (event) => {
  wanted = event.detail;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  if (choice.view !== "data") choose({ view: "data" });
  else goTo();
});

function goTo() {
  if (!wanted || !latest) return;
  const { file, line } = wanted;
  wanted = null;
  find.value = "";
  filter();
  const above = (items) => items.filter((each) => each.place.file === file && each.place.line <= line).sort((a, b) => b.place.line - a.place.line)[0];
  const set = latest.sets.find((each) => each.file === file);
  const named = set && Object.keys(set.lines).find((name) => set.lines[name] === line);
  if (set) {
    goToPart(`set-${set.id}`);
    if (named) goToValue(set.id, [named]);
    return undefined;
  }
  const nearest = above([...latest.facts, ...latest.claims]);
  if (!nearest) return undefined;
  const row = page.querySelector(`[data-fact="${CSS.escape(nearest.id)}"]`);
  const claim = page.querySelector(`[data-claim="${CSS.escape(nearest.id)}"]`);
  const element = latest.claims.includes(nearest) ? claim : row;
  if (element === claim) claim.open = true;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  element.querySelector("summary, input, textarea")?.focus({ preventScroll: true });
  return undefined;
}

let waiting = 0;
on("all edited", () => {
  if (choice.view !== "data") return;
  clearTimeout(waiting);
  waiting = setTimeout(draw, 80);
});

export const dataView = { name: "data", title: "Data", element: view, draw };
