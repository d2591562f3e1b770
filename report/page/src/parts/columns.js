/*
 * columns.js - the columns of tables. Key, title and kind of a figure come with its numbers, and are those of the terminal's
 * records and screens (report/html/column_sets.c); here stands how each kind is shown.
 */
import {mean} from '../data/profile.js';
import {canvas, color, element, span} from '../dom.js';
import {count, measured, percent, size, time} from '../words.js';
import {tipOn} from './tip.js';

export const heat = share => (share >= 0.2 ? 'hot' : share >= 0.05 ? 'warm' : '');

const SHOWN = {
  seconds: {width: 84, show: time},
  calls: {width: 92, show: (value, mark) => mark + count(value)},
  count: {width: 80, show: value => count(value)},
  bytes: {width: 80, show: value => size(value)},
  ratio: {width: 84, show: value => percent(value)},
  rank: {width: 66, show: value => String(value)},
};

/*
 * figure(key, more): the column of that key in a set. value(row, key): what a row has. more: mark(row), which stands before the
 * figure or in its place; share(row) of the whole run, which colours it; has(row): false where there is none.
 */
export function figuresOf(profile, set, value = (row, key) => row[key]) {
  return (key, {mark = () => '', share = () => 0, has = () => true, ...more} = {}) => {
    const {title, shown} = profile.titles[`${set}.${key}`];
    const {width, show} = SHOWN[shown];
    const cell = row => (has(row) ? {text: show(value(row, key), mark(row)), hot: heat(share(row))} : '');
    return {key, title, width, value: row => value(row, key), cell, ...more};
  };
}

/* A bar for a share, with a part of it darker. */
export function shareBar(share, part = share) {
  const limit = value => `${Math.max(0, Math.min(100, 100 * (value || 0)))}%`;
  return span(
    'share',
    element('i', {style: `width:${limit(share)}`}),
    element('b', {style: `width:${limit(part)}`}),
    span('', percent(share)),
  );
}

/* A column of such bars, which is sorted as the figure of `key` is. */
export const shareColumn = (key, share, part, more) => ({
  ...{key: `${key}_total`, title: 'total', width: 92, value: share},
  ...{
    tip: 'share of the 100%: the time of all measured threads',
    cell: row => shareBar(share(row), part?.(row)),
    ...more,
  },
});

/* The order of first calls. */
export const firstColumn = value => ({
  ...{key: 'first', title: 'first', width: 58, text: true},
  tip: 'order of first calls, on the lowest rank that called it',
  value: row => value(row) || Infinity,
  cell: row => (value(row) ? count(value(row)) : ''),
});

/* What each metric of the profile says with all that is below, and alone: first waiting, then times, the largest first. */
export const metricColumns = (profile, value) => {
  const metrics = profile.whole ? profile.head.metrics : []; /* of one rank they are not in the page */
  const all = m => (metrics[m][2] === 'ns' ? profile.node[`metric${m}`][0] : 0);
  const weight = m => (metrics[m][0] === 'waiting' ? Infinity : all(m));
  return [...metrics.keys()]
    .sort((a, b) => weight(b) - weight(a))
    .flatMap(m => {
      const [key, name, unit] = metrics[m];
      return [
        [`metric${m}`, key, `${name}, inclusive`],
        [`ownMetric${m}`, `own ${key}`, `${name}, exclusive`],
      ].map(([column, title, tip]) => ({
        ...{key: column, title, tip, width: Math.max(76, 30 + 7 * title.length), value: row => value(row, column)},
        cell: row => measured(value(row, column), unit),
      }));
    });
};

const CELLS = 48;

/* Of many ranks each cell is the longest of several. */
function cells(values) {
  const each = Math.ceil(values.length / CELLS);
  const made = [];
  for (let i = 0; i < values.length; i += each) made.push(Math.max(...values.subarray(i, i + each)));
  return [made, each];
}

/* A bar for each rank, as high as its part of the largest; that one stands out where it is far above the mean, and
 * matters. `line`: a line at the mean. redraw(): in other colours, of paper or the screen. */
export function rankCells(values, name, {width = 110, height = 18, matters = true, mark = '', line = false} = {}) {
  const [made, each] = cells(values);
  const most = made.reduce((a, b) => Math.max(a, b), 0);
  const middle = mean(values);
  const step = Math.min(height > 30 ? 40 : 12, width / made.length);
  const [picture, context] = canvas(width, height, {class: 'cells', role: 'img', 'aria-label': 'time by rank'});
  const gap = step > 4 ? 1 : step > 2 ? 0.5 : 0;
  picture.redraw = () => {
    const plain = color('bar');
    const high = color('hot');
    context.clearRect(0, 0, width, height);
    made.forEach((value, i) => {
      const part = most > 0 ? value / most : 0;
      context.fillStyle = matters && value === most && most > 1.2 * middle ? high : plain;
      const tall = Math.max(value > 0 ? 1.5 : 0, part * (height - 1));
      context.fillRect(i * step, height - tall, step - gap, tall);
    });
    context.fillStyle = color('line');
    context.fillRect(0, height - 0.5, step * made.length, 0.5);
    context.fillStyle = color('text');
    if (line) context.fillRect(0, height - (middle / (most || 1)) * (height - 1) - 0.5, step * made.length, 1);
  };
  picture.redraw();
  return tipOn(picture, event => {
    const at = Math.floor(event.offsetX / step);
    if (!(at in made)) return '';
    const first = name(at * each);
    const last = Math.min(values.length, (at + 1) * each) - 1;
    return (
      (each > 1 ? `${first} to ${name(last)}, the longest: ` : `${first}: `) +
      time(made[at], mark) +
      `\nmean ${time(middle, mark)}`
    );
  });
}

/* A cell for each rank, where there are several. times(row): of each rank. */
export const ranksColumn = (profile, {times, share, mark, has = () => true}) =>
  profile.members.count > 1 && {
    ...{key: 'cells', title: `by ${profile.head.member}`, width: 116, fixed: true},
    tip: `a bar for each ${profile.head.member}, relative to the largest`,
    cell: row =>
      has(row) &&
      rankCells(times(row), member => profile.members.name(member), {matters: share(row) >= 0.005, mark: mark(row)}),
  };
