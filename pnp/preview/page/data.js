// The data that pieces share: facts, terms, and the set-up of each set.

import { h } from "./dom.js";
import { edit, editValue, palette, record, settled } from "./edit.js";
import { placeLink } from "./fault.js";
import { Translation, copyGame } from "./form.js";
import { choice, game, on } from "./store.js";
import { choiceWidget, iconWidget, isTyped, numberWidget, textWidget } from "./widget.js";

const page = h("div", { class: "data-view" });
let shape = "";
let values = new Map();
let numbers = 0;

async function draw() {
  const [found, options] = await settled(() => Promise.all([record("game"), palette()]));
  if (choice.view !== "data") return;
  if (!found || found.fault) {
    page.replaceChildren(h("p", { class: "empty" }, found?.fault ?? "The game cannot be read yet."));
    shape = "";
    return;
  }
  const now = JSON.stringify([found.shipped, found.facts.map((fact) => fact.id), found.terms.map((each) => [each.id, each.terms.map((term) => [term.id, Object.keys(term.forms)])]), found.sets.map((set) => [set.id, Object.keys(set.labels)])]);
  if (now !== shape) {
    shape = now;
    values = new Map();
    build(found, options);
  }
  show(found);
}

// A control for the value at a path; its label is for those who cannot see the table.
function control(step, path, label, make = textWidget, more = {}) {
  const id = `data-${(numbers += 1)}`;
  const state = h("p", { class: "field-state", role: "status" });
  const entry = { value: null };
  entry.widget = make({
    id, label, ...more,
    report: async (value) => {
      const answer = await editValue({ ...step, path, value: value === "" ? null : value }, () => entry.value);
      if (answer.stale) state.replaceChildren(`In the file now: ${answer.stale.found ?? "nothing"}. It was not overwritten.`);
      else state.replaceChildren(answer.fault ? `${answer.fault}${answer.help ? `: ${answer.help}` : ""}` : "");
      if (answer.written) entry.value = value === "" ? null : value;
      if (answer.stale) draw();
    },
  });
  values.set(JSON.stringify([step.set ?? "", ...path]), entry);
  return h("div", { class: "control" }, entry.widget.element, state);
}

function put(set, path, value) {
  const entry = values.get(JSON.stringify([set, ...path]));
  if (!entry || isTyped(entry.widget.element)) return;
  entry.value = value ?? null;
  entry.widget.show(value ?? "");
}

const GAME = { op: "game" };
let translations = [];

function build(found, options) {
  translations = [];
  const locked = found.shipped;
  const parts = [
    locked && h("p", { class: "banner" }, "This game ships with pnp and is read-only. ", h("button", { type: "button", class: "link", onclick: copyGame }, "Make a copy to edit")),
    h(
      "section",
      { inert: locked },
      h("h2", {}, "Facts"),
      found.facts.length ? h("div", { class: "rows" }, h("div", { class: "row head", "aria-hidden": "true" }, h("span", {}, "name and source"), h("span", {}, "value"), h("span", {}, "note")), found.facts.map((fact) => h(
        "div",
        { class: "row", data: { fact: fact.id } },
        h("div", { class: "row-name" }, h("b", {}, fact.id), placeLink(fact.place, fact.assumed ? "assumed" : fact.source || "✎")),
        fact.value === null ? h("p", { class: "meta" }, fact.shown) : control(GAME, ["facts", fact.id, "value"], `Value of ${fact.id}`, /^-?\d+$/.test(fact.value) ? numberWidget : textWidget),
        control(GAME, ["facts", fact.id, "note"], `Note on ${fact.id}`, textWidget),
      ))) : h("p", { class: "meta" }, "The game has no facts."),
      addRow("fact", ID, (id) => edit({ op: "game-add", path: ["facts", id], values: { value: "1", assumed: "true" } })),
    ),
    ...found.terms.map((vocabulary) => h(
      "section",
      { inert: locked },
      h("h2", {}, vocabulary.id, h("span", { class: "counts" }, " terms")),
      h("div", { class: "rows" }, vocabulary.terms.map((term) => termRow(vocabulary, term))),
      addRow(`term of ${vocabulary.id}`, "[\\w\\-]+", (id) => edit({ op: "game-add", path: ["terms", vocabulary.id, id], values: { name: id } })),
    )),
    ...found.sets.map((set) => setSection(set, options, locked)),
  ];
  page.replaceChildren(...parts.filter(Boolean));
}

const ID = "[A-Za-z_][A-Za-z0-9_]*";

// A line to add a fact or a term by its name.
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

function termRow(vocabulary, term) {
  const path = ["terms", vocabulary.id, term.id];
  const colour = h("input", { type: "color", value: term.colour || "#888888", "aria-label": `Colour of ${term.id}`, onchange: () => edit({ ...GAME, path: [...path, "colour"], value: colour.value.toUpperCase() }) });
  const words = term.translations.map((text) => {
    const made = new Translation({ answered: () => {} }, text);
    translations.push([JSON.stringify([vocabulary.id, term.id, text.lang]), made]);
    return made.element;
  });
  return h(
    "div",
    { class: "row", data: { term: `${vocabulary.id}.${term.id}` } },
    h("div", { class: "row-name" }, h("b", {}, term.id), colour),
    h("div", { class: "pair" }, control(GAME, [...path, "name"], `Name of ${term.id}`), control(GAME, [...path, "icon"], `Icon of ${term.id}`, iconWidget, { palette })),
    h(
      "details",
      {},
      h("summary", {}, `Forms and translations${Object.keys(term.forms).length ? ` (${Object.keys(term.forms).join(", ")})` : ""}`),
      Object.keys(term.forms).map((form) => h("div", { class: "form-of" }, h("span", {}, form), control(GAME, [...path, "forms", form], `${form} of ${term.id}`))),
      words,
    ),
  );
}

function setSection(set, options, locked) {
  const step = { op: "of-set", set: set.id };
  const lists = { layout: options.layouts, back: options.layouts, size: options.sizes };
  const row = (name, label, path) => h("div", { class: "row" }, h("div", { class: "row-name" }, h("b", {}, label)), control(step, path, `${label} of ${set.id}`, lists[name] ? choiceWidget : textWidget, lists[name] ? { options: lists[name] } : {}));
  return h(
    "section",
    { inert: locked },
    h("h2", {}, game.sets.find((each) => each.id === set.id)?.name ?? set.id, h("span", { class: "counts" }, " set")),
    h("div", { class: "rows" }, Object.keys(set.keys).map((name) => row(name, name, [name]))),
    h("details", {}, h("summary", {}, "Labels of the fields"), h("div", { class: "rows" }, Object.keys(set.labels).map((name) => row("label", name, ["labels", name])))),
  );
}

function show(found) {
  for (const fact of found.facts) {
    put("", ["facts", fact.id, "value"], fact.value);
    put("", ["facts", fact.id, "note"], fact.note);
  }
  const texts = new Map();
  for (const { id, terms } of found.terms) {
    for (const term of terms) {
      for (const name of ["name", "icon"]) put("", ["terms", id, term.id, name], term[name]);
      for (const [form, value] of Object.entries(term.forms)) put("", ["terms", id, term.id, "forms", form], value);
      for (const text of term.translations) texts.set(JSON.stringify([id, term.id, text.lang]), text);
    }
  }
  for (const [key, made] of translations) if (texts.has(key)) made.update(texts.get(key));
  for (const set of found.sets) {
    for (const [name, value] of Object.entries(set.keys)) put(set.id, [name], value);
    for (const [name, value] of Object.entries(set.labels)) put(set.id, ["labels", name], value);
  }
}

let waiting = 0;
on("all edited", () => {
  if (choice.view !== "data") return;
  clearTimeout(waiting);
  waiting = setTimeout(draw, 80);
});

export const dataView = { name: "data", title: "Data", element: page, draw };
