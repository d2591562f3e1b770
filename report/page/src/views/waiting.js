/*
 * waiting.js - what is waited for, in the three parts that `waiting` has. Who waits for whom in MPI: all pairs of ranks as a map and as a
 * table, and the lines that make the calls. A pair that is chosen leaves the calls in which its ranks have the most. Where threads wait for
 * each other in OpenMP; and what keeps them from running.
 */
import {entriesOf} from '../data/profile.js';
import {canvas, color, dark, div, drawnIn, element} from '../dom.js';
import {axisLabels} from '../parts/axes.js';
import {section} from '../parts/blocks.js';
import {figuresOf} from '../parts/columns.js';
import {overParts} from '../parts/hits.js';
import {sortedTable} from '../parts/rows.js';
import {tipOn} from '../parts/tip.js';
import {count, percent, several, time} from '../words.js';

const WIDEST = 560; /* pixels of the map */
const LARGEST = 36; /* of a cell */
const LEFT = 52;
const TOP = 22;
const LISTED = 1000; /* pairs */
const GROUPS = 1024; /* as the profile tells ranks of larger jobs apart */

const NOWHERE = 2 ** 32 - 1; /* of a path that is not in this page */

/* How many ranks one of the profile's numbers stands for, and what that is called. */
function ranksOf(profile) {
  const ranks = Number(profile.head.meta.job_ranks) || profile.members.count;
  const size = Math.ceil(ranks / GROUPS) || 1;
  return {size, name: rank => (size > 1 ? `${rank} to ${Math.min(ranks, rank + size) - 1}` : String(rank))};
}

const sentence = (pair, ranks) =>
  `rank ${ranks.name(pair.rank)} waited ${time(pair.waiting_s)} for rank ${ranks.name(pair.late_rank)}`;

/* How long each rank waited for others. */
export function waitedBy({columns: {wait}, members}) {
  const places = new Map(members.list.map(({number}, place) => [number, place]));
  const sums = new Float64Array(members.list.length);
  wait.rank.forEach((rank, i) => (sums[places.get(rank)] += wait.waiting_s[i]));
  return sums;
}

/* The longest waits for a rank, or for any (-1), in words. */
export function waitsOf(profile, late) {
  const pairs = entriesOf(profile.columns.wait, () => null).filter(pair => late < 0 || pair.late_rank === late);
  const ranks = ranksOf(profile);
  return pairs.sort((a, b) => b.waiting_s - a.waiting_s).map(pair => sentence(pair, ranks));
}

/* Of pairs that are too many for cells of their own, a cell shows the longest. */
function cellsOf(pairs, ranks, side) {
  const all = 1 + pairs.reduce((most, {rank, late_rank}) => Math.max(most, rank, late_rank), 0) / ranks.size;
  const each = Math.ceil(all / side);
  const width = Math.ceil(all / each);
  const cells = new Map();
  const at = rank => Math.floor(rank / ranks.size / each);
  for (const pair of pairs) {
    const key = at(pair.rank) * width + at(pair.late_rank);
    if (!cells.has(key)) cells.set(key, pair);
  }
  return {cells, width, each: each * ranks.size};
}

const shade = part => `hsl(10 ${dark() ? 70 : 85}% ${dark() ? 14 + 40 * part : 97 - 45 * part}%)`;

function labels(context, width, step, each) {
  const at = Array.from({length: width}, (_, k) => ({text: String(k * each), middle: (k + 0.5) * step}));
  const left = at.map(({text, middle}) => ({text, x: LEFT - 6, y: TOP + middle}));
  const above = at.map(({text, middle}) => ({text, x: LEFT + middle, y: TOP - 11}));
  axisLabels(context, left, 'right');
  axisLabels(context, above);
}

function waitMap(holder, pairs, ranks, choose) {
  const most = pairs[0].waiting_s;
  function draw(room) {
    const {cells, width, each} = cellsOf(pairs, ranks, Math.min(WIDEST, room - LEFT));
    const step = Math.min(LARGEST, Math.min(WIDEST, room - LEFT) / width);
    const label = `who waits for whom, ${several(pairs.length, 'pair')} of ranks`;
    const [made, context] = canvas(LEFT + width * step, TOP + width * step, {role: 'img', 'aria-label': label});
    context.fillStyle = color('soft');
    context.fillRect(LEFT, TOP, width * step, width * step);
    const gap = step > 6 ? 1 : 0;
    for (const [key, pair] of cells) {
      context.fillStyle = shade(Math.sqrt(pair.waiting_s / most));
      context.fillRect(LEFT + (key % width) * step, TOP + Math.floor(key / width) * step, step - gap, step - gap);
    }
    labels(context, width, step, each);
    const pairAt = ({offsetX, offsetY}) => {
      const column = Math.floor((offsetX - LEFT) / step);
      const row = Math.floor((offsetY - TOP) / step);
      return column >= 0 && column < width ? cells.get(row * width + column) : undefined;
    };
    made.addEventListener('click', event => choose(pairAt(event)));
    holder.replaceChildren(tipOn(made, event => (pairAt(event) ? sentence(pairAt(event), ranks) : '')));
  }
  return drawnIn(holder, draw);
}

/* A column with the share of a time. */
const shareOf = (key, title, total) => ({
  ...{key: `${key}_share`, title, width: 84, value: row => row[key]},
  cell: row => percent(row[key] / total),
});

function pairTable(shell, place, pairs, ranks, choose) {
  const {search, profile} = shell;
  const name = row => `${ranks.name(row.rank)} waits for ${ranks.name(row.late_rank)}`;
  const figure = figuresOf(profile, 'wait');
  const total = pairs.reduce((sum, row) => sum + row.waiting_s, 0);
  return sortedTable(shell, place, pairs.slice(0, LISTED), {
    label: 'who waits for whom',
    nameTitle: 'ranks',
    found: row => search.finds(name(row)),
    name: row => ({text: name(row)}),
    atOnce: true,
    choose,
    columns: [
      figure('waiting_s', {share: row => row.waiting_s / profile.total}),
      shareOf('waiting_s', 'of waiting', total),
    ],
  });
}

/* Rows {node, ...} of a set, as tables of `waiting` have them; columns(figure, took): took(key) is a time. */
function pathTable(shell, place, set, rows, {mark = '', columns, ...options}) {
  const {search, profile} = shell;
  const figure = figuresOf(profile, set);
  const took = key => figure(key, {mark: () => mark, share: row => row[key] / profile.total});
  return sortedTable(shell, place, rows, {
    found: row => search.has(profile.node.region[row.node]),
    name: row => ({text: profile.pathName(row.node)}),
    choose: row => shell.show('tree', {path: row.node}),
    ...options,
    columns: columns(figure, took),
  });
}

const teamTable = (shell, place, rows) =>
  pathTable(shell, place, 'threadWait', rows, {
    label: 'where threads wait',
    nameTitle: 'where threads wait',
    columns: (figure, took) => [
      took('thread_waiting_s'),
      shareOf('thread_waiting_s', 'of all', shell.profile.total),
      figure('calls'),
      took('thread_waiting_max_s'),
      figure('thread_of_waiting_max'),
    ],
  });

const keptTable = (shell, place, rows) =>
  pathTable(shell, place, 'kept', rows, {
    label: 'where threads are kept from running',
    nameTitle: 'where threads are kept from running',
    mark: '~',
    name: row => ({
      text: shell.profile.pathName(row.node),
      note: row.holder === NOWHERE ? '' : `held in ${shell.profile.pathName(row.holder)}`,
    }),
    columns: (figure, took) => [
      took('waiting_s'),
      shareOf('waiting_s', 'of all', shell.profile.total),
      {key: 'by', title: 'by', width: 84, text: true, value: row => row.by, cell: row => row.by},
      figure('looks'),
      took('thread_waiting_max_s'),
      figure('thread_of_waiting_max'),
    ],
  });

/* What late ranks did meanwhile, as the metric of the profile has it: none where that is not in the page. */
function causesOf({head, node}) {
  const at = key => head.metrics.findIndex(([one]) => one === key);
  const own = node[`ownMetric${at('cause')}`] || [];
  const waited = node[`metric${at('waiting')}`]?.[0];
  return Array.from(own, (ns, i) => ({node: i, cause: ns * 1000, part: (ns || 0) / waited}))
    .filter(({cause}) => cause > 0)
    .sort((a, b) => b.cause - a.cause);
}

const causeTable = (shell, place, rows) =>
  pathTable(shell, place, 'site', rows, {
    label: 'what late ranks did meanwhile',
    nameTitle: 'what late ranks did meanwhile',
    columns: () => [
      {key: 'cause', title: 'cause', width: 84, value: row => row.cause, cell: row => time(row.cause)},
      {key: 'part', title: 'of waiting', width: 84, value: row => row.part, cell: row => percent(row.part)},
    ],
  });

function siteTable(shell, place, rows, ranks) {
  const {search, profile} = shell;
  return pathTable(shell, place, 'site', rows, {
    label: 'calls that wait by line',
    nameTitle: 'line and call path',
    found: row => search.has(profile.node.region[row.node]) || search.finds(row.site),
    name: row => ({text: row.site, note: profile.pathName(row.node)}),
    columns(figure, took) {
      const rank = (key, time_) => ({...figure(key), cell: row => (row[time_] > 0 ? ranks.name(row[key]) : '')});
      return [
        took('waiting_s'),
        rank('rank_of_waiting_max', 'waiting_s'),
        took('delay_s'),
        {...rank('rank_of_delay_max', 'delay_s'), tip: 'the rank that was waited for most'},
      ];
    },
  });
}

function make(shell, place) {
  const {profile} = shell;
  const {columns, head} = profile;
  const ranks = ranksOf(profile);
  const inPage = (set, more) => entriesOf(set, more).filter(({node}) => node !== NOWHERE);
  /* Of a rank that is chosen what it has part in. */
  const number = shell.member === null ? null : profile.members.list[shell.member].number;
  const only = number === null ? '' : `; of rank ${number}`;
  const has = (time_, rank) => number === null || (time_ > 0 && rank <= number && number < rank + ranks.size);
  const pairs = entriesOf(columns.wait, () => null)
    .filter(({rank, late_rank}) => has(1, rank) || has(1, late_rank))
    .sort((a, b) => b.waiting_s - a.waiting_s);
  const rows = inPage(columns.site, id => ({site: head.sites[id][0]})).filter(
    row => has(row.waiting_s, row.rank_of_waiting_max) || has(row.delay_s, row.rank_of_delay_max),
  );
  const teams = inPage(columns.threadWait, () => null);
  const kept = inPage(columns.kept, id => ({by: head.keptBy[id][0]}));
  const map = div('picture');
  const says = element('p', {class: 'says', 'aria-live': 'polite'});
  const parts = [];
  let unwatch = null;
  let sites = null;
  function choose(pair) {
    const near = pair
      ? rows.filter(row => row.rank_of_delay_max === pair.late_rank || row.rank_of_waiting_max === pair.rank)
      : rows;
    says.replaceChildren(
      pair
        ? `${sentence(pair, ranks)}. Below are the calls in which one of them has the most. `
        : 'Click a cell or a pair. ',
      pair ? element('button', {class: 'link', onclick: () => choose()}, 'all calls') : '',
    );
    sites?.keep(near);
  }
  if (pairs.length) {
    unwatch = waitMap(map, pairs, ranks, choose);
    place.append(section('Who waits for whom', `rows wait for columns; of all calls of MPI${only}`, map, says));
  }
  const add = (table, title, formula) => {
    parts.push(table);
    place.append(section(title, formula, table.box));
    return table;
  };
  if (rows.length)
    sites = add(
      siteTable(shell, place, rows, ranks),
      'Lines that call',
      `waiting = for another rank; delay = others waited for this call${only && `${only}, where it has the most`}`,
    );
  const causes = causesOf(profile).slice(0, LISTED);
  if (causes.length)
    add(causeTable(shell, place, causes), 'Causes', 'cause = waiting of others while the late rank was in this path');
  if (pairs.length) {
    const shown = pairs.length > LISTED ? `the longest ${count(LISTED)} of ` : '';
    add(pairTable(shell, place, pairs, ranks, choose), 'Pairs of ranks', shown + several(pairs.length, 'pair'));
    choose();
  }
  if (teams.length) add(teamTable(shell, place, teams), 'Threads', 'in OpenMP, for each other');
  if (kept.length)
    add(keptTable(shell, place, kept), 'Kernel', 'what keeps threads from running, by looks from outside');
  const hits = overParts(parts);
  return {
    searched: hits.searched,
    go: hits.go,
    leave() {
      unwatch?.();
      for (const part of parts) part.remove();
    },
  };
}

export const waiting = {
  key: 'waiting',
  title: 'Waiting',
  beside: ({columns}) => columns.wait.rank.length > 0,
  when: ({several: runs, columns: {wait, site, threadWait, kept}}) =>
    !runs && wait.rank.length + site.node.length + threadWait.node.length + kept.node.length > 0,
  make,
};
