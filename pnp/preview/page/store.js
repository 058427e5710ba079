// What is known of the game, what is chosen to be seen, and who wants to hear when either changes.

const KEPT = "pnp-preview";
const kept = read();

export const game = { pieces: {}, sets: [], sizes: {}, faults: [], parts: {}, game: { languages: [] }, readable: true, busy: true };

export const choice = {
  view: "pieces",
  side: kept.side ?? "front",
  scale: kept.scale ?? firstScale(), // pixels to the millimetre
  bleed: kept.bleed ?? false,
  trim: kept.trim ?? false,
  safe: kept.safe ?? false,
  dock: false,
  follow: kept.follow ?? false,
  first: kept.first ?? "", // the language that Data shows first; empty for the source
  find: "",
  where: null, // keys of the chosen pieces, or null for all
  root: "",
  editor: "", // that opens lines: the scheme of its addresses, or "none"
};

const listeners = {};

export function on(topics, listener) {
  for (const topic of topics.split(" ")) (listeners[topic] ??= []).push(listener);
}

export function tell(topic, detail) {
  for (const listener of listeners[topic] ?? []) listener(detail);
}

export function choose(changes) {
  Object.assign(choice, changes);
  const { side, scale, bleed, trim, safe, follow, first } = choice;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ side, scale, bleed, trim, safe, follow, first }));
  } catch { /* a browser that keeps nothing shows the page all the same */ }
  for (const name of Object.keys(changes)) tell(`choice-${name}`, choice[name]);
}

// Two cards of the usual width side by side on a phone.
function firstScale() {
  return innerWidth < 600 ? (innerWidth - 36) / (2 * 63.5) : 2.4;
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

// Takes a message of the server over; tells what has changed.
export function take(message, whole) {
  if (whole) { // of a large game it has only the first pieces; the others follow
    const listed = new Set(message.sets.flatMap((set) => set.pieces));
    const gone = Object.keys(game.pieces).filter((key) => !listed.has(key));
    const pieces = Object.fromEntries(
      Object.entries(message.pieces).filter(([key, piece]) => JSON.stringify(piece) !== JSON.stringify(game.pieces[key])),
    );
    message = { ...message, pieces, gone };
  }
  const looks = [];
  for (const [key, piece] of Object.entries(message.pieces ?? {})) {
    const before = game.pieces[key];
    const other = (side) => before?.[side] && piece[side] && before[side] !== piece[side];
    if (piece.state === "good" && (other("front") || other("back"))) {
      looks.push(key);
      piece.before = { front: before.front, back: before.back };
    } else if (before?.before) piece.before = before.before;
    game.pieces[key] = piece;
  }
  for (const key of message.gone ?? []) delete game.pieces[key];
  const { pieces, gone, ...heads } = message;
  Object.assign(game, heads);
  // A browser asks for pictures once the script that wants them has ended, so all else comes behind that.
  if (looks.length) tell("fresh", looks);
  queueMicrotask(() => {
    for (const name of Object.keys(heads)) tell(name, game[name]);
    if (pieces || gone?.length || heads.sets) tell("pieces", { changed: Object.keys(pieces ?? {}), gone: gone ?? [] });
    if (looks.length) tell("looks", looks);
    tell("all", message);
  });
}

let byPiece = { of: null, faults: new Map() };

export function faultsOf(key) {
  if (byPiece.of !== game.faults) {
    byPiece = { of: game.faults, faults: new Map() };
    for (const fault of game.faults) {
      if (fault.severity === "note") continue;
      for (const piece of fault.pieces) {
        if (!byPiece.faults.has(piece)) byPiece.faults.set(piece, []);
        byPiece.faults.get(piece).push(fault);
      }
    }
  }
  return byPiece.faults.get(key) ?? [];
}

export function allText(piece) {
  piece.text ??= [piece.set, piece.id, piece.name, piece.note, ...piece.fields.map((field) => field.value)]
    .join("\n").toLocaleLowerCase();
  return piece.text;
}

let words = { of: "", list: [] };

export function isShown(key) {
  if (choice.where && !choice.where.has(key)) return false;
  if (words.of !== choice.find) words = { of: choice.find, list: choice.find.toLocaleLowerCase().split(/\s+/).filter(Boolean) };
  return !words.list.length || words.list.every((word) => allText(game.pieces[key]).includes(word));
}

export function shownKeys() {
  return game.sets.flatMap((set) => set.pieces).filter((key) => key in game.pieces && isShown(key));
}

// Address of a line for the editor, or null where none opens it, or the browser runs on another machine.
export function editorLink(place) {
  if (!place || place.cell || !choice.root || choice.editor === "none") return null; // no editor of texts opens a cell
  const absolute = /^(\/|[A-Za-z]:\/)/.test(place.file);
  const folder = game.game.folder;
  if (!absolute && folder !== "." && !place.file.startsWith(`${folder}/`)) return null; // a file that ships with pnp
  const path = absolute ? place.file : `${choice.root}/${place.file}`;
  return `${choice.editor}://file${path.startsWith("/") ? "" : "/"}${encodeURI(path)}:${place.line}:${place.column}`;
}
