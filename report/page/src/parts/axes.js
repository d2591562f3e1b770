/* axes.js - what the axes of pictures say: round numbers with their unit, and labels that keep apart. */
import {color} from '../dom.js';

/* Steps of 1, 2 or 5 times a power of ten, five at most up to the first that reaches `most`. */
export function roundTicks(most) {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1) / 5));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(one => one * 5 >= most);
  return Array.from({length: Math.max(1, Math.ceil(most / step)) + 1}, (_, k) => k * step);
}

/* labels: [{text, x, y}]; one that would touch another, of these or of those in `taken`, is left out. */
export function axisLabels(context, labels, align = 'center', taken = []) {
  context.font = '11px system-ui, sans-serif';
  context.fillStyle = color('dim');
  context.textAlign = align;
  context.textBaseline = 'middle';
  for (const {text, x, y} of labels) {
    const wide = context.measureText(text).width;
    const left = x - {left: 0, center: 0.5, right: 1}[align] * wide;
    const touches = other => left < other.right + 6 && other.left < left + wide + 6 && Math.abs(y - other.y) < 12;
    if (taken.some(touches)) continue;
    context.fillText(text, x, y);
    taken.push({left, right: left + wide, y});
  }
}
