/* cells.js - what stands in the columns of tables: shares with a bar, times with their mark, a cell for each rank. */
import {canvas, color, element} from '../dom.js';
import {percent, time} from '../words.js';
import {tipOn} from './tip.js';

export const heat = share => (share >= 0.2 ? 'hot' : share >= 0.05 ? 'warm' : '');

/* A bar for a share, with a part of it darker. */
export function shareBar(share, part = share) {
  const limit = value => `${Math.max(0, Math.min(100, 100 * (value || 0)))}%`;
  return element(
    'span',
    {class: 'share'},
    element('i', {style: `width:${limit(share)}`}),
    element('b', {style: `width:${limit(part)}`}),
    element('span', null, percent(share)),
  );
}

const CELLS = 48;

/* Of many ranks each cell is the longest of several. */
function cells(values) {
  const each = Math.ceil(values.length / CELLS);
  const made = [];
  for (let i = 0; i < values.length; i += each) made.push(Math.max(...values.subarray(i, i + each)));
  return [made, each];
}

/* A bar for each rank, as high as its part of the largest; that one stands out where it is far above the mean, and
 * matters. */
export function rankCells(values, name, {width = 110, height = 18, matters = true, mark = ''} = {}) {
  const [made, each] = cells(values);
  const most = made.reduce((a, b) => Math.max(a, b), 0);
  const mean = values.reduce((a, b) => a + b, 0) / (values.length || 1);
  const step = Math.min(height > 30 ? 40 : 12, width / made.length);
  const [picture, context] = canvas(width, height, {class: 'cells', role: 'img', 'aria-label': 'time by rank'});
  const gap = step > 4 ? 1 : step > 2 ? 0.5 : 0;
  const plain = color('bar');
  const high = color('hot');
  made.forEach((value, i) => {
    const part = most > 0 ? value / most : 0;
    context.fillStyle = matters && value === most && most > 1.2 * mean ? high : plain;
    const tall = Math.max(value > 0 ? 1.5 : 0, part * (height - 1));
    context.fillRect(i * step, height - tall, step - gap, tall);
  });
  context.fillStyle = color('line');
  context.fillRect(0, height - 0.5, step * made.length, 0.5);
  return tipOn(picture, event => {
    const at = Math.floor(event.offsetX / step);
    if (!(at in made)) return '';
    const first = name(at * each);
    const last = Math.min(values.length, (at + 1) * each) - 1;
    return (
      (each > 1 ? `${first} to ${name(last)}, the longest: ` : `${first}: `) +
      time(made[at], mark) +
      `\nmean ${time(mean, mark)}`
    );
  });
}
