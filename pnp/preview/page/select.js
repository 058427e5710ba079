// Several pieces at once: a field of all of them changes in one step.

import { byId, h, plural } from "./dom.js";
import { edit, editing, palette, record } from "./edit.js";
import { inWords, makeWidget } from "./form.js";
import { game, on, tell } from "./store.js";

const selected = new Set();

export const isSelected = (key) => selected.has(key);

export function select(keys, { toggle = false } = {}) {
  for (const key of keys) {
    if (toggle && selected.has(key)) selected.delete(key);
    else selected.add(key);
  }
  changed();
}

export function clearSelection() {
  if (!selected.size) return false;
  selected.clear();
  changed();
  return true;
}

function changed() {
  tell("selection", selected);
  draw();
}

const bar = h("section", { id: "selection", "aria-label": "Selected pieces", hidden: true });
byId("desk").append(bar);
let drawn = "";
let value = null;

async function draw() {
  for (const key of selected) if (!(key in game.pieces)) selected.delete(key);
  bar.hidden = !selected.size;
  if (!selected.size) {
    drawn = "";
    return;
  }
  const sets = [...new Set([...selected].map((key) => key.split("/")[0]))].sort().join(" ");
  bar.querySelector(".how-many")?.replaceChildren(words());
  if (drawn === sets) return;
  drawn = sets;
  const [found, options] = await Promise.all([record(`form?piece=${encodeURIComponent([...selected][0])}`), palette()]);
  if (!found?.fields || !options || drawn !== sets) return;
  const shared = found.fields.filter((field) => sets.split(" ").every((set) => ["copies", "layout", "back", "size", "style", "note", "context"].includes(field.name) || game.sets.find((each) => each.id === set)?.fields.includes(field.name)));
  const place = h("div", { class: "value" });
  const choose = (name) => {
    const field = shared.find((each) => each.name === name);
    value = null;
    const widget = makeWidget(field.widget, { ...field, name: `all-${field.name}` }, options, (next) => { value = next; }, field.label || inWords(field.name));
    widget.show(field.several ? [] : "");
    place.replaceChildren(widget.element);
  };
  const list = h("select", { "aria-label": "Field", onchange: () => choose(list.value) }, shared.map((field) => h("option", { value: field.name }, field.label || inWords(field.name))));
  const state = h("span", { class: "outcome", role: "status" });
  bar.replaceChildren(
    h("b", { class: "how-many" }, words()),
    h("label", {}, "Set ", list, " to"),
    place,
    h("button", { type: "button", class: "main", disabled: editing.shipped, onclick: () => apply(list.value, state) }, "Change all"),
    state,
    h("span", { class: "spring" }),
    h("button", { type: "button", class: "quiet", onclick: clearSelection }, "Clear"),
  );
  list.value = shared.some((field) => field.name === "copies") ? "copies" : shared[0].name;
  choose(list.value);
}

// A field of one entry changes in all the pieces that it makes, those that are not selected too.
function words() {
  const placeOf = (key) => { const { file, line } = game.pieces[key].place ?? {}; return `${file}:${line}`; };
  const places = new Set([...selected].map(placeOf));
  const more = Object.keys(game.pieces).filter((key) => !selected.has(key) && places.has(placeOf(key))).length;
  return `${plural(selected.size, "piece")} selected${more ? `, ${more} more written together with them` : ""}`;
}

async function apply(field, state) {
  document.activeElement?.blur?.(); // what is being typed counts
  const answer = await edit(...[...selected].map((piece) => ({ op: "set", piece, field, value, here: true })));
  state.textContent = answer.written ? "Changed" : answer.fault ? `${answer.fault}${answer.help ? `: ${answer.help}` : ""}` : "Nothing to change";
}

on("pieces", () => { if (selected.size) draw(); });
