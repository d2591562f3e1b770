/*
 * waiting.js - what is waited for, in the three parts that `waiting` has. Who waits for whom in MPI: all pairs of ranks as a map and as a
 * table, and the lines that make the calls. A pair that is chosen leaves the calls in which its ranks have the most. Where threads wait for
 * each other in OpenMP; and what keeps them from running.
 */
import {entriesOf} from '../data/profile.js';
import {canvas, color, dark, div, drawnIn, element, p} from '../dom.js';
import {axisLabels} from '../parts/axes.js';
import {section} from '../parts/blocks.js';
import {figuresOf, rankCells} from '../parts/columns.js';
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
      ...(shell.whose() ? [] : [took('thread_waiting_max_s'), figure('thread_of_waiting_max')]),
    ],
  });

/* Where threads wait in OpenMP: of a rank or thread that is chosen its own time. */
function teamsOf({profile, member, thread}) {
  const rows = entriesOf(profile.columns.threadWait, () => null).filter(({node}) => node !== NOWHERE);
  if (member === null && thread === null) return rows;
  const {exclusive_s, calls} = profile.members.figures(member, thread);
  const own = rows.map(row => ({...row, thread_waiting_s: exclusive_s[row.node], calls: calls[row.node]}));
  return own.filter(row => row.calls > 0 || row.thread_waiting_s > 0);
}

const keptTable = (shell, place, rows) =>
  pathTable(shell, place, 'kept', rows, {
    label: 'where threads were not running',
    nameTitle: 'threads were not running in',
    mark: '~',
    name: row => ({
      text: shell.profile.pathName(row.node),
      note: row.holder === NOWHERE ? '' : `held in ${shell.profile.pathName(row.holder)}`,
    }),
    columns: (figure, took) => [
      took('waiting_s'),
      shareOf('waiting_s', 'of all', shell.profile.total),
      {key: 'by', title: 'reason', width: 84, text: true, value: row => row.by, cell: row => row.by},
      figure('looks'),
      took('thread_waiting_max_s'),
      figure('thread_of_waiting_max'),
    ],
  });

/* A column of a time that was derived here. */
const timeOf = (key, title, tip, cell = row => time(row[key])) => ({
  ...{key, title, tip, width: 84, value: row => row[key]},
  cell,
});

/* Which paths late ranks were in meanwhile, as the metric of the profile has it: none where that is not in the page. */
function causesOf({head, node, balance}) {
  const at = key => head.metrics.findIndex(([one]) => one === key);
  const own = node[`ownMetric${at('cause')}`] || [];
  const waited = node[`metric${at('waiting')}`]?.[0];
  return Array.from(own, (ns, i) => ({node: i, cause: ns * 1000, part: (ns || 0) / waited}))
    .filter(({cause}) => cause > 0)
    .map(row => ({...row, rank: balance.rank_of_cause_max[row.node], most: balance.rank_cause_max_s[row.node]}))
    .sort((a, b) => b.cause - a.cause);
}

const causeTable = (shell, place, rows) =>
  pathTable(shell, place, 'site', rows, {
    label: 'late ranks were in',
    nameTitle: 'late ranks were in',
    columns: () => [
      timeOf('cause', 'cause', 'waiting of others meanwhile'),
      timeOf('part', 'of waiting', 'of all waiting', row => percent(row.part)),
    ],
  });

/* The ranks that others waited for, with the path that was the cause most, as `waiting --by=cause` has them. Pairs: the longest first. */
function lateRanks(pairs, causes) {
  const late = new Map();
  for (const {rank, late_rank, waiting_s} of pairs) {
    if (!late.has(late_rank)) late.set(late_rank, {late_rank, delay: 0, waits: 0, rank, most: waiting_s, cause: 0});
    const one = late.get(late_rank);
    one.delay += waiting_s;
    one.waits++;
  }
  for (const {node, cause, rank, most} of causes) {
    const one = late.get(rank);
    if (one && Math.min(most, cause) > one.cause) Object.assign(one, {node, cause: Math.min(most, cause)});
  }
  return [...late.values()];
}

function lateTable(shell, place, rows, ranks) {
  const {profile, search} = shell;
  const name = row => `rank ${ranks.name(row.late_rank)}`;
  const path = row => (row.cause ? profile.pathName(row.node) : '');
  return sortedTable(shell, place, rows, {
    label: 'late ranks',
    nameTitle: 'late rank and its path meanwhile',
    found: row => search.finds(`${name(row)}\n${path(row)}`),
    name: row => ({text: name(row), note: path(row)}),
    choose: row => row.cause && shell.show('tree', {path: row.node, rank: row.late_rank}),
    columns: [
      timeOf('delay', 'delay', 'time that others waited for it'),
      timeOf('cause', 'cause', 'the part of it while the late rank was in this path'),
      timeOf('waits', 'ranks', 'number of ranks that waited for it', row => count(row.waits)),
      timeOf('most', 'longest', 'time of the rank that waited longest'),
      timeOf('rank', 'rank', 'the rank that waited longest', row => ranks.name(row.rank)),
    ],
  });
}

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

/* A bar for each thread, and the one that works least in words. */
function threadWork({profile: {members}, member}) {
  const work = members.workOfThreads(member);
  const [least, most] = [Math.min(...work), Math.max(...work)];
  const name = at => `thread ${members.threads[at]}`;
  return [
    rankCells(work, name, {width: 300, height: 64, line: true}),
    p(
      'note',
      `${name(work.indexOf(least))} works least: ${time(least)}; ${name(work.indexOf(most))} most: ${time(most)}`,
    ),
  ];
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
  const all = entriesOf(columns.wait, () => null).sort((a, b) => b.waiting_s - a.waiting_s);
  const pairs = all.filter(({rank, late_rank}) => has(1, rank) || has(1, late_rank));
  const rows = inPage(columns.site, id => ({site: head.sites[id][0]})).filter(
    row => has(row.waiting_s, row.rank_of_waiting_max) || has(row.delay_s, row.rank_of_delay_max),
  );
  const causes = causesOf(profile);
  const isOf = new Set(pairs.map(pair => pair.late_rank));
  const late = lateRanks(all, causes).filter(row => isOf.has(row.late_rank));
  const teams = teamsOf(shell);
  const kept = inPage(columns.kept, id => ({by: head.keptBy[id][0]}));
  const whose = shell.whose();
  if (shell.thread !== null && all.length)
    place.append(p('note', 'Waiting in MPI is measured by rank: these tables have all threads.'));
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
        ? `${sentence(pair, ranks)}. The calls below are those in which one of them has the most. `
        : 'Click a cell or a pair. ',
      pair ? element('button', {class: 'link', onclick: () => choose()}, 'all calls') : '',
    );
    sites?.keep(near);
  }
  if (pairs.length) {
    unwatch = waitMap(map, pairs, ranks, choose);
    place.append(section('Who waits for whom', `rows wait for columns, in all MPI calls${only}`, map, says));
  }
  const add = (table, title, formula) => {
    parts.push(table);
    place.append(section(title, formula, table.box));
    return table;
  };
  if (rows.length)
    sites = add(
      siteTable(shell, place, rows, ranks),
      'Call sites',
      `waiting = time that this line waits; delay = time that others wait for it${only && `${only}, where it has the most`}`,
    );
  if (late.length)
    add(
      lateTable(shell, place, late, ranks),
      'Late ranks',
      `delay = time that others waited for it${only && `${only} and those it waits for`}`,
    );
  if (causes.length && number === null)
    add(
      causeTable(shell, place, causes),
      'Causes',
      'cause = time that others waited while the late rank was in this path',
    );
  if (pairs.length) {
    const shown = pairs.length > LISTED ? `the longest ${count(LISTED)} of ` : '';
    add(pairTable(shell, place, pairs, ranks, choose), 'Pairs of ranks', shown + several(pairs.length, 'pair'));
    choose();
  }
  if (profile.members.threads.length > 1) {
    const formula = `work = time outside MPI and OpenMP waits; line = mean${only}`;
    place.append(section('Work of threads', formula, threadWork(shell)));
  }
  if (teams.length)
    add(
      teamTable(shell, place, teams),
      'Threads',
      `time that threads wait for each other in OpenMP${whose && `; of ${whose}`}`,
    );
  if (kept.length) {
    const ofAll = whose && '; of all ranks and threads, as samples are kept by call path';
    add(keptTable(shell, place, kept), 'Kernel', `why threads were not running, from samples${ofAll}`);
  }
  if (!parts.length) place.append(p('note', `No waiting${whose && ` of ${whose}`} is known.`));
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
  beside: true,
  when: ({several: runs, members: {threads}, columns: {wait, site, threadWait, kept}}) =>
    !runs &&
    (threads.length > 1 || wait.rank.length + site.node.length + threadWait.node.length + kept.node.length > 0),
  make,
};
