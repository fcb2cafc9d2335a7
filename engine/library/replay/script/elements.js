// Making elements. Text goes in as text only, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null));
  return element;
}

const html = (tag, attributes = {}, ...children) => dress(document.createElement(tag), attributes, children);

const svg = (tag, attributes = {}, ...children) =>
  dress(document.createElementNS(SVG, tag), attributes, children);

// A drawing with its text alternative.
const picture = (width, height, kind, label, ...children) =>
  svg("svg", { viewBox: `0 0 ${width} ${height}`, class: kind, role: "img", "aria-label": label }, children);

const at = (x, y, ...children) => svg("g", { transform: `translate(${x} ${y})` }, children);

const written = (x, y, size, text, kind = "") =>
  svg("text", { x, y, "font-size": size, class: kind, "text-anchor": "middle" }, String(text));

const $ = id => document.getElementById(id);
