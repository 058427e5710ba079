// The line to the server: everything first, then what changes.

import { choice, game, take, tell } from "./store.js";

let source = null;
let language = "";

export function connect(wanted = "") {
  language = wanted;
  source?.close();
  source = new EventSource(`events?lang=${encodeURIComponent(language)}`);
  source.addEventListener("desk", (event) => Object.assign(choice, JSON.parse(event.data)));
  source.addEventListener("whole", (event) => {
    tell("line", "live");
    take(JSON.parse(event.data), true);
    if (game.language) language = game.language;
  });
  source.addEventListener("change", (event) => take(JSON.parse(event.data), false));
  source.addEventListener("failed", (event) => tell("failed", JSON.parse(event.data).words));
  source.addEventListener("error", () => {
    tell("line", "lost");
    if (source?.readyState === EventSource.CLOSED) setTimeout(() => connect(language), 1500);
  });
}

// A browser opens six connections to a server, and a line takes one for as long as it is open: a page that nobody sees
// gives its line back, and asks for everything anew when it is looked at.
const UNSEEN_MS = 2000;
let leaving = 0;

function hangUp() {
  source?.close();
  source = null;
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(leaving);
  if (document.hidden) leaving = setTimeout(hangUp, UNSEEN_MS);
  else if (!source) connect(language);
});

const parts = new Map();

// A part of what is known, fetched when it is looked at and again once the server says that it has changed.
export async function part(name) {
  const digest = game.parts[name];
  if (!digest) return null;
  const known = parts.get(name);
  if (known?.digest === digest && known.language === game.language) return known.value;
  const answer = await fetch(`part?lang=${encodeURIComponent(game.language)}&name=${name}`);
  if (!answer.ok) return known?.value ?? null;
  const value = await answer.json();
  parts.set(name, { digest, language: game.language, value });
  return value;
}

export async function chosenBy(expression) {
  const answer = await fetch(`where?q=${encodeURIComponent(expression)}`);
  if (answer.ok) return answer.json();
  return { fault: "the expression is too long, or there is no game", help: [] };
}

export function look(key) {
  fetch(`look?lang=${encodeURIComponent(game.language)}&piece=${encodeURIComponent(key)}`).catch(() => {});
}
