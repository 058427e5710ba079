// The icons of the game, to choose one from.

import { byId, h } from "./dom.js";
import { iconImage } from "./widget.js";

const SHOWN = 240;

// The name of the chosen icon; empty when none was chosen.
export function pickIcon(opener, palette) {
  const dialog = byId("picker");
  return new Promise((chosen) => {
    const grid = h("div", { class: "icons" });
    const count = h("p", { class: "meta", role: "status" });
    const find = h("input", { type: "search", placeholder: "Find an icon", "aria-label": "Find an icon", autocomplete: "off" });
    const draw = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
      const names = [...(palette?.own ?? []), ...(palette?.icons ?? []).filter((name) => !palette.own.includes(name))].filter((name) => words.every((word) => name.includes(word)));
      grid.replaceChildren(...names.slice(0, SHOWN).map((name) => h("button", { type: "button", title: name, "aria-label": name, onclick: () => dialog.close(name) }, iconImage(name), h("span", {}, name))));
      count.textContent = names.length > SHOWN ? `The first ${SHOWN} of ${names.length}` : `${names.length} icons`;
    };
    find.addEventListener("input", draw);
    find.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        grid.querySelector("button")?.click();
      }
    });
    dialog.replaceChildren(h("h2", { id: "picker-name" }, "Icons"), find, count, grid, h("form", { method: "dialog" }, h("button", { value: "" }, "Close")));
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      chosen(dialog.returnValue);
      opener.focus();
    }, { once: true });
    draw();
    dialog.showModal();
    find.focus();
  });
}
