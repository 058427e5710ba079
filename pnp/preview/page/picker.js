// The icons of the game, to choose one from.

import { byId, h, plural } from "./dom.js";
import { iconImage } from "./widget.js";

const PART = 120; // icons that are drawn at a time
const AHEAD = 400; // pixels below the window that are kept ready

// The name of the chosen icon; empty when none was chosen.
export function pickIcon(opener, palette) {
  const dialog = byId("picker");
  return new Promise((chosen) => {
    const grid = h("div", { class: "icons" });
    const count = h("p", { class: "meta", role: "status" });
    const find = h("input", { type: "search", placeholder: "Find an icon", "aria-label": "Find an icon", autocomplete: "off" });
    let names = [];
    const fill = (room) => {
      const from = grid.children.length;
      if (from && grid.scrollTop + grid.clientHeight + room < grid.scrollHeight) return;
      grid.append(...names.slice(from, from + PART).map((name) => h("button", { type: "button", title: name, "aria-label": name, onclick: () => dialog.close(name) }, iconImage(name), h("span", {}, name))));
    };
    const draw = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
      const all = [...(palette?.own ?? []), ...(palette?.icons ?? []).filter((name) => !palette.own.includes(name))];
      const found = all.filter((name) => words.every((word) => name.includes(word)));
      names = found.length ? found : all;
      grid.replaceChildren();
      grid.scrollTop = 0;
      fill(0);
      count.textContent = found.length ? plural(found.length, "icon") : `No icon has “${find.value.trim()}” in its name; here are all ${all.length}`;
    };
    grid.addEventListener("scroll", () => fill(AHEAD), { passive: true });
    find.addEventListener("input", draw);
    find.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        if (!count.textContent.startsWith("No icon")) grid.querySelector("button")?.click();
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
