/* dom.js - elements. Texts of a profile only ever become text nodes. */

/* element('td', {class: 'name', onclick: f}, 'text', child, [more]) */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {}))
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/* div('tools', 'text', child, [more]): one of that class, or of none. */
const ofClass =
  tag =>
  (name, ...children) =>
    element(tag, {class: name || null}, children);
export const [div, p, span] = ['div', 'p', 'span'].map(ofClass);

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

const drawings = new Set();

/* draw(width) for the width of a place, now and whenever it changes; returns what ends that. */
export function drawnIn(place, draw) {
  let width = 0;
  const fit = always => {
    if (place.clientWidth === width && !always) return;
    width = place.clientWidth;
    if (width) draw(width);
  };
  const watch = new ResizeObserver(() => fit(false));
  watch.observe(place);
  drawings.add(fit);
  return () => {
    watch.disconnect();
    drawings.delete(fit);
  };
}

/* While it is printed a view stands there as a whole, in the light, as wide as the paper. */
export function toPaper(is) {
  document.documentElement.classList.toggle('paper', is);
  for (const fit of drawings) fit(true);
  for (const picture of document.querySelectorAll('canvas.cells')) picture.redraw();
}

const SHEET = 546; /* pixels of a picture on one sheet of paper, a multiple of a flame graph's level */

/* A picture as it is; on paper in parts, of which a sheet has one as a whole. */
export function sheets(picture) {
  const [width, height] = [picture.style.width, picture.style.height].map(parseFloat);
  if (!document.documentElement.classList.contains('paper') || height <= SHEET) return [picture];
  const scale = picture.width / width;
  return Array.from({length: Math.ceil(height / SHEET)}, (_, k) => {
    const tall = Math.min(SHEET, height - k * SHEET);
    const [part, context] = canvas(width, tall, {'aria-hidden': 'true'});
    context.drawImage(picture, 0, k * SHEET * scale, width * scale, tall * scale, 0, 0, width, tall);
    return part;
  });
}

/* A colour of the style, for what is drawn. */
export const color = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export const dark = () =>
  matchMedia('(prefers-color-scheme: dark)').matches && !document.documentElement.classList.contains('paper');
