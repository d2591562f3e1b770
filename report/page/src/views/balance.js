/*
 * balance.js - unequal work of ranks: the call paths by what is lost, how long ranks wait in MPI or, where that is not known, what they
 * spend there beyond the one with the least, and pictures of functions by ranks.
 */
import {KIND, mean} from '../data/profile.js';
import {div, p} from '../dom.js';
import {section} from '../parts/blocks.js';
import {figuresOf} from '../parts/columns.js';
import {overParts} from '../parts/hits.js';
import {sortedTable} from '../parts/rows.js';
import {percent, several, time} from '../words.js';
import {flameOf} from './flame.js';
import {heatMap} from './heatmap.js';
import {rankBars} from './rankbars.js';
import {rankLines} from './ranklines.js';

const LEVELS = 5; /* of the call stack, below the first */
const DRAWN = 16; /* ranks of which it is drawn, of more */

/* A table of call paths; of a rank that is chosen it has a column of its own, of `what`. */
function pathTable(shell, place, rows, what, {columns, ...options}) {
  const {profile, search, member} = shell;
  const {members} = profile;
  const value = i => members.sums([i], what)[member];
  const ofMember = member !== null && {
    ...{key: 'member', title: members.name(member), width: 84, tip: `time of the chosen ${profile.head.member}`},
    ...{value, cell: i => time(value(i), profile.estimateMark(profile.node.marks[i]))},
  };
  return sortedTable(shell, place, rows, {
    nameTitle: 'call path',
    found: i => search.has(profile.node.region[i]),
    name: i => ({text: profile.pathName(i)}),
    choose: i => shell.show('functions', {region: profile.node.region[i]}),
    ...options,
    columns: [columns[0], ofMember, ...columns.slice(1)],
  });
}

/* The work in a path on all ranks, in place of what the page has of all threads. */
function workOfThread({members}, i) {
  const times = members.sums([i], 'work');
  const [middle, most] = [mean(times), Math.max(...times)];
  const of = {rank_mean_s: middle, rank_max_s: most, lost_s: most - middle, imbalance: most / middle - 1};
  return {...of, rank_of_max: members.list[times.indexOf(most)].number};
}

function workTable(shell, place, rows) {
  const {balance, node, thread} = shell.profile;
  const own = thread === null ? null : new Map(rows.map(i => [i, workOfThread(shell.profile, i)]));
  const figure = figuresOf(shell.profile, 'balance', (i, key) => own?.get(i)[key] ?? balance[key][i]);
  const mark = i => shell.profile.mark(node.marks[i]);
  return pathTable(shell, place, rows, 'work', {
    label: 'unequal work by call path',
    empty: 'All ranks work equally long in each call path.',
    columns: [
      figure('lost_s', {mark, share: i => balance.lost_s[i] / balance.rank_max_s[0], tip: 'max - mean'}),
      figure('imbalance', {tip: 'max / mean - 1'}),
      figure('rank_mean_s', {mark}),
      figure('rank_max_s', {mark}),
      figure('rank_of_max', {fixed: true}),
    ],
  });
}

/* What is said of the time in MPI that was not needed: it was waited, or may have been. */
const WAITED = {
  title: 'Waiting in MPI',
  formula: 'waiting = time in a call while another rank was late',
  label: 'time waited in MPI',
  column: 'waiting',
  tip: 'sum over all ranks, while another rank was late',
  keys: ['rank_waiting_max_s', 'rank_of_waiting_max'],
};
const BEYOND = {
  title: 'Excess in MPI',
  formula: 'excess = time in a call - time of the fastest rank in it; mean, max = time of a rank',
  label: 'time in MPI beyond the rank with the least',
  column: 'excess',
  tip: 'sum over all ranks, above the time of the fastest rank',
  keys: ['rank_mean_s', 'rank_max_s'],
};

function waitTable(shell, place, rows, {label, column, tip, keys}) {
  const {profile} = shell;
  const {balance} = profile;
  const figure = figuresOf(profile, 'balance', (i, key) => balance[key][i]);
  const share = i => balance.waiting_s[i] / profile.total;
  return pathTable(shell, place, rows, 'exclusive', {
    label,
    empty: 'No MPI call waited.',
    columns: [
      figure('waiting_s', {title: column, tip, share}),
      {key: 'share', title: 'of all', width: 80, fixed: true, cell: i => percent(share(i))},
      ...keys.map(key => figure(key)),
    ],
  });
}

/* The levels of the call stack on each rank, in one scale: it needs no trace. A click goes into one, on that rank. */
function stackLevels(shell, holder) {
  const {members} = shell.profile;
  const most = Math.max(...members.sums([0], 'inclusive'));
  const graphs = members.list.flatMap(({number: rank}, member) => {
    if (member % Math.ceil(members.count / DRAWN)) return [];
    const weight = members.figures(member, shell.thread).inclusive_s;
    const place = div('level');
    place.style.width = `${(100 * weight[0]) / most}%`;
    holder.append(p('note', members.name(member)), place);
    const describe = i => `${shell.profile.regionOf(i).name} on ${members.name(member)}: ${time(weight[i])}`;
    const choose = path => shell.show('flame', {path, rank});
    const label = `levels of calls on ${members.name(member)}`;
    return flameOf(shell, place, {weight, levels: LEVELS, label, describe, choose, waits: null});
  });
  return {searched: () => graphs.forEach(graph => graph.draw()), remove: () => graphs.forEach(graph => graph.remove())};
}

function make(shell, place) {
  const {profile} = shell;
  const {balance, members} = profile;
  const all = Array.from(profile.inOrder().slice(1)).sort((a, b) => a - b);
  const isMpi = i => profile.regionOf(i).kind === KIND.MPI;
  const parts = [];
  function draw(title, formula, picture) {
    if (members.count < 2) return;
    const holder = div();
    place.append(section(title, formula, holder));
    parts.push(picture(shell, holder));
  }
  draw('Ranks', 'work = time outside MPI', rankBars);
  draw('Functions by ranks', 'time on a rank / mean over the ranks', heatMap);
  const uneven = all.filter(i => !isMpi(i) && !balance.repeats[i] && balance.lost_s[i] > balance.noise[i]);
  const waited = all.filter(i => isMpi(i) && balance.waiting_s[i] > 0);
  const words = profile.head.waitingKnown ? WAITED : BEYOND;
  const ofAll = shell.thread !== null && p('note', 'Waiting in MPI is measured by rank: this table has all threads.');
  const tables = [workTable(shell, place, uneven), waitTable(shell, place, waited, words)];
  place.append(
    section('Unequal work', `lost = max - mean, of time outside MPI; ${several(uneven.length, 'path')}`, tables[0].box),
    section(words.title, `${words.formula}; ${several(waited.length, 'path')}`, ofAll, tables[1].box),
  );
  draw('Lines', 'time of a function on a rank', rankLines);
  draw('Levels by rank', 'a row for each level of calls; width = time on that rank', stackLevels);
  parts.push(...tables);
  const hits = overParts(tables);
  return {
    searched() {
      for (const part of parts) part.searched?.();
      return hits.searched();
    },
    go: hits.go,
    leave() {
      for (const part of parts) part.remove();
    },
  };
}

export const balance = {
  key: 'balance',
  title: 'Balance',
  beside: true,
  byThread: true,
  when: profile => profile.balance.rank_max_s.length > 0 && !profile.several,
  make,
};
