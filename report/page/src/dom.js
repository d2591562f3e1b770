/* dom.js - elements. Texts of a profile only ever become text nodes. */

const SVG = 'http://www.w3.org/2000/svg';

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {}))
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/* element('td', {class: 'name', onclick: f}, 'text', child, [more]) */
export const element = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/* A canvas for pictures of that many CSS pixels, sharp on any screen. */
export function canvas(width, height, attributes) {
  const scale = window.devicePixelRatio || 1;
  const made = element('canvas', attributes);
  made.width = Math.max(1, Math.round(width * scale));
  made.height = Math.max(1, Math.round(height * scale));
  made.style.width = `${width}px`;
  made.style.height = `${height}px`;
  const context = made.getContext('2d');
  context.scale(scale, scale);
  return [made, context];
}

/* A colour of the style, for what is drawn. */
export const color = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;
