/*
 * balance.js - unequal work of ranks: the call paths by what is lost, how long ranks wait in MPI or, where that is not known, what they
 * spend there beyond the one with the least, and pictures of functions by ranks.
 */
import {KIND} from '../data/profile.js';
import {element} from '../dom.js';
import {heat} from '../parts/cells.js';
import {overParts} from '../parts/hits.js';
import {section} from '../parts/section.js';
import {Table} from '../parts/table.js';
import {percent, several, time} from '../words.js';
import {sortBy} from './functions.js';
import {boxPlots} from './boxes.js';
import {heatMap} from './heatmap.js';
import {rankBars} from './rankbars.js';
import {stackLevels} from './stacklevels.js';
import {stackRows} from './stackrows.js';
import {timers} from './timers.js';

const lost = (profile, i) => profile.work.max[i] - profile.work.mean[i];

function pathName(profile, search, i) {
  const names = profile.path(i).map(node => profile.regionOf(node).name);
  return {text: names.join(' › '), found: search.has(profile.node.region[i])};
}

function workTable(shell, place, rows) {
  const {profile, search} = shell;
  const {work, node} = profile;
  const mark = i => profile.mark(node.marks[i]);
  const values = {
    lost: i => lost(profile, i),
    ratio: i => (work.mean[i] > 0 ? work.max[i] / work.mean[i] - 1 : 0),
    mean: i => work.mean[i],
    max: i => work.max[i],
    name: i => pathName(profile, search, i).text,
  };
  const sort = {key: 'lost', down: true};
  const table = new Table(place, {
    label: 'unequal work by call path',
    nameTitle: 'call path',
    columns: [
      {
        key: 'lost',
        title: 'lost',
        width: 84,
        tip: 'longest - mean',
        cell: i => ({text: time(lost(profile, i), mark(i)), hot: heat(lost(profile, i) / work.max[0])}),
      },
      {key: 'ratio', title: 'imbalance', width: 84, tip: 'longest / mean - 1', cell: i => percent(values.ratio(i))},
      {key: 'mean', title: 'mean', width: 80, cell: i => time(work.mean[i], mark(i))},
      {key: 'max', title: 'longest', width: 80, cell: i => time(work.max[i], mark(i))},
      {key: 'rank', title: 'on rank', width: 66, fixed: true, cell: i => String(work.rankOfMax[i])},
    ],
    name: i => pathName(profile, search, i),
    sort,
    sorted: () => update(),
    choose: i => shell.show('functions', {region: node.region[i]}),
  });
  let shown = rows;
  function update() {
    shown = search.active ? rows.filter(i => search.has(node.region[i])) : rows.slice();
    table.setRows(sortBy(shown, values[sort.key], sort.down));
    return search.active ? shown.length : 0;
  }
  return {table, update, go: k => table.go(k), count: rows.length};
}

/* What is said of the time in MPI that was not needed: it was waited, or may have been. */
const WAITED = {
  title: 'Waiting in MPI',
  formula: 'waited = time in a call in which another rank had not come yet',
  label: 'time waited in MPI',
  column: 'waited',
  tip: 'all ranks, while another rank had not come yet',
};
const BEYOND = {
  title: 'Excess in MPI',
  formula: 'excess = time in a call - the time that the fastest rank took in it',
  label: 'time in MPI beyond the rank with the least',
  column: 'beyond',
  tip: 'all ranks, beyond the rank that spent least in it',
};

function waitTable(shell, place, rows, words) {
  const {profile, search} = shell;
  const {work, node} = profile;
  const sort = {key: 'waited', down: true};
  const values = {
    waited: i => work.waited[i],
    mean: i => work.mean[i],
    max: i => work.max[i],
    name: i => pathName(profile, search, i).text,
  };
  const table = new Table(place, {
    label: words.label,
    nameTitle: 'call path',
    columns: [
      {
        key: 'waited',
        title: words.column,
        width: 84,
        tip: words.tip,
        cell: i => ({text: time(work.waited[i]), hot: heat(work.waited[i] / profile.total)}),
      },
      {key: 'share', title: 'of total', width: 80, fixed: true, cell: i => percent(work.waited[i] / profile.total)},
      {key: 'mean', title: 'mean', width: 80, cell: i => time(work.mean[i])},
      {key: 'max', title: 'longest', width: 80, cell: i => time(work.max[i])},
    ],
    name: i => pathName(profile, search, i),
    sort,
    sorted: () => update(),
    choose: i => shell.show('functions', {region: node.region[i]}),
  });
  function update() {
    const shown = search.active ? rows.filter(i => search.has(node.region[i])) : rows.slice();
    table.setRows(sortBy(shown, values[sort.key], sort.down));
    return search.active ? shown.length : 0;
  }
  return {table, update, go: k => table.go(k), count: rows.length};
}

const FIRST = [
  ['Ranks', 'work = time outside MPI', rankBars],
  ['Functions by ranks', 'time on a rank / mean over the ranks', heatMap],
];
const THEN = [
  ['Spread', 'least, quartiles and most of the times of the ranks; a dot for the mean', boxPlots],
  ['Timers by ranks', 'time of a function on a rank', timers],
  ['Call stack by rank', 'time of a path on each rank = its own + that of each path below it', stackRows],
  ['Levels by rank', 'a line for each level of calls; width = time on that rank', stackLevels],
];

function make(shell, place) {
  const {profile} = shell;
  const {work, members} = profile;
  const all = Array.from({length: profile.count - 1}, (_, i) => i + 1);
  const isMpi = i => profile.regionOf(i).kind === KIND.MPI;
  const parts = [];
  function draw(pictures) {
    for (const [title, formula, picture] of members.count > 1 ? pictures : []) {
      const holder = element('div');
      place.append(section(title, formula, holder));
      parts.push(picture(shell, holder));
    }
  }
  draw(FIRST);
  const unequal = workTable(
    shell,
    place,
    all.filter(i => !isMpi(i) && !work.repeats[i] && lost(profile, i) > work.noise[i]),
  );
  const words = profile.head.waitingKnown ? WAITED : BEYOND;
  const waits = waitTable(
    shell,
    place,
    all.filter(i => isMpi(i) && work.waited[i] > 0),
    words,
  );
  place.append(
    section(
      'Unequal work',
      `lost = longest - mean, of time outside MPI; ${several(unequal.count, 'path')}`,
      unequal.table.box,
    ),
  );
  if (waits) place.append(section(words.title, `${words.formula}; ${several(waits.count, 'path')}`, waits.table.box));
  draw(THEN);
  parts.push(unequal.table, waits.table);
  const hits = overParts([unequal, waits]);
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
  when: profile => profile.work.max.length > 0 && !profile.several,
  make,
};
