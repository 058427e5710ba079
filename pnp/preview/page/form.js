// The fields of a piece as a form: each is written into its very place in the files when it changes.

import { byId, h, plural, refill } from "./dom.js";
import { edit, editValue, palette, record, send, settled } from "./edit.js";
import { faultCard, placeLink } from "./fault.js";
import { game, on, tell } from "./store.js";
import { choiceWidget, flagWidget, iconWidget, isTyped, listWidget, numberWidget, sidesWidget, termWidget, textWidget } from "./widget.js";

const FROM = {
  extends: (field) => `from ${field.of}`,
  defaults: () => "default of the set",
  set: () => "of the set",
  alias: () => "shared by an alias",
  for: () => "by 'for'",
};
const QUIET = new Set(["layout", "back", "size", "style", "context"]);

// A field with its label, its control, where its value comes from, its faults and its translations.
class Field {
  constructor(form, record, options) {
    this.form = form;
    this.name = record.name;
    this.kind = record.expression && record.kind !== "text" ? "expression" : record.kind;
    this.here = true;
    const label = record.label || record.name;
    this.widget = makeWidget(this.kind, record, options, (value) => this.write(value), label);
    this.badges = h("span", { class: "badges" });
    this.where = h("span", { class: "written" });
    this.faults = h("div", { class: "field-faults" });
    this.state = h("div", { class: "field-state", role: "status" });
    this.origin = h("div", { class: "origin" });
    this.texts = h("div", { class: "translations" });
    this.element = h(
      "div",
      { class: "edit-field", data: { field: record.name, kind: record.kind } },
      h("div", { class: "label" }, h("label", { for: `field-${record.name}`, title: record.name }, label), this.badges, h("span", { class: "spring" }), this.where),
      this.widget.element,
      this.origin,
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
    if (record.expression && record.kind !== "text") badges.push("expression");
    if (record.from in FROM) badges.push(FROM[record.from](record));
    if (record.cell) badges.push(`cell ${record.cell}`);
    this.badges.replaceChildren(...badges.map((words) => h("span", { class: "badge-of" }, words)));
    refill(this.where, record.place ?? null, () => placeLink(record.place, "✎") ?? "");
    const locked = this.form.readOnly || (!record.editable && ["own", "for"].includes(record.from));
    this.element.toggleAttribute("inert", locked);
    this.element.classList.toggle("locked", locked);
    this.drawOrigin();
    this.drawFaults();
  }

  // A value that comes from elsewhere is written here only, unless it is to change where it comes from.
  drawOrigin() {
    const { record } = this;
    if (!(record.from in FROM) || !record.editable) {
      this.here = true;
      refill(this.origin, null, () => []);
      return;
    }
    const whole = this.form.found?.makes.length > 1;
    const choice = (here, words) => h("label", {}, h("input", { type: "radio", name: `origin-${this.name}`, checked: this.here === here, onchange: () => { this.here = here; } }), words);
    refill(this.origin, [whole, FROM[record.from](record)], () => [h("span", { class: "origin-words" }, "An edit changes"), choice(true, whole ? "this entry only" : "this piece only"), choice(false, FROM[record.from](record))]);
  }

  drawFaults() {
    const { place } = this.record;
    const found = game.faults.filter((fault) => this.form.isOf(fault) && place && fault.place?.file === place.file && fault.place.line === place.line);
    this.faults.replaceChildren(...found.map((fault) => h("p", { class: "field-fault", data: { severity: fault.severity } }, h("b", {}, fault.code), ` ${fault.message}`, fault.help.map((cure) => h("span", { class: "cure" }, cure)))));
    this.found = found;
  }

  async write(value) {
    const given = value === "" && this.record.optional && this.kind !== "text" ? null : value;
    const step = { op: "set", piece: this.form.key, field: this.name, value: given, here: this.here };
    this.writing = (this.writing ?? 0) + 1;
    const answer = await editValue(step, () => this.record.value);
    this.writing -= 1;
    this.answered(answer, given, (was) => edit({ ...step, was }));
  }

  answered(answer, value, again) {
    if (answer.stale) {
      const found = [answer.stale.found].flat().join(", ");
      this.state.replaceChildren(
        h("p", {}, "Changed meanwhile. In the file: ", h("q", {}, found || "nothing"), " Yours: ", h("q", {}, [value].flat().join(", "))),
        h("button", { type: "button", onclick: () => { this.record.value = answer.stale.found; this.state.replaceChildren(); this.form.refresh(); } }, "Keep the file's"),
        h("button", { type: "button", onclick: async () => { this.state.replaceChildren(); this.answered(await again(answer.stale.found), value, again); } }, "Write mine"),
      );
      this.state.dataset.kind = "stale";
    } else if (answer.fault) {
      this.state.replaceChildren(h("p", {}, answer.fault, answer.help ? `: ${answer.help}` : ""));
      this.state.dataset.kind = "fault";
    } else if (!answer.clash) {
      this.record.value = value;
      this.state.replaceChildren();
      if (answer.written) {
        this.element.classList.remove("saved");
        void this.element.offsetWidth;
        this.element.classList.add("saved");
      }
    }
  }

  // The source is above; each language has its own line below it.
  showTexts(texts) {
    const kept = new Map((this.languages ?? []).map((each) => [each.lang, each]));
    this.languages = (texts ?? []).map((text) => {
      const known = kept.get(text.lang) ?? new Translation(this, text);
      known.update(text);
      return known;
    });
    if (!this.languages.length) {
      this.texts.replaceChildren();
      return;
    }
    if (!this.folded) {
      this.folded = h("details", {}, h("summary", {}, ""), h("div", { class: "languages" }));
      this.texts.replaceChildren(this.folded);
    }
    const missing = this.languages.filter((each) => !each.text.value || each.text.fuzzy).length;
    this.folded.firstElementChild.textContent = `Translations: ${this.languages.map((each) => each.lang).join(", ")}${missing ? ` · ${missing} open` : ""}`;
    const list = this.folded.lastElementChild;
    if (list.children.length !== this.languages.length) list.replaceChildren(...this.languages.map((each) => each.element));
  }
}

export class Translation {
  constructor(owner, text) {
    this.owner = owner;
    this.lang = text.lang;
    this.widget = textWidget({ label: `Translation into ${text.lang}`, report: (value) => this.write(value), marks: true, palette, plural: text.plural });
    this.mark = h("span", { class: "badge-of" });
    this.element = h("div", { class: "translation", lang: text.lang }, h("div", { class: "label" }, h("b", {}, text.lang), this.mark), this.widget.element);
  }

  update(text) {
    const busy = this.writing || isTyped(this.widget.element);
    this.text = busy ? { ...text, value: this.text.value } : text;
    this.mark.textContent = text.fuzzy ? "to be checked" : text.value ? "" : "missing";
    this.mark.hidden = !this.mark.textContent;
    if (!busy) this.widget.show(text.value);
  }

  async write(value) {
    const { lang, context, source } = this.text;
    const step = { op: "translate", lang, context, source, value, piece: this.owner.form?.key ?? "" };
    this.writing = (this.writing ?? 0) + 1;
    const answer = await editValue(step, () => this.text.value);
    this.writing -= 1;
    this.owner.answered?.(answer, value, (was) => edit({ ...step, was }));
    if (answer.written) {
      this.text = { ...this.text, value, fuzzy: false };
      this.update(this.text);
    }
  }
}

export function makeWidget(kind, record, options, report, label) {
  const id = `field-${record.name}`;
  const terms = (options.terms[record.vocabulary] ?? []).map((term) => ({ ...term, vocabulary: record.vocabulary }));
  const common = { id, label, report };
  const makers = {
    text: () => textWidget({ ...common, marks: !["note", "context"].includes(record.name), palette }),
    number: () => numberWidget({ ...common, low: record.low, high: record.high }),
    decimal: () => numberWidget({ ...common, low: record.low, high: record.high }),
    copies: () => numberWidget({ ...common, low: 0, high: 999 }),
    term: () => termWidget({ ...common, terms, several: false, optional: record.optional }),
    terms: () => termWidget({ ...common, terms, several: true }),
    flag: () => flagWidget(common),
    sides: () => sidesWidget({ ...common, shape: record.shape }),
    list: () => listWidget(common),
    icon: () => iconWidget({ ...common, palette }),
    picture: () => choiceWidget({ ...common, options: options.pictures }),
    layout: () => choiceWidget({ ...common, options: options.layouts }),
    size: () => choiceWidget({ ...common, options: options.sizes }),
    expression: () => textWidget({ ...common, mono: true }),
  };
  return (makers[kind] ?? makers.text)();
}

export class Form {
  constructor(key, close) {
    this.key = key;
    this.close = close;
    this.fields = new Map();
    this.head = h("div", { class: "form-head" });
    this.list = h("div", { class: "form-fields" });
    this.more = h("details", { class: "form-more" }, h("summary", {}, "Layout, back, size"), h("div", {}));
    this.rest = h("div", { class: "form-rest" });
    this.element = h("form", { class: "form", "aria-label": "Fields", onsubmit: (event) => event.preventDefault() }, this.head, this.list, this.more, this.rest);
    this.refresh();
  }

  isOf(fault) {
    return !fault.pieces.length || fault.pieces.includes(this.key);
  }

  async refresh() {
    const asked = this.asked = (this.asked ?? 0) + 1;
    const [found, options] = await settled(() => Promise.all([record(`form?piece=${encodeURIComponent(this.key)}`), palette()]));
    if (!found || !options || asked !== this.asked) return;
    this.found = found;
    if (found.fault) {
      this.head.replaceChildren(h("p", { class: "banner" }, `The fields cannot be shown: ${found.fault}.`));
      return;
    }
    this.readOnly = found.shipped || found.sheet;
    this.drawHead();
    for (const field of found.fields) {
      const known = this.fields.get(field.name);
      const kind = field.expression && field.kind !== "text" ? "expression" : field.kind;
      if (known && (known.kind === kind || known.element.contains(document.activeElement))) known.update(field);
      else {
        const made = new Field(this, field, options);
        const place = QUIET.has(field.name) ? this.more.lastElementChild : this.list;
        if (known) known.element.replaceWith(made.element);
        else place.append(made.element);
        this.fields.set(field.name, made);
      }
      this.fields.get(field.name).showTexts(found.translations[field.name]);
    }
    this.drawFaults();
  }

  drawHead() {
    const { found } = this;
    const button = (words, title, action) => h("button", { type: "button", title, "aria-label": title, onclick: action }, words);
    const banner = [];
    if (found.shipped) banner.push(h("p", { class: "banner" }, "This game ships with pnp and is read-only. ", h("button", { type: "button", class: "link", onclick: copyGame }, "Make a copy to edit")));
    else if (found.sheet) banner.push(h("p", { class: "banner" }, "These values are in a spreadsheet: edit them in its own program; the cell is named beside each."));
    if (found.makes.length > 1) banner.push(h("p", { class: "banner", data: { kind: "note" } }, `One entry, ${found.entry}, makes ${plural(found.makes.length, "piece")} with 'for': an edit changes all of them.`));
    if (found.heirs.length) banner.push(h("p", { class: "banner", data: { kind: "note" } }, `${found.heirs.slice(0, 4).join(", ")}${found.heirs.length > 4 ? ` and ${found.heirs.length - 4} more` : ""} extend this one and follow its values.`));
    const tools = this.readOnly ? [] : [h(
      "div",
      { class: "form-tools", role: "toolbar", "aria-label": "This piece" },
      button("New", "New piece below this one", () => this.add()),
      button("Copy", "Copy this piece", () => this.step({ op: "copy", piece: this.key })),
      button("↑", "Move this piece up", () => this.step({ op: "move", piece: this.key, steps: -1 })),
      button("↓", "Move this piece down", () => this.step({ op: "move", piece: this.key, steps: 1 })),
      h("span", { class: "spring" }),
      button("Delete", "Delete this piece", () => this.step({ op: "remove", piece: this.key })),
    )];
    const state = JSON.stringify([found.shipped, found.sheet, found.makes.length, found.heirs]);
    if (this.headState === state) return;
    this.headState = state;
    this.head.replaceChildren(...banner, ...tools);
  }

  async step(step) {
    const answer = await edit(step);
    if (answer.fault) this.head.append(h("p", { class: "banner", role: "alert" }, answer.fault, answer.help ? `: ${answer.help}` : ""));
    if (answer.written && step.op !== "move") awaitPiece(step.op === "remove" ? "" : answer.piece, this.close);
  }

  add() {
    this.step({ op: "add", set: this.key.split("/")[0], after: this.key, name: "New" });
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
  }
}

// A new piece is opened as soon as it is there.
let waitedFor = "";
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

export async function addPiece(set) {
  const after = game.sets.find((each) => each.id === set)?.pieces.at(-1) ?? "";
  const answer = await edit({ op: "add", set, after, name: "New" });
  if (answer.written) awaitPiece(answer.piece, () => {});
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
