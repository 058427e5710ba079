// Controls for values, by the kind of their field. Each has an element, shows a value and reports a new one.

import { h, svg, toolButton } from "./dom.js";
import { pickIcon } from "./picker.js";
import { pluralForms } from "./plural.js";

const WAIT = 500; // milliseconds after the last key until a text is written

export function iconImage(name, colour) {
  return h("span", { class: "glyph", "aria-hidden": "true", vars: { glyph: `url("icons/${encodeURIComponent(name)}.svg")`, ...(colour && { tint: colour }) } });
}

// A text control that reports what was typed after a pause, and at once when it is left. Words that were refused stay
// in it, and are reported again whenever it is left.
function typed(element, report) {
  let timer = 0;
  let shown = element.value;
  const flush = async () => {
    clearTimeout(timer);
    delete element.dataset.dirty;
    const { value } = element;
    if (value === shown) return;
    shown = value;
    const answer = await report(value);
    if (!answer?.fault || element.value !== value) return;
    shown = null;
    element.dataset.dirty = "refused";
  };
  element.addEventListener("input", () => {
    element.dataset.dirty = "yes";
    clearTimeout(timer);
    timer = setTimeout(flush, WAIT);
  });
  element.addEventListener("change", flush);
  element.addEventListener("blur", flush);
  return {
    element,
    flush,
    show(value) {
      if (element.dataset.dirty) return;
      if (element.value !== (value ?? "")) element.value = value ?? "";
      shown = element.value;
      grow(element);
    },
  };
}

// Whether something is typed in an element that is not written yet.
export const isTyped = (element) => element.matches("[data-dirty]") || element.querySelector("[data-dirty]") !== null;

function grow(element) {
  if (element.tagName !== "TEXTAREA" || CSS.supports("field-sizing", "content")) return;
  element.style.setProperty("height", "auto");
  element.style.setProperty("height", `${element.scrollHeight + 2}px`);
}

export function insert(area, before, after = "") {
  const { selectionStart: start, selectionEnd: end, value } = area;
  area.focus();
  area.setRangeText(`${before}${value.slice(start, end)}${after}`, start, end, "end");
  if (start === end && after) area.selectionEnd = area.selectionStart = end + before.length;
  area.dispatchEvent(new Event("input"));
}

// Begins bold or italic words; at their end the cursor goes behind them, and marks without words go.
function mark(area, stars) {
  const { selectionStart: at, selectionEnd: end, value } = area;
  const ends = (run) => (stars === "*" ? run % 2 === 1 : run >= 2);
  const inside = (value.slice(0, at).match(/\*+/g) ?? []).filter((run) => ends(run.length)).length % 2 === 1;
  const closes = ends(value.slice(at).match(/^\**/)[0].length);
  if (at !== end || !inside || !closes) {
    insert(area, stars, stars);
    return;
  }
  area.focus();
  if (!ends(value.slice(0, at).match(/\**$/)[0].length)) {
    area.selectionStart = area.selectionEnd = at + stars.length;
    return;
  }
  area.setRangeText("", at - stars.length, at + stars.length, "end");
  area.dispatchEvent(new Event("input"));
}

export function textWidget({ id, label, report, marks, palette, plural, hint = null, lines = 1, mono = false }) {
  const area = h("textarea", { id, rows: lines, "aria-label": label, placeholder: hint, class: mono ? "mono" : "", spellcheck: mono ? "false" : "true" });
  const widget = typed(area, report);
  area.addEventListener("input", () => grow(area));
  if (!marks) return { ...widget, focus: () => area.focus() };
  const button = (words, title, action) => toolButton(words, title, action, { tabindex: "-1", onpointerdown: (event) => event.preventDefault() });
  const tools = h(
    "div",
    { class: "marks" },
    button(h("b", {}, "B"), "Bold (Ctrl+B)", () => mark(area, "**")),
    button(h("i", {}, "I"), "Italic (Ctrl+I)", () => mark(area, "*")),
    button("☆ icon", "Put in an icon", async (event) => {
      const name = await pickIcon(event.currentTarget, await palette());
      if (name) insert(area, `:${name}:`);
    }),
    select("term", "Put in a term", async () => Object.values((await palette())?.terms ?? {}).flat().map((term) => [term.id, `${term.name} (${term.id})`]), (term) => insert(area, "[", `](${term})`)),
    select("fact", "Put in a fact", async () => ((await palette())?.facts ?? []).map((fact) => [fact.id, `${fact.id} = ${fact.value}`]), (fact) => insert(area, `{{ facts.${fact} }}`)),
    plural && button("plural", `Put in plural forms: ${Object.keys(plural).join(", ")}`, () => insert(area, `{{ n | plural(${Object.keys(plural).map((form) => `${form}='…'`).join(", ")}) }}`)),
  );
  area.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const stars = { b: "**", i: "*" }[event.key];
    if (!stars) return;
    event.preventDefault();
    mark(area, stars);
  });
  // The marks keep their room when they are hidden: nothing may move while it is clicked.
  area.addEventListener("focus", () => {
    for (const each of document.querySelectorAll(".text-widget.used")) each.classList.remove("used");
    area.parentElement.classList.add("used");
  });
  const forms = plural && pluralForms(area, plural, label);
  return {
    ...widget,
    element: h("div", { class: "text-widget" }, area, tools, forms?.element),
    show(value, ...source) {
      widget.show(value);
      forms?.draw(...source);
    },
    focus: () => area.focus(),
  };
}

// A list that opens below a word, for what is put into a text.
function select(words, title, options, chosen) {
  const list = h("select", { "aria-label": title, title, tabindex: "-1" }, h("option", { value: "" }, words));
  const fill = async () => {
    if (list.options.length > 1) return;
    for (const [value, shown] of await options()) list.append(h("option", { value }, shown));
  };
  list.addEventListener("pointerdown", fill);
  list.addEventListener("focus", fill);
  list.addEventListener("change", () => {
    const value = list.value;
    list.value = "";
    if (value) chosen(value);
  });
  return list;
}

export function numberWidget({ id, label, report, low, high, told = true }) {
  const input = h("input", { id, type: "text", inputmode: "numeric", "aria-label": label, autocomplete: "off" });
  const widget = typed(input, report);
  const add = (step) => {
    const value = Number(input.value || input.placeholder || 0);
    if (!Number.isFinite(value)) return;
    const next = Math.min(Math.max(value + step, low ?? -Infinity), high ?? Infinity);
    input.value = String(Math.round(next * 1000) / 1000);
    input.dispatchEvent(new Event("change"));
  };
  input.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    add(step);
  });
  const button = (words, step, title) => h("button", { type: "button", tabindex: "-1", "aria-label": `${title} ${label}`, onclick: () => add(step) }, words);
  const [less, more] = [button("−", -1, "Less"), button("+", 1, "More")];
  const mark = () => {
    less.disabled = input.value !== "" && Number(input.value) <= (low ?? -Infinity);
    more.disabled = input.value !== "" && Number(input.value) >= (high ?? Infinity);
  };
  for (const event of ["input", "change"]) input.addEventListener(event, mark);
  const range = told && [low, high].some((each) => each !== null && each !== undefined) ? h("span", { class: "range" }, low === high ? `only ${low}` : `${low ?? "…"} to ${high ?? "…"}`) : null;
  return {
    ...widget,
    element: h("div", { class: "number-widget" }, h("div", { class: "stepper" }, less, input, more), range),
    show(value) {
      widget.show(value);
      mark();
    },
    focus: () => input.focus(),
  };
}

// One of a few words, and nothing else.
export function selectWidget({ id, label, report, options }) {
  const list = h("select", { id, "aria-label": label, onchange: () => report(list.value) }, options.map(([value, words]) => h("option", { value }, words)));
  return { element: list, flush() {}, show(value) { list.value = value ?? ""; }, focus: () => list.focus() };
}

export function choiceWidget({ id, label, report, options, hint = null }) {
  const list = `${id}-options`;
  const input = h("input", { id, type: "text", list, placeholder: hint, "aria-label": label, autocomplete: "off", spellcheck: "false" });
  const widget = typed(input, report);
  return { ...widget, element: h("div", { class: "choice-widget" }, input, h("datalist", { id: list }, options.map((value) => h("option", { value })))), focus: () => input.focus() };
}

// Terms as chips with their icons; one is chosen, or any number one after the other.
export function termWidget({ label, report, terms, several, optional }) {
  const box = h("div", { class: "chips", role: several ? "group" : "radiogroup", "aria-label": label });
  let value = null;
  const chip = (term, attributes, action) => h(
    "button",
    { type: "button", ...attributes, onclick: action, title: term.id },
    term.icon ? iconImage(term.icon, term.colour) : h("span", { class: "dot", vars: { dot: term.colour || "transparent" } }),
    term.name || term.id,
  );
  const find = (id) => terms.find((term) => term.id === id || `${term.vocabulary}.${term.id}` === id) ?? { id, name: id };
  const draw = () => {
    const focused = [...box.querySelectorAll("button")].indexOf(document.activeElement);
    if (several) {
      box.replaceChildren(
        h("div", { class: "chosen" }, value.length ? value.map((id, at) => chip(find(id), { class: "on", "aria-label": `Take out ${find(id).name}` }, () => change(value.filter((_, number) => number !== at)))) : h("span", { class: "none" }, "none")),
        h("div", { class: "offered" }, terms.map((term) => chip(term, { "aria-label": `Add ${term.name || term.id}` }, () => change([...value, term.id])))),
      );
    } else {
      const known = terms.some((term) => term.id === value);
      const shown = known || !value ? terms : [...terms, { id: value, name: value }];
      box.replaceChildren(...shown.map((term) => chip(term, { role: "radio", "aria-checked": String(term.id === value), class: term.id === value ? "on" : "" }, () => change(optional && term.id === value ? null : term.id))));
    }
    if (focused >= 0) box.querySelectorAll("button")[focused]?.focus();
  };
  const change = (next) => {
    value = next ?? "";
    draw();
    report(next);
  };
  box.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = [...box.querySelectorAll("button")];
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length]?.focus();
    event.preventDefault();
  });
  const read = (next) => (several ? (Array.isArray(next) ? next : next ? String(next).split(/\s*[;,|]\s*/) : []) : next ?? "");
  const show = (next) => {
    if (JSON.stringify(read(next)) === JSON.stringify(value)) return; // buttons that are pressed just now stay
    value = read(next);
    draw();
  };
  return { element: box, flush() {}, show, focus: () => box.querySelector("button")?.focus() };
}

export function flagWidget({ id, label, report }) {
  const input = h("input", { id, type: "checkbox", role: "switch", "aria-label": label, onchange: () => report(input.checked ? "true" : "false") });
  const yes = /^(true|yes|y|x|1|✓|ano|tak|oui|ja)$/i;
  return { element: h("label", { class: "switch" }, input, h("span", {})), flush() {}, show(value) { input.checked = yes.test(value ?? ""); }, focus: () => input.focus() };
}

const SQUARE = { n: [50, 8], e: [92, 50], s: [50, 92], w: [8, 50] };
const FLAT = { n: [50, 8], ne: [88, 29], se: [88, 71], s: [50, 92], sw: [12, 71], nw: [12, 29] };
const POINTY = { ne: [71, 12], e: [92, 50], se: [71, 88], sw: [29, 88], w: [8, 50], nw: [29, 12] };
const NAMES = { n: "north", e: "east", s: "south", w: "west", ne: "north-east", se: "south-east", sw: "south-west", nw: "north-west" };

export function sidesWidget({ label, report, shape }) {
  const places = { "hex-flat": FLAT, "hex-pointy": POINTY }[shape] ?? SQUARE;
  let listed = false;
  const buttons = Object.entries(places).map(([side, [x, y]]) => {
    const button = h("button", { type: "button", "aria-pressed": "false", "aria-label": NAMES[side], data: { side }, vars: { x: `${x}%`, y: `${y}%` } }, side);
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      const sides = buttons.filter((each) => each.getAttribute("aria-pressed") === "true").map((each) => each.dataset.side);
      report(listed || !sides.length || places !== SQUARE ? sides : sides.join(" "));
    });
    return button;
  });
  const outline = places === SQUARE ? "M20 20H80V80H20Z" : places === FLAT ? "M33 20H67L84 50L67 80H33L16 50Z" : "M50 16L80 33V67L50 84L20 67V33Z";
  return {
    element: h("div", { class: "compass", role: "group", "aria-label": label }, svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("path", { d: outline })), buttons),
    flush() {},
    show(value) {
      listed = Array.isArray(value);
      const words = listed ? value.join(" ").split(/[\s,]+/) : places === SQUARE ? [...(value ?? "").replace(/[\s,]+/g, "")] : (value ?? "").split(/[\s,]+/);
      for (const button of buttons) button.setAttribute("aria-pressed", String(words.includes(button.dataset.side)));
    },
    focus: () => buttons[0].focus(),
  };
}

export function listWidget({ id, label, report }) {
  const area = h("textarea", { id, rows: 1, "aria-label": `${label}, one in each line`, spellcheck: "false" });
  const widget = typed(area, (text) => report(text.split("\n").map((line) => line.trim()).filter(Boolean)));
  area.addEventListener("input", () => grow(area));
  return { ...widget, show: (value) => widget.show(Array.isArray(value) ? value.join("\n") : (value ?? "").split(/\s*[;|]\s*/).join("\n")), focus: () => area.focus() };
}

export function iconWidget({ label, report, palette }) {
  let value = "";
  const button = h("button", { type: "button", class: "icon-button" });
  const draw = () => {
    button.replaceChildren(value ? iconImage(value) : "", value || "Choose an icon…");
    button.setAttribute("aria-label", `${label}: ${value || "Choose an icon…"}`);
  };
  button.addEventListener("click", async () => {
    const name = await pickIcon(button, await palette());
    if (!name) return;
    value = name;
    draw();
    report(name);
  });
  draw();
  const show = (next) => {
    if (value === (next ?? "")) return;
    value = next ?? "";
    draw();
  };
  return { element: button, flush() {}, show, focus: () => button.focus() };
}
