// The fields of a piece as a form: each is written into its very place in the files when it changes.

import { byId, h, plural, refill } from "./dom.js";
import { edit, editValue, palette, record, sayDone, send, settled } from "./edit.js";
import { cureButton, curesOf, faultCard, placeLink } from "./fault.js";
import { game, on, tell } from "./store.js";
import { withForms } from "./plural.js";
import { choiceWidget, flagWidget, iconWidget, isTyped, listWidget, numberWidget, sidesWidget, termWidget, textWidget } from "./widget.js";

const FROM = {
  extends: (field) => `from ${field.of}`,
  defaults: () => "default of the set",
  set: () => "of the set",
  alias: () => "shared by an alias",
  for: () => "tells these pieces apart",
};
const SOURCE = { extends: (field) => field.of, defaults: () => "the default", set: () => "the set" };
const TOTAL = "K101"; // a set has not as many pieces as it says
const QUIET = new Set(["layout", "back", "size", "style", "context"]);
const RETRY = 400; // milliseconds
const ALWAYS = new Set(["name", "text", "copies", "note"]);
const HINTS = { copies: "1", note: "For yourself, never printed" };
const opened = { more: false, empty: false, texts: new Set() }; // what was unfolded stays so from piece to piece

// The name of a field in words: kind_of_quest is "Kind of quest".
export const inWords = (name) => name.charAt(0).toUpperCase() + name.slice(1).replace(/[_-]+/g, " ");

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
export const nameOfLanguage = (tag) => languages.of(tag);

function lightUp(field) {
  field?.classList.remove("saved");
  void field?.offsetWidth;
  field?.classList.add("saved");
}

// Says beside a value why it was not written; one that changed meanwhile is shown in both versions.
export function sayBeside(state, answer, value, keep, write) {
  const then = (action) => () => { state.replaceChildren(); action(); };
  if (answer.stale) {
    const [found, own] = [answer.stale.found, value].map((each) => [each].flat().join(", ") || "nothing");
    state.replaceChildren(
      h("p", {}, "Changed meanwhile. In the file: ", h("q", {}, found), " Yours: ", h("q", {}, own)),
      h("button", { type: "button", onclick: then(keep) }, "Keep the file's"),
      h("button", { type: "button", onclick: then(write) }, "Write mine"),
    );
    state.dataset.kind = "stale";
  } else if (answer.fault) {
    state.replaceChildren(h("p", {}, answer.fault, answer.help ? `: ${answer.help}` : ""));
    state.dataset.kind = "fault";
  } else if (!answer.clash) state.replaceChildren();
}

// A field with its label, its control, where its value comes from, its faults and its translations.
class Field {
  constructor(form, record, options) {
    this.form = form;
    this.name = record.name;
    this.kind = control(record);
    this.scope = "here";
    const label = record.label || inWords(record.name);
    this.widget = makeWidget(this.kind, { ...record, plural: form.found.plural }, options, (value) => this.write(value), label);
    const input = this.widget.element.matches("input, textarea") ? this.widget.element : this.widget.element.querySelector("textarea, input[type=text]");
    input?.setAttribute("placeholder", HINTS[record.name] ?? record.hint);
    this.badges = h("span", { class: "badges" });
    this.where = h("span", { class: "written" });
    this.faults = h("div", { class: "field-faults" });
    this.state = h("div", { class: "field-state", role: "status" });
    this.scopes = h("select", { class: "scope", "aria-label": `What an edit of ${label} changes`, title: "What an edit changes", hidden: true, onchange: () => { this.scope = this.scopes.value; } });
    this.reads = h("p", { class: "reads", hidden: true });
    this.texts = h("div", { class: "translations" });
    this.source = h("p", { class: "source-of", hidden: true });
    this.element = h(
      "div",
      { class: "edit-field", data: { field: record.name, kind: record.kind } },
      h("div", { class: "label" }, h("label", { for: `field-${record.name}`, title: record.name }, label), this.badges, h("span", { class: "spring" }), h("span", { class: "label-end" }, this.scopes, this.where)),
      this.source,
      this.widget.element,
      this.reads,
      this.state,
      this.faults,
      this.texts,
    );
    this.update(record);
  }

  // While something is typed, or on its way, the value that it changes stays the one that was shown.
  update(record) {
    const busy = this.writing || isTyped(this.widget.element);
    this.record = busy ? { ...record, value: this.record.value } : record;
    if (!busy) this.widget.show(record.value);
    const badges = [];
    if (record.expression && !record.worded) badges.push("expression");
    if (record.from in FROM) badges.push(FROM[record.from](record));
    if (record.cell) badges.push(`cell ${record.cell}`);
    this.badges.replaceChildren(...badges.map((words) => h("span", { class: "badge-of" }, words)));
    refill(this.where, record.place ?? null, () => placeLink(record.place, "✎") ?? "");
    const locked = this.form.readOnly || (!record.editable && ["own", "for"].includes(record.from));
    this.element.toggleAttribute("inert", locked);
    this.element.classList.toggle("locked", locked);
    this.drawScopes();
    this.drawReads();
    this.drawFaults();
  }

  // An edit is for this piece, for all that its entry makes, or for all that take the value from where it comes from.
  drawScopes() {
    const { record } = this;
    const { found } = this.form;
    const several = found.makes.length;
    const free = record.editable && !this.form.readOnly && record.from !== "alias";
    const offered = [];
    if (free && several > 1) offered.push(["here", `all ${several}`], ["alone", "this piece only"]);
    else if (free) offered.push(["here", "this piece only"]);
    if (free && record.from in SOURCE) offered.push(["source", SOURCE[record.from](record)]);
    if (!offered.some(([scope]) => scope === this.scope)) this.scope = "here";
    this.scopes.hidden = offered.length < 2;
    refill(this.scopes, offered, () => offered.map(([scope, words]) => h("option", { value: scope }, `edits ${words}`)));
    this.scopes.value = this.scope;
  }

  // What an expression comes to on this piece.
  drawReads() {
    const piece = game.pieces[this.form.key];
    const shown = this.name === "copies" ? String(piece?.copies ?? "") : piece?.fields.find((field) => field.name === this.name)?.value;
    this.reads.hidden = !this.record.expression || shown === undefined || piece?.state !== "good";
    if (!this.reads.hidden) this.reads.textContent = `Here: ${shown}`;
  }

  drawFaults() {
    const { place } = this.record;
    const set = game.sets.find((each) => each.id === this.form.key.split("/")[0]);
    const counts = (fault) => this.name === "copies" && fault.code === TOTAL && fault.place?.file === set?.place?.file;
    const here = (fault) => this.form.isOf(fault) && place && fault.place?.file === place.file && fault.place.line === place.line;
    const found = game.faults.filter((fault) => here(fault) || counts(fault));
    refill(this.faults, found, () => found.map((fault) => h("p", { class: "field-fault", data: { severity: fault.severity } }, h("b", {}, fault.code), ` ${fault.message}`, curesOf(fault).map((cure) => h("span", { class: "cure" }, cure)), cureButton(fault))));
    this.found = found;
  }

  async write(value) {
    const given = value === "" && this.record.optional && !this.record.worded ? null : value;
    const alone = this.scope === "alone";
    const { form } = this; // a new piece may get its id before the step is sent
    const step = { op: "set", get piece() { return form.key; }, field: this.name, value: given, here: this.scope !== "source", alone };
    this.writing = (this.writing ?? 0) + 1;
    const answer = await editValue(step, () => this.record.value);
    this.writing -= 1;
    if (alone && answer.written && answer.piece !== this.form.key) awaitPiece(answer.piece, this.form.close);
    this.answered(answer, given, (was) => edit({ ...step, was }));
    return answer;
  }

  answered(answer, value, again) {
    const keep = () => { this.record.value = answer.stale.found; this.form.refresh(); };
    sayBeside(this.state, answer, value, keep, async () => this.answered(await again(answer.stale.found), value, again));
    if (answer.stale || answer.fault || answer.clash) return;
    this.record.value = value;
    if (answer.written) lightUp(this.element);
  }

  // The source is above; each language has its own line below it. The language that is shown comes before the source.
  // A piece that is faulty now keeps its lines.
  showTexts(texts) {
    if (texts === null) {
      this.turn();
      return;
    }
    const kept = new Map((this.languages ?? []).map((each) => [each.lang, each]));
    this.languages = (texts ?? []).map((text) => {
      const known = kept.get(text.lang) ?? new Translation(this.form, text);
      known.update(text);
      return known;
    });
    if (!this.languages.length) {
      this.texts.replaceChildren();
      return;
    }
    if (!this.folded) {
      this.folded = h("details", { open: opened.texts.has(this.name) }, h("summary", {}, ""), h("div", { class: "languages" }));
      this.folded.addEventListener("toggle", () => {
        if (!this.turned && !this.byItself) opened.texts[this.folded.open ? "add" : "delete"](this.name);
        this.byItself = false;
      });
    }
    if (!this.folded.isConnected) this.texts.replaceChildren(this.folded);
    const outdated = this.languages.filter((each) => each.text.fuzzy).length;
    const missing = this.languages.filter((each) => !each.text.value).length;
    this.folded.firstElementChild.textContent = [`Translations: ${this.languages.map((each) => each.lang).join(", ")}`, missing && `${missing} to do`, outdated && `${outdated} to check`].filter(Boolean).join(" · ");
    if (outdated && !this.outdated && !this.folded.open) {
      this.byItself = true;
      this.folded.open = true;
    }
    this.outdated = outdated;
    const list = this.folded.lastElementChild;
    if (list.children.length !== this.languages.length) list.replaceChildren(...this.languages.map((each) => each.element));
    this.turn();
  }

  // Nobody who reads a translation is to write it over the source.
  turn() {
    const shown = game.language;
    const turned = Boolean(this.languages?.some((each) => each.lang === shown)) && shown;
    if ((this.turned ?? false) === turned) return;
    this.turned = turned;
    this.source.hidden = !turned;
    this.source.textContent = `${this.element.querySelector("label").textContent} · ${nameOfLanguage(game.game.languages[0])}, the source`;
    this.folded.open = Boolean(turned) || opened.texts.has(this.name);
    const [first, ...others] = [...this.languages].sort((one, other) => (other.lang === turned) - (one.lang === turned));
    this.folded.lastElementChild.replaceChildren(first.element, ...others.map((each) => each.element));
    if (turned) this.element.firstElementChild.after(this.texts);
    else this.element.append(this.texts);
  }
}

// Two texts with the words marked in which they differ.
function compared(before, now) {
  const [old, fresh] = [before, now].map((text) => text.split(/(\s+)/));
  const least = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < least && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  return [[old, "del"], [fresh, "ins"]].map(([words, mark]) => [
    words.slice(0, start).join(""),
    h(mark, {}, words.slice(start, words.length - end).join("")),
    words.slice(words.length - end).join(""),
  ]);
}

export class Translation {
  // `form` is that of the piece; null where the text is none of a piece.
  constructor(form, text) {
    this.form = form;
    this.lang = text.lang;
    this.widget = textWidget({ label: `Translation into ${text.lang}`, report: (value) => this.write(value), marks: true, palette, plural: text.plural });
    this.mark = h("span", { class: "badge-of" });
    this.state = h("div", { class: "field-state", role: "status" });
    this.start = h("button", { type: "button", class: "link", onclick: () => this.begin() }, "Start from the source");
    this.check = h("div", { class: "recheck", lang: "en" });
    this.element = h("div", { class: "translation", lang: text.lang }, h("div", { class: "label" }, h("b", {}, nameOfLanguage(text.lang)), this.mark, h("span", { class: "spring" }), this.start), this.check, this.widget.element, this.state);
  }

  update(text) {
    const busy = this.writing || isTyped(this.widget.element);
    this.text = busy ? { ...text, value: this.text.value } : text;
    this.mark.textContent = text.value || text.fuzzy ? "" : "missing";
    this.mark.hidden = !this.mark.textContent;
    this.start.hidden = Boolean(text.value) || !text.source.includes("{{");
    this.drawCheck();
    if (!busy) this.widget.show(text.value, text.source, this.form?.found.plural);
  }

  // A translation of other words stays, with what has changed since; who finds that it fits says so, or types.
  drawCheck() {
    const { fuzzy, previous, source } = this.text;
    refill(this.check, fuzzy && [previous, source], () => {
      if (!fuzzy) return [];
      const [before, now] = previous === null ? [] : compared(previous, source);
      return [
        h("p", {}, previous === null ? "Check: this was translated for another text" : "Check again: the source has changed"),
        before && h("dl", {}, h("dt", {}, "before"), h("dd", {}, before), h("dt", {}, "now"), h("dd", {}, now)),
        h("button", { type: "button", onclick: () => this.accept() }, "It still fits"),
      ];
    });
  }

  async accept() {
    const { lang, context, source, value } = this.text;
    const answer = await edit({ op: "accept", lang, context, source, was: value });
    sayBeside(this.state, answer, value, () => this.update({ ...this.text, value: answer.stale.found }), () => this.accept());
    if (!answer.written) return;
    this.update({ ...this.text, fuzzy: false });
    lightUp(this.element.closest(".edit-field"));
  }

  // A translation whose expressions are those of the source, with the plural forms of its own language.
  begin() {
    const area = this.element.querySelector("textarea");
    area.focus();
    area.value = withForms(this.text.source, this.text.plural);
    area.dispatchEvent(new Event("input"));
  }

  async write(value) {
    const { lang, context, source } = this.text;
    const step = { op: "translate", lang, context, source, value, piece: this.form?.key ?? "" };
    this.writing = (this.writing ?? 0) + 1;
    const answer = await editValue(step, () => this.text.value);
    this.writing -= 1;
    this.answered(answer, step);
    return answer;
  }

  answered(answer, step) {
    const keep = () => this.update({ ...this.text, value: answer.stale.found });
    sayBeside(this.state, answer, step.value, keep, async () => this.answered(await edit({ ...step, was: answer.stale.found }), step));
    if (!answer.written) return;
    this.text.value = step.value; // also while more is typed
    this.update({ ...this.text, fuzzy: false });
    lightUp(this.element.closest(".edit-field"));
  }
}

// The control for a value as it is written now: an expression is typed, whatever the kind.
const control = (record) => (record.expression && !record.worded ? "value" : record.widget);

export function makeWidget(kind, record, options, report, label) {
  const id = `field-${record.name}`;
  const terms = (options.terms[record.vocabulary] ?? []).map((term) => ({ ...term, vocabulary: record.vocabulary }));
  const common = { id, label, report };
  const makers = {
    text: () => textWidget({ ...common, marks: !["note", "context"].includes(record.name), palette, plural: record.plural }),
    value: () => textWidget({ ...common, mono: true }),
    number: () => numberWidget({ ...common, low: record.low, high: record.high }),
    copies: () => numberWidget({ ...common, low: 0, high: 999, told: false }),
    term: () => termWidget({ ...common, terms, several: false, optional: record.optional }),
    terms: () => termWidget({ ...common, terms, several: true }),
    flag: () => flagWidget(common),
    sides: () => sidesWidget({ ...common, shape: record.shape }),
    list: () => listWidget(common),
    icon: () => iconWidget({ ...common, palette }),
    picture: () => choiceWidget({ ...common, options: options.pictures }),
    layout: () => choiceWidget({ ...common, options: options.layouts }),
    size: () => choiceWidget({ ...common, options: options.sizes }),
  };
  return makers[kind]();
}

// Keys of pieces before and after they were called by their names, each by the other one.
export const calls = new Map();

export class Form {
  constructor(key, close) {
    this.key = key;
    this.close = close;
    this.fields = new Map();
    this.head = h("div", { class: "form-head" });
    this.list = h("div", { class: "form-fields" });
    const fold = (name, words) => {
      const made = h("details", { class: "form-more", open: opened[name] }, h("summary", {}, words), h("div", {}));
      made.addEventListener("toggle", () => { opened[name] = made.open; });
      return made;
    };
    this.empty = fold("empty", "");
    this.empty.hidden = true;
    this.more = fold("more", "Layout, back, size");
    this.rest = h("div", { class: "form-rest" });
    this.element = h("form", { class: "form", "aria-label": "Fields", onsubmit: (event) => event.preventDefault() }, this.head, this.list, this.empty, this.more, this.rest);
    this.ready = this.refresh();
  }

  isOf(fault) {
    return !fault.pieces.length || fault.pieces.includes(this.key);
  }

  async refresh() {
    const asked = this.asked = (this.asked ?? 0) + 1;
    const [found, options] = await settled(() => Promise.all([record(`form?piece=${encodeURIComponent(this.key)}`), palette()]));
    if (asked < (this.taken ?? 0)) return; // a later answer was quicker; while much is composed, there is always a later question
    if (!found || !options) { // the server has no game yet
      setTimeout(() => this.element.isConnected && this.refresh(), RETRY);
      return;
    }
    this.taken = asked;
    this.found = found;
    if (found.fault) {
      this.head.replaceChildren(h("p", { class: "banner" }, `The fields cannot be shown: ${found.fault}.`));
      return;
    }
    this.readOnly = found.shipped || found.sheet;
    this.drawHead();
    const unused = this.fields.size ? [] : found.fields.filter((field) => field.optional && field.from === "missing" && !ALWAYS.has(field.name) && !QUIET.has(field.name));
    if (unused.length > 2) {
      this.empty.hidden = false;
      this.empty.open = opened.empty || this.key === fresh;
      this.empty.firstElementChild.textContent = `Empty: ${unused.map((field) => field.label || inWords(field.name)).join(", ")}`;
    }
    for (const field of found.fields) {
      const known = this.fields.get(field.name);
      const kind = control(field);
      if (known && (known.kind === kind || known.element.contains(document.activeElement))) known.update(field);
      else {
        const made = new Field(this, field, options);
        const quiet = unused.length > 2 && unused.includes(field) ? this.empty : null;
        const place = quiet?.lastElementChild ?? (QUIET.has(field.name) ? this.more.lastElementChild : this.list);
        if (known) known.element.replaceWith(made.element);
        else place.append(made.element);
        this.fields.set(field.name, made);
      }
      this.fields.get(field.name).showTexts(found.translations && found.translations[field.name]);
    }
    this.drawFaults();
    if (this.key === fresh) this.begin();
  }

  // A new piece is called by its name first.
  begin() {
    fresh = "";
    this.unnamed = true;
    this.focus();
    this.element.querySelector("#field-name")?.select();
    const name = this.fields.get("name")?.widget.element;
    name?.addEventListener("focusout", (event) => name.contains(event.relatedTarget) || this.call());
  }

  // Its id is made from the name once that is left; until then it would be another one with each letter.
  async call() {
    if (!this.unnamed || this.calling) return;
    const from = this.key;
    this.calling = true;
    tell("piece-called", from);
    const answer = await send(() => ({ quiet: true, steps: [{ op: "call", piece: from }] }));
    this.calling = false;
    if (!answer.written || !this.unnamed) return;
    calls.set(from, answer.piece);
    calls.set(answer.piece, from);
    this.turnTo(answer.piece);
    tell("piece-called", answer.piece);
  }

  // The piece has its other key now: it was called by its name, or that was undone.
  turnTo(key) {
    if (this.key === key) return;
    this.key = key;
    this.unnamed = !this.unnamed;
  }

  // The names of pieces that entries make.
  named(keys) {
    const names = [...new Set(keys.map((key) => game.pieces[key]?.name ?? key.split("/")[1]))];
    return names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  }

  drawHead() {
    const { found } = this;
    const button = (words, title, action) => h("button", { type: "button", title, "aria-label": title, onclick: action }, words);
    const banner = [];
    if (found.shipped) banner.push(h("p", { class: "banner" }, "This game ships with pnp and is read-only. ", h("button", { type: "button", class: "link", onclick: copyGame }, "Make a copy to edit")));
    else if (found.sheet) banner.push(h("p", { class: "banner" }, "These values are in a spreadsheet: edit them in its own program; the cell is named beside each."));
    const set = this.key.split("/")[0];
    const together = found.makes.length > 1 ? `Written together: ${this.named(found.makes.map((id) => `${set}/${id}`))}.` : "";
    const heirs = found.heirs.length ? `What changes here changes in ${this.named(found.heirs.slice(0, 9).flatMap((id) => ofEntry(`${set}/${id}`)))} too.` : "";
    if (together || heirs) banner.push(h("p", { class: "banner", data: { kind: "note" } }, [together, heirs].filter(Boolean).join(" ")));
    const several = found.makes.length;
    const these = several > 1 ? `these ${several} pieces` : "this piece";
    const tools = this.readOnly ? [] : [h(
      "div",
      { class: "form-tools", role: "toolbar", "aria-label": "This piece" },
      button("New", `New piece below ${several > 1 ? these : "this one"}`, () => this.add()),
      button("Copy", `Copy ${these}`, () => this.step({ op: "copy" })),
      button("↑", `Move ${these} up`, () => this.step({ op: "move", steps: -1 })),
      button("↓", `Move ${these} down`, () => this.step({ op: "move", steps: 1 })),
      h("span", { class: "spring" }),
      several > 1 && button("Delete all", `Delete all ${several} pieces`, () => this.step({ op: "remove" })),
      button("Delete", "Delete this piece", () => this.step({ op: "remove", alone: several > 1 })),
    )];
    const state = JSON.stringify([found.shipped, found.sheet, found.makes.length, found.heirs]);
    if (this.headState === state) return;
    this.headState = state;
    this.head.replaceChildren(...banner, ...tools);
  }

  async step(step) {
    const { name } = game.pieces[this.key] ?? { name: this.key }; // before it is deleted
    const answer = await send(() => ({ steps: [{ ...step, [step.op === "add" ? "after" : "piece"]: this.key }] }));
    if (answer.fault) this.head.append(h("p", { class: "banner", role: "alert" }, answer.fault, answer.help ? `: ${answer.help}` : ""));
    if (!answer.written || step.op === "move") return;
    if (step.op === "remove") this.unnamed = false;
    if (step.op === "remove") sayDone(`Deleted: ${name}`, "brings it back");
    if (step.op === "copy") sayDone(`Copied: ${name}`, "takes the copy away");
    if (step.op === "add") fresh = answer.piece;
    awaitPiece(step.op === "remove" ? "" : answer.piece, this.close);
  }

  async add() {
    this.step(await newPiece(this.key.split("/")[0], this.key));
  }

  drawFaults() {
    const shown = new Set([...this.fields.values()].flatMap((field) => { field.drawFaults(); return field.found; }));
    const others = game.faults.filter((fault) => fault.pieces.includes(this.key) && !shown.has(fault));
    refill(this.rest, others, () => others.map(faultCard));
  }

  focus() {
    this.fields.values().next().value?.widget.focus?.();
  }

  flush() {
    for (const field of this.fields.values()) {
      field.widget.flush();
      for (const each of field.languages ?? []) each.widget.flush();
    }
    this.call();
  }
}

// The pieces of an entry, or the entry itself if none is known.
function ofEntry(key) {
  const made = Object.keys(game.pieces).filter((each) => each === key || each.startsWith(`${key}-`));
  return made.length ? made : [key];
}

// A new piece is opened as soon as it is there.
let waitedFor = "";
let fresh = "";
function awaitPiece(key, close) {
  waitedFor = key;
  if (!key) close();
  else openWaited();
}
function openWaited() {
  if (!waitedFor || !(waitedFor in game.pieces)) return;
  const key = waitedFor;
  waitedFor = "";
  tell("open-piece", key);
}
on("pieces", openWaited);

// The step that adds a piece, with an icon and a picture for fields that must have one and of which the set has none.
async function newPiece(set, after) {
  const { own = [], icons = [], pictures = [] } = (await palette()) ?? {};
  return { op: "add", set, after, name: "New", icon: own[0] ?? icons[0] ?? "", picture: pictures[0] ?? "" };
}

export async function addPiece(set) {
  const after = game.sets.find((each) => each.id === set)?.pieces.at(-1) ?? "";
  const answer = await edit(await newPiece(set, after));
  if (!answer.written) return;
  fresh = answer.piece;
  awaitPiece(answer.piece, () => {});
}

export async function copyGame() {
  const answer = await send({ copy: true });
  const dialog = byId("clash");
  dialog.replaceChildren(
    h("h2", { id: "clash-name" }, answer.copied ? "A copy to edit" : "No copy was made"),
    answer.copied ? h("p", {}, "The game was copied to ", h("code", {}, answer.copied), ". Show it with:") : h("p", {}, answer.fault ?? ""),
    answer.copied && h("pre", { tabindex: "0" }, `pnp preview --game ${answer.copied}`),
    h("form", { method: "dialog" }, h("button", {}, "Close")),
  );
  dialog.showModal();
}
