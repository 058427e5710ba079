// Edits: sent one after the other; what they change comes back along the line, as if it had been typed.

import { byId, h } from "./dom.js";
import { game, on, tell } from "./store.js";

export const editing = { undo: "", redo: "", shipped: false, possible: false };

let chain = Promise.resolve();
let sent = 0;

// Sends an edit, or the one that a function makes then, once those before it are answered; the answer.
export function send(body) {
  sent += 1;
  const answer = chain.then(() => post(typeof body === "function" ? body() : body));
  chain = answer.catch(() => {});
  return answer;
}

// What a function fetches while no edit is on its way: a record from before an edit would take it back on the page.
export async function settled(get) {
  for (;;) {
    await chain;
    const before = sent;
    const found = await get();
    if (before === sent) return found;
  }
}

async function post(body) {
  let answer;
  try {
    const reply = await fetch("edit", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    answer = reply.headers.get("Content-Type")?.includes("json") ? await reply.json() : { fault: await reply.text(), help: "" };
  } catch {
    answer = { fault: "the preview does not answer", help: "is pnp preview still running?" };
  }
  take(answer);
  if (answer.clash) showClash(answer.clash);
  if (answer.fault && !body.quiet) say(answer.fault, answer.help);
  return answer;
}

// Takes over what an answer says about undoing.
export function take(answer) {
  for (const name of ["undo", "redo", "shipped"]) if (name in answer) editing[name] = answer[name];
  if ("undo" in answer) editing.possible = true;
  tell("editing", editing);
}

const READ_MS = 6000; // an answer to what was done is not to be overwritten by what changed because of it
let answered = -READ_MS;

export function say(words, help = "") {
  answered = performance.now();
  offered = "";
  byId("news").textContent = [words, help].filter(Boolean).join(": ");
}

// Says what was done and that undoing takes it back, for as long as it would.
let offered = "";
export function sayDone(words, taking) {
  say(`${words}. Ctrl+Z ${taking}`);
  offered = editing.undo;
}
on("editing", () => {
  if (!offered || offered === editing.undo) return;
  offered = "";
  byId("news").textContent = "";
});

// Where no editor takes an address, nothing opens: so the place is said, and can be pasted.
export async function tellPlace(place) {
  say(place);
  if (await navigator.clipboard?.writeText(place).then(() => true, () => false)) say(`${place} is copied`);
}

// News that nobody waits for.
export function mention(words) {
  if (performance.now() - answered < READ_MS) return;
  offered = "";
  byId("news").textContent = words;
}

export const edit = (...steps) => send({ steps });

// An edit of one value; what it was is looked up when its turn comes, as an edit before it may have changed it.
export const editValue = (step, was) => send(() => ({ steps: [{ ...step, was: was() }] }));

async function step(name, done) {
  if (!editing[name]) return;
  const words = editing[name];
  const answer = await send({ [name]: true });
  if (answer.written) say(`${done}: ${words}`);
  if (answer.written) tell("edited", answer);
}

export const undo = () => step("undo", "Undone");
export const redo = () => step("redo", "Done again");

// A record that forms are made from; null where there is none.
export async function record(path) {
  try {
    const reply = await fetch(path);
    if (!reply.ok) return null;
    const found = await reply.json();
    take(found);
    return found;
  } catch {
    return null;
  }
}

let known = { of: "", palette: null };

// What values may be chosen from; asked again once the game has changed.
export function palette() {
  const of = `${game.version ?? 0}`;
  if (known.of !== of || !known.palette) {
    const asked = record("palette");
    known = { of, palette: asked };
    asked.then((found) => { if (!found && known.palette === asked) known.palette = null; }); // there is no game yet
  }
  return known.palette;
}

function showClash(files) {
  const dialog = byId("clash");
  dialog.replaceChildren(
    h("h2", { id: "clash-name" }, "Changed in another program"),
    h("p", {}, "Nothing was written. Lines with − are in the file now; lines with + are what this step would have written."),
    ...files.map((file) => h(
      "section",
      {},
      h("h3", {}, file.file, file.missing ? " (is missing now)" : ""),
      h("pre", { class: "versions", tabindex: "0" }, file.lines.map((line) => h("span", { class: line[0] === "+" ? "wanted" : line[0] === "-" ? "found" : "" }, `${line}\n`))),
    )),
    h("form", { method: "dialog" }, h("button", {}, "Keep the file as it is")),
  );
  if (!dialog.open) dialog.showModal();
}

for (const [name, action, words] of [["undo", undo, "Undo"], ["redo", redo, "Redo"]]) {
  const button = byId(name);
  button.addEventListener("click", action);
  on("editing", () => {
    button.disabled = !editing[name];
    button.title = editing[name] ? `${words}: ${editing[name]} (${name === "undo" ? "Ctrl+Z" : "Ctrl+Shift+Z"})` : `Nothing to ${name}`;
  });
}
on("editing", () => {
  byId("history").hidden = !editing.possible || editing.shipped;
  document.body.dataset.editable = String(editing.possible && !editing.shipped);
});

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  if (event.target.matches("input, textarea") && event.target.dataset.dirty) return; // the browser undoes typing
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});

let asked = false;
on("all", async () => {
  if (asked) return;
  asked = true;
  await record("state");
});
