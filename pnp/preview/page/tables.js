// Claims, counts and fits as tables.

import { h, plural } from "./dom.js";
import { placeLink } from "./fault.js";
import { game } from "./store.js";
import { part } from "./stream.js";

const VERDICT = { ok: "holds", failed: "fails", broken: "broken", warns: "fails" };

function showPiece(key, words = key) {
  const go = () => document.dispatchEvent(new CustomEvent("go-piece", { detail: key }));
  const [set, ...rest] = words.split("/");  // on narrow screens the line ends behind the set
  return h("button", { type: "button", class: "link", onclick: go }, rest.length ? [`${set}/`, h("wbr"), rest.join("/")] : words);
}

function bar(share, kind = "", colour = null) {
  const width = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  return h("span", { class: `bar ${kind}` }, h("span", { vars: { share: width, ...(colour && { dot: colour }) }, data: { coloured: Boolean(colour) } }));
}

// A chance in whole per cent; what is not certain is never 100, and what can be is never 0.
function percent(chance) {
  const whole = Math.round(chance * 100);
  return chance > 0 && chance < 1 ? Math.min(Math.max(whole, 1), 99) : whole;
}

// A view that shows a part of what the server knows.
function tableView(name, title, drawn) {
  const element = h("div", { class: `view ${name}-view` });
  let shown;
  return {
    name,
    title,
    element,
    part: name,
    async draw() {
      const value = await part(name);
      if (value === shown) return;
      shown = value;
      element.replaceChildren(...(value === null ? [h("p", { class: "empty" }, "A moment…")] : drawn(value)));
    },
  };
}

function table(heads, rows) {
  return h(
    "div",
    { class: "scroll" },
    h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("td", {}))))), h("tbody", {}, rows)),
  );
}

// Long ones are cut off; all of it is told when it is pointed at.
const value = (words) => h("td", { class: "value", title: words }, words);

export const claimsView = tableView("claims", "Claims", ({ claims, assumed }) => {
  const held = claims.filter((claim) => claim.verdict === "ok").length;
  const order = { failed: 0, broken: 0, warns: 1, ok: 2 };
  const rows = [...claims].sort((one, other) => order[one.verdict] - order[other.verdict]).map((claim) => h(
    "tr",
    { data: { verdict: claim.verdict } },
    h("td", {}, h("span", { class: "verdict" }, VERDICT[claim.verdict])),
    h("td", { class: "id" }, placeLink(claim.place, claim.id)),
    h("td", { class: "wide" }, claim.says, claim.verdict !== "ok" && claim.pieces.length ? h("div", { class: "named" }, claim.pieces.slice(0, 12).map((key) => showPiece(key))) : ""),
    value(`${claim.relation === "==" ? "" : claim.relation} ${claim.rulebook}`.trim()),
    value(claim.data),
    h("td", { class: "source" }, claim.assumed ? "assumed" : claim.source),
    h("td", {}, h("button", { type: "button", class: "link", "aria-label": `Edit ${claim.id}`, onclick: () => document.dispatchEvent(new CustomEvent("go-data", { detail: claim.place })) }, "Edit")),
  ));
  return [
    h("h2", {}, "Does the box agree with the rulebook?", h("span", { class: "counts", data: { fine: held === claims.length } }, `${held} of ${plural(claims.length, "claim")} ${claims.length === 1 ? "holds" : "hold"}`)),
    claims.length ? table(["", "Claim", "Says", "Rulebook", "Box", "Written", ""], rows) : h("p", { class: "empty" }, "The game makes no claims yet. Add them under Data."),
    assumed.length ? h("h3", {}, "Assumed: the rulebook is silent") : "",
    assumed.length ? table(["Fact", "Value", "Why"], assumed.map((fact) => h("tr", {}, h("td", { class: "id" }, placeLink(fact.place, fact.id)), value(fact.value), h("td", { class: "wide" }, fact.note)))) : "",
  ];
});

export const countsView = tableView("counts", "Counts", (sets) => [
  h("h2", {}, "What is in the box", h("span", { class: "counts" }, plural(sets.reduce((sum, set) => sum + set.copies, 0), "copy", "copies"))),
  h("div", { class: "cards" }, sets.filter((set) => set.copies).map((set) => h(
    "section",
    { class: "count" },
    h("h3", {}, game.sets.find((each) => each.id === set.set)?.name ?? set.set, h("span", { class: "counts" }, `${plural(set.unique, "piece")}, ${plural(set.copies, "copy", "copies")}`)),
    set.fields.map((field) => h(
      "table",
      {},
      h("caption", {}, field.name),
      h("tbody", {}, field.values.map((value) => h(
        "tr",
        {},
        h("th", { scope: "row", title: value.value }, value.value),
        h("td", { class: "bars" }, bar(value.share, "", value.colour)),
        h("td", { class: "number" }, value.copies),
        h("td", { class: "number soft", title: `Chance of at least one in a hand of ${set.hand}` }, `${percent(value.odds)} %`),
      ))),
    )),
    set.fields.length ? h("p", { class: "soft" }, `Per cent: at least one in a hand of ${set.hand}.`) : "",
  ))),
]);

export const fitsView = tableView("fits", "Fit", (rows) => {
  const faults = rows.filter((row) => row.faults.includes("overset") || row.faults.includes("missing glyph")).length;
  return [
    h("h2", {}, "How texts fit their boxes", h("span", { class: "counts", data: { fine: !faults } }, faults ? `${faults} do not fit` : `${plural(rows.length, "text")}, all fit`)),
    rows.length ? table(["Piece", "Words", "Size", "", "Lines", "Box", ""], rows.map(fitRow)) : h("p", { class: "empty" }, "No texts yet."),
  ];
});

function fitRow(row) {
  const span = row.wanted - row.least;
  const slack = span > 0 ? (row.size - row.least) / span : 1;
  const range = span > 0 ? `of ${row.least}–${row.wanted} pt` : "fixed";
  return h(
    "tr",
    { data: { verdict: row.faults.length ? "failed" : "ok" } },
    h("td", { class: "id" }, showPiece(row.piece), row.pieces > 1 ? h("span", { class: "soft" }, ` +${row.pieces - 1}`) : ""),
    h("td", { class: "wide" }, row.words.length > 90 ? `${row.words.slice(0, 89)}…` : row.words),
    h("td", { class: "value", title: range }, `${row.size} pt`),
    h("td", { class: "bars", title: range }, bar(slack, slack < 0.25 ? "tight" : "")),
    h("td", { class: "number" }, row.lines),
    h("td", { class: "bars", title: `${Math.round(row.share * 100)} % of the height` }, bar(row.share, row.share > 1 ? "tight" : "")),
    h("td", { class: "source" }, row.faults.join(", ")),
  );
}
