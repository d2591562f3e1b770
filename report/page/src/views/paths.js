/*
 * paths.js - how call paths are shown in tables: their names with what is to be said of them, and their columns.
 */
import {FLAG, KIND} from '../data/profile.js';
import {heat, rankCells, shareBar} from '../parts/cells.js';
import {count, measured, several, time} from '../words.js';

const MATTERS = 0.005; /* of the total: below, nobody asks which rank it was */

/* file:line or the kind; whose macro made it. */
export function placeOf(region) {
  return region.place + (region.origin ? `, made by ${region.origin}` : '');
}

export function tagsOf(profile, i) {
  const flags = profile.node.flags[i];
  const left = profile.node.left[i];
  return [
    profile.regionOf(i).kind === KIND.CONTEXT && profile.ranks
      ? `context of ${several(profile.ranks.context[i], 'rank')}`
      : '',
    flags & FLAG.FOLDED ? 'recursive' : '',
    flags & FLAG.OPEN ? 'open at the end' : '',
    left ? `${several(left, 'smaller path')} not in this page` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export function nameOf(profile, search, i) {
  const region = profile.regionOf(i);
  const tags = tagsOf(profile, i);
  return {text: region.name, note: placeOf(region) + (tags ? `  (${tags})` : ''), found: search.has(region.id)};
}

/* The same number for paths whose names and tags take the same room; -1 where that is not known. */
export function sizeKey(profile, i) {
  const left = profile.node.left[i];
  if (profile.regionOf(i).kind === KIND.CONTEXT) return -1;
  const digits = left < 2 ? left : 1 + String(left).length;
  return (profile.node.region[i] * 8 + (profile.node.flags[i] & 7)) * 16 + digits;
}

/* The order of first calls; `cell` gives the text of a row. */
export const firstColumn = cell => ({
  key: 'first',
  title: 'order',
  choice: 'order of first call',
  width: 58,
  text: true,
  tip: 'the order of first calls on the lowest rank that came there',
  cell,
});

/* What each metric of the profile says with all that is below, and alone; `of` has the value of a row by the column's key. */
export const metricColumns = (profile, of) =>
  profile.head.metrics.flatMap(([key, name, unit], m) =>
    [
      [`metric${m}`, key, `${name}, with all it called`],
      [`ownMetric${m}`, `own ${key}`, `${name}, without what it called`],
    ].map(([column, title, tip]) => ({
      key: column,
      title,
      tip,
      width: 30 + 7 * title.length,
      cell: row => measured(of(row, column), unit),
    })),
  );

export function pathColumns(profile) {
  const {node, ranks, members} = profile;
  const many = members.count > 1;
  const own = i => ({text: time(node.exclusive[i], profile.ownMark(node.marks[i])), hot: heat(profile.ownShare(i))});
  const perCall = i => (i && node.calls[i] ? time(node.inclusive[i] / node.calls[i], profile.mark(node.marks[i])) : '');
  return [
    {
      key: 'inclusive',
      title: 'total',
      choice: 'inclusive time',
      width: 92,
      tip: 'inclusive time, of the time of all measured threads; darker: its own part',
      cell: i => shareBar(profile.share(i), profile.ownShare(i)),
    },
    {
      key: 'time',
      title: 'inclusive',
      width: 84,
      tip: many ? `with all it called, summed over the ${profile.head.members}` : 'with all it called',
      fixed: true,
      cell: i => time(node.inclusive[i], profile.mark(node.marks[i])),
    },
    {
      key: 'exclusive',
      title: 'own',
      choice: 'own time',
      width: 80,
      tip: 'exclusive time: without what it called',
      cell: own,
    },
    {
      key: 'calls',
      title: 'calls',
      width: 92,
      tip: 'how often it was called',
      cell: i => (i ? profile.callsOf(node.calls[i], node.marks[i]) : ''),
    },
    {
      key: 'perCall',
      title: 'per call',
      width: 80,
      tip: 'inclusive time of one call, in the mean',
      fixed: true,
      cell: perCall,
    },
    ...metricColumns(profile, (i, key) => node[key][i]),
    many && {
      key: 'cells',
      title: `by ${profile.head.member}`,
      width: 116,
      tip: `inclusive time of each ${profile.head.member}, of the largest`,
      fixed: true,
      cell: i =>
        rankCells(members.sums([i], 'inclusive'), member => members.name(member), {
          matters: profile.share(i) >= MATTERS,
          mark: profile.mark(node.marks[i]),
        }),
    },
    ranks?.max.length && {
      key: 'rankMax',
      title: 'longest',
      width: 80,
      tip: `largest inclusive time of one ${profile.head.member}`,
      cell: i => time(ranks.max[i], profile.mark(node.marks[i])),
    },
    node.first.some(Number.isFinite) &&
      firstColumn(i => (Number.isFinite(node.first[i]) ? count(node.first[i] % 2 ** 32) : '')),
    ranks?.max.length &&
      !profile.several && {
        key: 'rankOfMax',
        title: 'on rank',
        width: 66,
        tip: 'the rank that took longest',
        fixed: true,
        cell: i => String(ranks.rankOfMax[i]),
      },
  ].filter(Boolean);
}
