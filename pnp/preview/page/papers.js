// Sheets and rule sheets: the pages of the PDFs, and one of them large.

import { byId, h, plural, toolButton } from "./dom.js";
import { game, on } from "./store.js";
import { part } from "./stream.js";

const RESOLUTIONS = [50, 75, 100, 150, 200, 300, 450];
const MM_PER_INCH = 25.4;

function resolution(scale) {
  const wanted = scale * MM_PER_INCH * Math.min(devicePixelRatio || 1, 2);
  return RESOLUTIONS.find((dpi) => dpi >= wanted * 0.93) ?? RESOLUTIONS.at(-1);
}

const near = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    entry.target.src = entry.target.dataset.wanted;
    near.unobserve(entry.target);
  }
}, { rootMargin: "800px" });

// A page that keeps its picture until that of the next state is there.
class PageCard {
  constructor(scale) {
    this.scale = scale;
    this.image = h("img", { alt: "" });
    this.label = h("span", {});
    this.element = h("button", { type: "button", class: "page" }, this.image, this.label);
    this.element.addEventListener("click", () => openPaper(this.book, this.index));
  }

  show(book, index, alt) {
    const page = book.pages[index];
    Object.assign(this, { book, index });
    this.element.style.setProperty("--w", page.width);
    this.element.style.setProperty("--h", page.height);
    this.element.style.setProperty("--scale", this.scale);
    this.label.textContent = page.label || String(index + 1);
    if (this.picture === page.picture) return;
    const first = !this.picture;
    this.picture = page.picture;
    const address = `pictures/${page.picture}-${resolution(this.scale)}.png`;
    if (first) {
      this.image.dataset.wanted = address;
      near.observe(this.image);
    } else {
      const fresh = h("img", { alt, src: address });
      fresh.decode().then(() => {
        near.unobserve(this.image);
        this.image.replaceWith(fresh);
        this.image = fresh;
        this.element.classList.remove("changed");
        void this.element.offsetWidth;
        this.element.classList.add("changed");
      }, () => {});
    }
    this.image.alt = alt;
  }
}

// The two sides of a sheet stand together.
function pairs(elements, pages) {
  const groups = [];
  pages.forEach((page, index) => {
    const back = /^\d+ back$/.test(page.label) && pages[index - 1]?.label === page.label.replace("back", "front");
    if (back) groups.at(-1).push(elements[index]);
    else groups.push([elements[index]]);
  });
  return groups.map((group) => h("div", { class: "pair" }, group));
}

function papersView(name, title, { scale, empty, counts }) {
  const element = h("div", { class: `view papers ${name}-view` });
  const cards = new Map();
  let shown;
  return {
    name,
    title,
    element,
    part: name,
    async draw() {
      const books = await part(name);
      if (books === shown) return;
      shown = books;
      if (books === null) {
        element.replaceChildren(h("p", { class: "empty" }, "A moment…"));
        return;
      }
      const blocks = books.map((book) => h(
        "section",
        {},
        h("h2", {}, book.title, h("span", { class: "counts" }, counts(book))),
        h("div", { class: "pages" }, pairs(book.pages.map((page, index) => {
          const key = `${book.file} ${index}`;
          if (!cards.has(key)) cards.set(key, new PageCard(scale));
          cards.get(key).show(book, index, `${book.title}, page ${page.label || index + 1}: ${page.shows.join(", ")}`);
          return cards.get(key).element;
        }), book.pages)),
      ));
      element.replaceChildren(...(blocks.length ? blocks : [h("p", { class: "empty" }, empty())]));
    },
  };
}

export const sheetsView = papersView("sheets", "Sheets", {
  scale: 0.95,
  empty: () => "Nothing to print yet.",
  counts: (book) => `${plural(book.sheets, "sheet")}, ${plural(book.pages.length, "page")}, ${book.file}`,
});
export const booksView = papersView("books", "Rules", {
  scale: 2.3,
  empty: () => (game.faults.some((fault) => fault.severity === "error")
    ? "Rule sheets appear once the errors are fixed."
    : "The game has no rule sheet yet. Write one into rulebook/….md."),
  counts: (book) => `${plural(book.pages.length, "page")}, ${book.file}`,
});

const dialog = byId("paper");
const open = { view: null, book: null, index: 0, scale: 0 };
const image = h("img", { alt: "" });
const stage = h("div", { class: "stage", tabindex: "-1" }, image);
const name = h("h2", { id: "paper-name" });
dialog.append(
  h(
    "div",
    { class: "tools" },
    toolButton("‹", "Page before (←)", () => turn(-1)),
    toolButton("›", "Next page (→)", () => turn(1)),
    toolButton("Fit", "Whole page (0)", () => zoom(0)),
    toolButton("1 : 1", "As large as on paper (1)", () => zoom(96 / MM_PER_INCH)),
    toolButton("−", "Smaller (−)", () => zoom(scale() / 1.25)),
    toolButton("+", "Larger (+)", () => zoom(scale() * 1.25)),
    name,
    h("span", { class: "spring" }),
    toolButton("×", "Close (Esc)", () => dialog.close()),
  ),
  h("div", { class: "body" }, stage),
);

function openPaper(book, index) {
  Object.assign(open, { book, index, scale: 0 });
  if (!dialog.open) dialog.showModal();
  drawPaper();
  stage.focus();
}

function scale() {
  const page = open.book.pages[open.index];
  return open.scale || Math.min((stage.clientWidth - 32) / page.width, (stage.clientHeight - 32) / page.height);
}

function zoom(wanted) {
  open.scale = wanted && Math.min(Math.max(wanted, 0.3), 12);
  drawPaper();
}

function turn(step) {
  const count = open.book.pages.length;
  open.index = (open.index + step + count) % count;
  drawPaper();
}

function drawPaper() {
  const page = open.book.pages[open.index];
  name.textContent = `${open.book.title} · ${page.label || open.index + 1} of ${open.book.pages.length}`;
  image.style.setProperty("--w", page.width);
  image.style.setProperty("--h", page.height);
  image.style.setProperty("--scale", scale());
  const address = `pictures/${page.picture}-${resolution(scale())}.png`;
  if (image.getAttribute("src") !== address) image.src = address;
  image.alt = name.textContent;
}

dialog.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const actions = {
    ArrowLeft: () => turn(-1), ArrowRight: () => turn(1), 0: () => zoom(0), 1: () => zoom(96 / MM_PER_INCH),
    "+": () => zoom(scale() * 1.25), "=": () => zoom(scale() * 1.25), "-": () => zoom(scale() / 1.25),
  };
  if (!actions[event.key]) return;
  actions[event.key]();
  event.preventDefault();
  event.stopPropagation();
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
addEventListener("resize", () => dialog.open && drawPaper());

// The page that is open follows what is written.
on("parts", async () => {
  if (!dialog.open) return;
  for (const each of ["sheets", "books"]) {
    const found = (await part(each))?.find((book) => book.file === open.book.file);
    if (found) {
      open.book = found;
      open.index = Math.min(open.index, found.pages.length - 1);
      drawPaper();
    }
  }
});
