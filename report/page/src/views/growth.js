/*
 * growth.js - runs of several sizes: by which law the calls of each function grow, as lines over the size, both in powers of ten.
 * There a power is a straight line, and the steeper the faster it grows. What is foretold goes on in dashes.
 */
import {canvas, color, element} from '../dom.js';
import {axisLabels} from '../parts/axes.js';
import {rowColor} from '../parts/paint.js';
import {section} from '../parts/section.js';
import {Table} from '../parts/table.js';
import {count, several} from '../words.js';
import {sortBy} from './functions.js';

const HEIGHT = 340;
const LEFT = 74; /* for the numbers of an axis */
const BELOW = 34;
const LINES = 12;
const NEAR = 14; /* pixels from a click to the line that it means */

const number = value => (Number.isFinite(value) && value < 1e16 ? count(value) : value.toExponential(1));

/* 1,000; from a million on 10⁶. */
const powerOfTen = power =>
  power < 6 ? count(10 ** power) : `10${String(power).replace(/\d/g, digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit])}`;

/* The size and the calls of each point; those that are foretold are behind the runs. A run without a call has none. */
function pointsOf(grown, row) {
  const sizes = [...grown.sizes, 10 * grown.largest, 100 * grown.largest];
  return [...row.calls, row.ten, row.hundred]
    .map((calls, k) => ({x: Math.log10(sizes[k]), y: Math.log10(calls), run: k < grown.sizes.length}))
    .filter(({y}) => Number.isFinite(y));
}

/* Powers of ten up to `to`, few enough to be read. */
function powers(from, to) {
  const step = Math.max(1, Math.ceil((to - from) / 8));
  const marks = [];
  for (let power = Math.ceil(from); power <= to; power += step) marks.push(power);
  return marks;
}

class Picture {
  constructor(shell, holder, choose) {
    Object.assign(this, {holder, choose, grown: shell.profile.grown, rows: [], chosen: null});
    this.draw = this.draw.bind(this);
    this.watch = new ResizeObserver(this.draw);
    this.watch.observe(holder);
  }

  show(rows, chosen) {
    Object.assign(this, {chosen, rows: rows.slice(0, LINES)});
    if (chosen && !this.rows.includes(chosen)) this.rows.push(chosen);
    this.draw();
  }

  #place({x, y}) {
    const {left, right, top} = this;
    return {
      x: LEFT + ((x - left) / (right - left)) * (this.width - LEFT - 16),
      y: HEIGHT - BELOW - (y / top) * (HEIGHT - BELOW - 14),
    };
  }

  draw() {
    this.width = this.holder.clientWidth;
    if (!this.width) return;
    const {sizes, largest} = this.grown;
    this.left = Math.log10(sizes[0]);
    this.right = Math.log10(100 * largest);
    this.lines = this.rows.map((row, k) => ({row, k, points: pointsOf(this.grown, row)}));
    this.top = Math.max(1, ...this.lines.flatMap(({points}) => points.map(({y}) => y)));
    const label = `calls of ${several(this.rows.length, 'function')} by size, both in powers of ten`;
    const [made, context] = canvas(this.width, HEIGHT, {role: 'img', 'aria-label': label});
    made.addEventListener('click', event => this.#click(event));
    this.#axes(context);
    for (const line of this.lines) this.#line(context, line);
    this.holder.replaceChildren(made);
  }

  #axes(context) {
    const base = HEIGHT - BELOW;
    const bottom = powers(this.left, this.right).map(power => ({text: powerOfTen(power), at: {x: power, y: 0}}));
    const side = powers(0, this.top).map(power => ({text: powerOfTen(power), at: {x: this.left, y: power}}));
    context.fillStyle = color('line');
    for (const {at} of side) context.fillRect(LEFT, this.#place(at).y, this.width - LEFT - 16, 1);
    for (const {at} of bottom) context.fillRect(this.#place(at).x, 14, 1, base - 14);
    const labels = (marks, shift) => marks.map(({text, at}) => ({text, ...shift(this.#place(at))}));
    axisLabels(
      context,
      labels(side, ({y}) => ({x: LEFT - 8, y})),
      'right',
    );
    axisLabels(
      context,
      labels(bottom, ({x}) => ({x, y: base + 16})),
    );
  }

  #line(context, {row, k, points}) {
    const seen = points.map(point => ({...point, ...this.#place(point)}));
    const stroke = (some, dashes) => {
      context.setLineDash(dashes);
      context.beginPath();
      for (const {x, y} of some) context.lineTo(x, y);
      context.stroke();
    };
    context.strokeStyle = context.fillStyle = rowColor(k);
    context.lineWidth = row === this.chosen ? 4 : 1.5;
    const runs = seen.filter(({run}) => run);
    stroke(runs, []);
    stroke(seen.slice(Math.max(0, runs.length - 1)), [5, 5]);
    context.setLineDash([]);
    for (const {x, y} of runs) context.fillRect(x - 2.5, y - 2.5, 5, 5);
  }

  /* The line that is nearest to a click. */
  #click({offsetX, offsetY}) {
    let best = null;
    let least = NEAR;
    for (const {row, points} of this.lines) {
      const seen = points.map(point => this.#place(point));
      for (let i = 1; i < seen.length; i++) {
        const [a, b] = [seen[i - 1], seen[i]];
        if (offsetX < a.x || offsetX > b.x) continue;
        const y = a.y + ((offsetX - a.x) / (b.x - a.x || 1)) * (b.y - a.y);
        if (Math.abs(y - offsetY) >= least) continue;
        least = Math.abs(y - offsetY);
        best = row;
      }
    }
    if (best) this.choose(best);
  }
}

function make(shell, place) {
  const {search} = shell;
  const {grown} = shell.profile;
  const has = row => search.active && `${row.name}\n${row.file}`.toLowerCase().includes(search.query);
  const begin = grown.functions.filter(({begins}) => begins);
  const rest = grown.functions.length - begin.length;
  const sort = {key: 'hundred', down: true};
  const holder = element('div');
  const says = element('p', {class: 'says', 'aria-live': 'polite'}, 'Click a line to see which function it is.');
  const all = element('input', {type: 'checkbox', onchange: () => update()});
  const values = {
    hundred: row => row.hundred,
    ten: row => row.ten,
    calls: row => row.calls.at(-1),
    name: row => row.name,
  };
  const column = (key, title, width, tip, text) => ({key, title, width, tip, cell: row => text(row)});
  let shown = [];
  const choose = row => {
    says.textContent = `${row.name}: ${row.law}, ${number(row.calls.at(-1))} calls at ${number(grown.largest)}`;
    picture.show(shown, row);
  };
  const table = new Table(place, {
    label: 'functions and how their calls grow',
    nameTitle: 'function',
    columns: [
      {...column('law', 'law', 76, 'by which the calls grow with the size n', row => row.law), fixed: true},
      column('calls', 'calls', 104, 'at the largest size', row => number(row.calls.at(-1))),
      column('ten', '10 times', 120, 'calls at 10 times the largest size', row => number(row.ten)),
      column('hundred', '100 times', 140, 'calls at 100 times the largest size', row => number(row.hundred)),
    ],
    name: row => ({
      text: row.name,
      note: [row.file, row.caller && `called by ${row.caller}`].filter(Boolean).join(', '),
      found: has(row),
    }),
    sort,
    sorted: () => update(),
    choose,
  });
  const picture = new Picture(shell, holder, row => {
    choose(row);
    table.go(shown.indexOf(row));
  });
  function update() {
    const some = search.active ? grown.functions.filter(has) : all.checked || !begin.length ? grown.functions : begin;
    shown = sortBy(some.slice(), values[sort.key], sort.down);
    table.setRows(shown);
    picture.show(shown, null);
    return search.active ? shown.length : 0;
  }
  const label = element(
    'label',
    {class: 'note'},
    all,
    ` also ${several(rest, 'function')} that grow with these, or no`,
    ' faster than the size',
  );
  place.append(
    section(
      begin.length ? 'Faster than the size' : 'No function grows faster than the size',
      `calls over the size, in ${several(grown.sizes.length, 'run')} of ${number(grown.sizes[0])} to ${number(grown.largest)}; dashes: foretold`,
      holder,
      says,
    ),
    section('Functions', 'law of calls, n = size', begin.length && rest ? label : null, table.box),
  );
  return {
    searched: update,
    go: k => table.go(k),
    leave() {
      picture.watch.disconnect();
      table.remove();
    },
  };
}

export const growth = {key: 'growth', title: 'Growth', when: profile => Boolean(profile.grown), make};
