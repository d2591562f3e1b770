/*
 * waiting.js - what is waited for, in the three parts that `waiting` has. Who waits for whom in MPI: all pairs of ranks as a map and as a
 * table, and the lines that make the calls. A pair that is chosen leaves the calls in which its ranks have the most. Where threads wait for
 * each other in OpenMP; and what keeps them from running.
 */
import {canvas, color, dark, element} from '../dom.js';
import {axisLabels} from '../parts/axes.js';
import {heat} from '../parts/cells.js';
import {overParts} from '../parts/hits.js';
import {section} from '../parts/section.js';
import {tipOn} from '../parts/tip.js';
import {count, percent, several, time} from '../words.js';
import {sorted} from './mpi.js';

const WIDEST = 560; /* pixels of the map */
const LARGEST = 36; /* of a cell */
const LEFT = 52;
const TOP = 22;
const LISTED = 1000; /* pairs */
const GROUPS = 1024; /* as the profile tells ranks of larger jobs apart */

/* {rank, late, time} of each pair, the longest first. */
function pairsOf(wait) {
  const pairs = Array.from(wait.time, (took, i) => ({rank: wait.rank[i], late: wait.late[i], time: took}));
  return pairs.sort((a, b) => b.time - a.time);
}

/* How many ranks one of the profile's numbers stands for, and what that is called. */
function ranksOf(profile) {
  const ranks = Number(profile.head.meta.job_ranks) || profile.members.count;
  const size = Math.ceil(ranks / GROUPS) || 1;
  return {size, name: rank => (size > 1 ? `${rank} to ${Math.min(ranks, rank + size) - 1}` : String(rank))};
}

const sentence = (pair, ranks) =>
  `rank ${ranks.name(pair.rank)} waited ${time(pair.time)} for rank ${ranks.name(pair.late)}`;

/* Of pairs that are too many for cells of their own, a cell shows the longest. */
function cellsOf(pairs, ranks, side) {
  const all = 1 + pairs.reduce((most, {rank, late}) => Math.max(most, rank, late), 0) / ranks.size;
  const each = Math.ceil(all / side);
  const width = Math.ceil(all / each);
  const cells = new Map();
  const at = rank => Math.floor(rank / ranks.size / each);
  for (const pair of pairs) {
    const key = at(pair.rank) * width + at(pair.late);
    if (!cells.has(key)) cells.set(key, pair);
  }
  return {cells, width, each: each * ranks.size};
}

const shade = part => `hsl(10 ${dark() ? 70 : 85}% ${dark() ? 14 + 40 * part : 97 - 45 * part}%)`;

function labels(context, width, step, each) {
  const every = Math.ceil(34 / step);
  const at = Array.from({length: Math.ceil(width / every)}, (_, k) => k * every);
  const middle = k => (k + 0.5) * step;
  axisLabels(
    context,
    at.map(k => ({text: String(k * each), x: LEFT - 6, y: TOP + middle(k)})),
    'right',
  );
  axisLabels(
    context,
    at.map(k => ({text: String(k * each), x: LEFT + middle(k), y: TOP - 11})),
  );
}

function waitMap(holder, pairs, ranks, choose) {
  const most = pairs[0].time;
  function draw(room) {
    const {cells, width, each} = cellsOf(pairs, ranks, Math.min(WIDEST, room - LEFT));
    const step = Math.min(LARGEST, Math.min(WIDEST, room - LEFT) / width);
    const label = `who waits for whom, ${several(pairs.length, 'pair')} of ranks`;
    const [made, context] = canvas(LEFT + width * step, TOP + width * step, {role: 'img', 'aria-label': label});
    context.fillStyle = color('soft');
    context.fillRect(LEFT, TOP, width * step, width * step);
    const gap = step > 6 ? 1 : 0;
    for (const [key, pair] of cells) {
      context.fillStyle = shade(Math.sqrt(pair.time / most));
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
  let drawn = 0;
  const watch = new ResizeObserver(() => {
    if (holder.clientWidth === drawn) return;
    drawn = holder.clientWidth;
    if (drawn) draw(drawn);
  });
  watch.observe(holder);
  return watch;
}

function pairTable(shell, place, pairs, ranks, choose) {
  const {search, profile} = shell;
  const name = row => `${ranks.name(row.rank)} waits for ${ranks.name(row.late)}`;
  const found = row => search.active && name(row).includes(search.query);
  const total = pairs.reduce((sum, row) => sum + row.time, 0);
  return sorted(shell, place, pairs.slice(0, LISTED), {
    label: 'who waits for whom',
    nameTitle: 'ranks',
    found,
    name: row => ({text: name(row), found: found(row)}),
    choose,
    columns: [
      {
        key: 'time',
        title: 'waiting',
        width: 84,
        value: row => row.time,
        cell: row => ({text: time(row.time), hot: heat(row.time / profile.total)}),
      },
      {key: 'part', title: 'of waiting', width: 84, value: row => row.time, cell: row => percent(row.time / total)},
    ],
  });
}

const pathOf = (profile, node) =>
  profile
    .path(node)
    .map(at => profile.regionOf(at).name)
    .join(' › ');

/* Of rows {node, time, most, thread, ...}: the columns that all parts for threads have, around their own. */
function threadTable(shell, place, rows, {label, nameTitle, mark, note, columns}) {
  const {search, profile} = shell;
  const found = row => search.active && search.has(profile.node.region[row.node]);
  const took = (key, title) => ({
    key,
    title,
    width: 92,
    value: row => row[key],
    cell: row => ({text: time(row[key], mark), hot: heat(row[key] / profile.total)}),
  });
  return sorted(shell, place, rows, {
    label,
    nameTitle,
    found,
    name: row => ({text: pathOf(profile, row.node), note: note(row), found: found(row)}),
    choose: row => shell.show('tree', {path: row.node}),
    columns: [
      took('time', 'waiting'),
      {key: 'part', title: 'of all', width: 84, value: row => row.time, cell: row => percent(row.time / profile.total)},
      ...columns,
      took('most', 'max'),
      {key: 'thread', title: 'thread', width: 72, value: row => row.thread, cell: row => String(row.thread)},
    ],
  });
}

function teamTable(shell, place) {
  const rows = shell.profile.head.threadWaits.map(([node, took, calls, most, thread]) => ({
    node,
    time: took,
    calls,
    most,
    thread,
  }));
  return threadTable(shell, place, rows, {
    label: 'where threads wait',
    nameTitle: 'where threads wait',
    mark: '',
    note: () => '',
    columns: [{key: 'calls', title: 'calls', width: 84, value: row => row.calls, cell: row => count(row.calls)}],
  });
}

function keptTable(shell, place) {
  const {profile} = shell;
  const rows = profile.head.kept.map(([node, by, looks, took, most, thread, holder]) => ({
    node,
    by,
    looks,
    time: took,
    most,
    thread,
    holder,
  }));
  return threadTable(shell, place, rows, {
    label: 'where threads are kept from running',
    nameTitle: 'where threads are kept from running',
    mark: '~',
    note: row => (row.holder < 0 ? '' : `held in ${pathOf(profile, row.holder)}`),
    columns: [
      {key: 'by', title: 'by', width: 84, value: row => row.by, cell: row => row.by},
      {key: 'looks', title: 'looks', width: 72, value: row => row.looks, cell: row => count(row.looks)},
    ],
  });
}

/* {node, site, ...} of each line that makes calls. */
const sitesOf = profile =>
  profile.head.callSites.map(([node, site, waiting, rank, delay, late]) => ({node, site, waiting, rank, delay, late}));

function siteTable(shell, place, rows, ranks) {
  const {search, profile} = shell;
  const path = row => pathOf(profile, row.node);
  const found = row =>
    search.active && (search.has(profile.node.region[row.node]) || row.site.toLowerCase().includes(search.query));
  const column = (key, title, rank, of) => [
    {
      key,
      title,
      width: 84,
      value: row => row[key],
      cell: row => ({text: time(row[key]), hot: heat(row[key] / profile.total)}),
    },
    {
      key: rank,
      title: of,
      width: 84,
      value: row => row[rank],
      cell: row => (row[key] > 0 ? ranks.name(row[rank]) : ''),
    },
  ];
  return sorted(shell, place, rows, {
    label: 'calls that wait by line',
    nameTitle: 'line and call path',
    found,
    name: row => ({text: row.site, note: path(row), found: found(row)}),
    choose: row => shell.show('tree', {path: row.node}),
    columns: [...column('waiting', 'waiting', 'rank', 'most by'), ...column('delay', 'delay', 'late', 'most for')],
  });
}

function make(shell, place) {
  const {profile} = shell;
  const ranks = ranksOf(profile);
  const pairs = pairsOf(profile.wait);
  const rows = sitesOf(profile);
  const map = element('div', {class: 'picture'});
  const says = element('p', {class: 'says', 'aria-live': 'polite'});
  const parts = [];
  let watch = null;
  let sites = null;
  function choose(pair) {
    const near = pair ? rows.filter(row => row.late === pair.late || row.rank === pair.rank) : rows;
    says.replaceChildren(
      pair
        ? `${sentence(pair, ranks)}. Below are the calls in which one of them has the most. `
        : 'Click a cell or a pair. ',
      pair ? element('button', {class: 'link', onclick: () => choose()}, 'all calls') : '',
    );
    sites?.keep(near);
  }
  if (pairs.length) {
    watch = waitMap(map, pairs, ranks, choose);
    place.append(section('Who waits for whom', 'rows wait for columns; of all calls of MPI', map, says));
  }
  if (rows.length) {
    sites = siteTable(shell, place, rows, ranks);
    parts.push(sites);
    place.append(
      section('Lines that call', 'waiting = for another rank; delay = others waited for this call', sites.table.box),
    );
  }
  if (pairs.length) {
    const table = pairTable(shell, place, pairs, ranks, choose);
    const shown = pairs.length > LISTED ? `the longest ${count(LISTED)} of ` : '';
    parts.push(table);
    place.append(section('Pairs of ranks', shown + several(pairs.length, 'pair'), table.table.box));
    choose();
  }
  if (profile.head.threadWaits.length) {
    const teams = teamTable(shell, place);
    parts.push(teams);
    place.append(section('Threads', 'in OpenMP, for each other', teams.table.box));
  }
  if (profile.head.kept.length) {
    const kept = keptTable(shell, place);
    parts.push(kept);
    place.append(section('Kernel', 'what keeps threads from running, by looks from outside', kept.table.box));
  }
  const hits = overParts(parts);
  return {
    searched: hits.searched,
    go: hits.go,
    leave() {
      watch?.disconnect();
      for (const part of parts) part.table.remove();
    },
  };
}

export const waiting = {
  key: 'waiting',
  title: 'Waiting',
  when: ({several: runs, wait, head}) =>
    !runs && wait.time.length + head.callSites.length + head.threadWaits.length + head.kept.length > 0,
  make,
};
