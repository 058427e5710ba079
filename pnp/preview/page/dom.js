// Elements by one call; texts are only ever set as text.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "vars") for (const [key, each] of Object.entries(value)) element.style.setProperty(`--${key}`, each);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A button with a tip. Where only a sign or one letter is on it, the tip is its name for readers that do not see the page.
export function toolButton(words, title, onclick, more = {}) {
  const button = h("button", { type: "button", title, onclick, ...more }, words);
  const said = button.textContent;
  if (said && !/\w\w|1/.test(said)) button.setAttribute("aria-label", title);
  return button;
}

export const byId = (id) => document.getElementById(id);

// Puts exactly these children into the parent, moving as few as can be, so that focus and animations stay.
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let place = parent.firstElementChild;
  for (const child of children) {
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

// Fills an element anew only when what it shows has changed: until then, a click or the focus in it is not lost.
export function refill(element, state, make) {
  const now = JSON.stringify(state);
  if (element.filledWith === now) return;
  element.filledWith = now;
  element.replaceChildren(...[make()].flat().filter((child) => child !== null && child !== undefined && child !== false));
}

export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
