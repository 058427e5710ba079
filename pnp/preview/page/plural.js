// The plural forms in a text, each with an input of its own: `{{ n | plural(one='card', other='cards') }}`.

import { h } from "./dom.js";

const START = /\|\s*plural\(/g;
const ARGUMENT = /\s*(\w+)\s*=\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*(,)?/y;

// The places of plural forms in a text; those whose words are worked out are left out.
export function pluralsOf(text) {
  const found = [];
  for (const start of text.matchAll(START)) {
    const forms = [];
    let at = start.index + start[0].length;
    for (;;) {
      ARGUMENT.lastIndex = at;
      const argument = ARGUMENT.exec(text);
      if (!argument) break;
      const end = argument.index + argument[0].length;
      const from = argument.index + argument[0].indexOf(argument[2], argument[0].indexOf("="));
      forms.push({ name: argument[1], from, to: from + argument[2].length, words: unquoted(argument[2]) });
      at = end;
      if (!argument[3]) break;
    }
    if (!forms.length || text[at] !== ")") continue;
    const opened = text.lastIndexOf("{{", start.index);
    found.push({ count: text.slice(opened + 2, start.index).trim(), forms, end: at });
  }
  return found;
}

const unquoted = (words) => words.slice(1, -1).replace(/\\(.)/g, "$1");

function quoted(words) {
  const quote = words.includes("'") && !words.includes('"') ? '"' : "'";
  return quote + words.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
}

// A text with the plural forms that another language has, to be translated.
export function withForms(text, categories) {
  let made = text;
  for (const each of pluralsOf(text).reverse()) {
    const known = new Map(each.forms.map((form) => [form.name, form.words]));
    const forms = inOrder(Object.keys(categories)).map((name) => `${name}=${quoted(known.get(name) ?? known.get("other") ?? each.forms[0].words)}`);
    made = made.slice(0, each.forms[0].from).replace(/\w+\s*=\s*$/, "") + forms.join(", ") + made.slice(each.end);
  }
  return made;
}

const ORDER = ["zero", "one", "two", "few", "many", "other"];
const inOrder = (names) => [...names].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
const numbersOf = (categories, name) => (categories[name] ? `${categories[name].join(", ")}${name === "other" || categories[name].length > 3 ? " …" : ""}` : "not used in this language");

// Inputs below a text, one for each plural form that it has or lacks; those of the source beside them.
export function pluralForms(area, categories, label) {
  const element = h("div", { class: "plurals" });
  let shape = "";
  let inputs = [];

  const write = (at, name, words) => {
    const each = pluralsOf(area.value)[at];
    const form = each?.forms.find((one) => one.name === name);
    if (form) area.setRangeText(quoted(words), form.from, form.to, "preserve");
    else if (each) area.setRangeText(`, ${name}=${quoted(words)}`, each.forms.at(-1).to, each.forms.at(-1).to, "preserve");
    area.dispatchEvent(new Event("input"));
  };

  const draw = (source = "", sources = {}) => {
    const found = pluralsOf(area.value);
    const before = pluralsOf(source);
    const now = JSON.stringify([found.map((each) => [each.count, each.forms.map((form) => form.name)]), before]);
    if (now !== shape) {
      const typing = inputs.find((each) => each.input === document.activeElement);
      const caret = typing && [typing.input.selectionStart, typing.input.selectionEnd];
      shape = now;
      inputs = [];
      element.replaceChildren(...found.map((each, at) => h(
        "fieldset",
        { class: "plural" },
        h("legend", {}, "Plural of ", h("code", {}, each.count)),
        before[at] && h("dl", { class: "plural-source" }, inOrder(before[at].forms.map((form) => form.name)).map((name) => [h("dt", { title: name }, numbersOf(sources, name)), h("dd", {}, before[at].forms.find((form) => form.name === name).words)])),
        h("div", { class: "plural-inputs" }, inOrder(new Set([...Object.keys(categories), ...each.forms.map((form) => form.name)])).map((name) => {
          const input = h("input", { type: "text", "aria-label": `${label}: ${name}, for ${numbersOf(categories, name)}`, autocomplete: "off" });
          input.addEventListener("input", () => write(at, name, input.value));
          input.addEventListener("blur", () => area.dispatchEvent(new Event("change")));
          inputs.push({ input, at, name });
          return h("label", {}, h("span", { title: name }, numbersOf(categories, name)), input);
        })),
      )));
      // Whoever is typing goes on at the same letter.
      const same = typing && inputs.find((each) => each.at === typing.at && each.name === typing.name);
      if (same) {
        same.input.value = typing.input.value;
        same.input.focus();
        same.input.setSelectionRange(...caret);
      }
    }
    for (const { input, at, name } of inputs) {
      const words = found[at]?.forms.find((form) => form.name === name)?.words ?? "";
      if (input !== document.activeElement && input.value !== words) input.value = words;
    }
  };
  area.addEventListener("input", () => draw(...drawn));
  let drawn = [];
  return { element, draw(...more) { drawn = more; draw(...more); } };
}
