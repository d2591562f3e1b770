/*
 * tree.js - the call tree, and trees of a function's callers and callees. A search shows what it found, with the paths that lead
 * there.
 */
import {FLAG, KIND, placeOf} from '../data/profile.js';
import {div, p, span} from '../dom.js';
import {figuresOf, firstColumn, metricColumns, ranksColumn, shareColumn} from '../parts/columns.js';
import {sortList} from '../parts/rows.js';
import {TreeTable} from '../parts/trees.js';
import {count, percent, several, time} from '../words.js';

const OPEN_SHARE = 0.03; /* paths above that are open at first ... */
const OPEN_ROWS = 40; /* ... as long as there are no more rows than these */

function tagsOf(profile, i) {
  const flags = profile.node.flags[i];
  const left = profile.node.left[i];
  return [
    profile.regionOf(i).kind === KIND.CONTEXT && profile.ranks.ranks.length
      ? `context of ${several(profile.ranks.context_ranks[i], 'rank')}`
      : '',
    flags & FLAG.FOLDED ? 'recursive' : '',
    flags & FLAG.OPEN ? 'open at the end' : '',
    left ? `${several(left, 'smaller path')} not in this page` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function nameOf(profile, search, i) {
  const region = profile.regionOf(i);
  const tags = tagsOf(profile, i);
  return {text: region.name, note: placeOf(region) + (tags ? `  (${tags})` : ''), found: search.has(region.id)};
}

/* The same number for paths whose names and tags take the same room; -1 where that is not known. */
function sizeKey(profile, i) {
  const left = profile.node.left[i];
  if (profile.regionOf(i).kind === KIND.CONTEXT) return -1;
  const digits = left < 2 ? left : 1 + String(left).length;
  return (profile.node.region[i] * 8 + (profile.node.flags[i] & 7)) * 16 + digits;
}

function pathColumns(profile) {
  const {node, ranks, members} = profile;
  const ofNode = (i, key) => node[key][i];
  const figure = figuresOf(profile, 'node', ofNode);
  const overRanks = figuresOf(profile, 'ranks', (i, key) => ranks[key][i]);
  const mark = i => profile.mark(node.marks[i]);
  const share = i => profile.share(profile.pathOf(i));
  const own = i => profile.ownShare(profile.pathOf(i));
  const spread = key => overRanks(key, {mark, tip: `inclusive time over the ${profile.head.members}`});
  const isOver = ranks.ranks.length > 0 && profile.whole && !profile.shape;
  const first = i => (Number.isFinite(node.first[i]) ? node.first[i] % 2 ** 32 : 0);
  return [
    shareColumn('inclusive', share, own, {
      fixed: true,
      tip: 'inclusive share of the 100%; darker: exclusive',
    }),
    figure('inclusive_s', {mark, tip: 'time with the calls below'}),
    figure('exclusive_s', {mark: i => profile.ownMark(node.marks[i]), share: own, tip: 'time without the calls below'}),
    figure('calls', {mark: i => profile.callsMark(node.marks[i]), has: i => i > 0, tip: 'number of calls'}),
    figure('mean_s', {mark, has: i => i && node.calls[i], tip: 'mean inclusive time of one call'}),
    ranksColumn(profile, {times: i => members.sums([i], 'inclusive'), share, mark}),
    ...metricColumns(profile, ofNode),
    isOver && spread('rank_max_s'),
    isOver && !profile.several && overRanks('rank_of_max', {tip: 'the rank with the most inclusive time'}),
    node.first.some(Number.isFinite) && {...firstColumn(first), value: i => node.first[i]},
    ...(isOver ? ['rank_mean_s', 'rank_min_s', 'rank_p50_s', 'rank_p5_s', 'rank_p95_s'].map(spread) : []),
  ].filter(Boolean);
}

/* The hot paths: of all that could be opened always the largest. */
function openHot(profile, open) {
  const {inclusive_s: times} = profile.node;
  let rows = 1;
  const waiting = [0];
  while (waiting.length && rows < OPEN_ROWS) {
    waiting.sort((a, b) => times[b] - times[a]);
    const i = waiting.shift();
    if (i && !(profile.share(profile.pathOf(i)) >= OPEN_SHARE)) continue;
    open.add(i);
    rows += profile.children(i).length;
    waiting.push(...profile.children(i).filter(child => profile.children(child).length));
  }
  return open;
}

/* What a search leaves of the tree: of a path that is kept all above it are, and open. */
function rowsOf(profile, keep) {
  const rows = [];
  for (const i of profile.inOrder()) if (keep[i]) rows.push({item: i, level: profile.depth[i]});
  return rows;
}

/* What was opened and closed by hand, in the address: 12.-3 */
const toRows = byHand => [...byHand].map(([i, open]) => (open ? '' : '-') + i).join('.');
const fromRows = text => new Map(text?.split('.').map(one => [Math.abs(one), !one.startsWith('-')]));

function topDown(shell, scroller) {
  const {profile, search} = shell;
  const columns = pathColumns(profile);
  const sort = {key: 'inclusive_s', down: true};
  const sortable = [...columns.filter(({fixed}) => !fixed), {key: 'name', title: 'name', text: true}];
  const order = () => {
    const {value} = sortable.find(({key}) => key === sort.key);
    profile.sort(value && Float64Array.from({length: profile.count}, (_, i) => value(i)), sort.down);
  };
  const list = sortList(shell, sortable, sort, () => {
    order();
    table.update();
  });
  const table = new TreeTable(
    scroller,
    {
      roots: () => [0],
      children: i => profile.children(i),
      canOpen: i => profile.below.start[i + 1] > profile.below.start[i],
      name: i => nameOf(profile, search, i),
      sizeKey: i => sizeKey(profile, i),
    },
    {
      label: 'call tree',
      nameTitle: 'call path',
      columns,
      sort,
      sorted: list.sorted,
      chosen: path => shell.note({path}),
      choose: i => shell.show('functions', {region: profile.node.region[i]}),
      toggled() {
        clearTimeout(noted);
        if (!search.active) noted = setTimeout(() => shell.note({rows: toRows(table.byHand)}));
      },
    },
  );
  let noted = 0;
  order();
  const hot = openHot(profile, new Set());
  const hits = new Uint32Array(profile.count);
  return {
    table,
    list: list.box,
    chosenRegion: () => profile.node.region[table.table.rows[table.table.active]?.item],
    reveal(i) {
      const above = profile.path(i).slice(0, -1).concat(0);
      for (const up of above) if (!table.byHand.has(up)) table.byHand.set(up, true);
      table.update();
      if (table.place(i) >= 0) table.table.go(table.place(i));
    },
    leave() {
      clearTimeout(noted);
      table.remove();
    },
    prepare() {
      table.table.prepare(rowsOf(profile, search.keep().fill(1)));
    },
    searched() {
      let found = 0;
      if (!search.active) {
        table.show(null, i => hot.has(i));
        table.byHand = fromRows(shell.text('rows'));
      } else {
        const keep = search.keep();
        for (const i of profile.inOrder()) if (keep[i] & 1) hits[found++] = i;
        table.show(
          i => keep[i] > 0,
          i => (keep[i] & 2) > 0,
          () => rowsOf(profile, keep),
        );
      }
      table.update();
      return found;
    },
    go: k => table.table.go(table.place(hits[k])),
  };
}

/* A tree of callers or callees, by inclusive time. */
export function derivedTable(shell, scroller, model, roots, options) {
  const {profile, search} = shell;
  const figure = figuresOf(profile, 'region');
  const share = item => profile.share(item);
  return new TreeTable(
    scroller,
    {
      roots: () => roots,
      children: item => model.children(item),
      canOpen: item => model.children(item).length > 0,
      name: item => ({text: item.region.name, note: placeOf(item.region), found: search.has(item.region.id)}),
    },
    {
      columns: [
        shareColumn('inclusive_s', share, item => Math.min(share(item), item.exclusive_s / profile.total)),
        figure('inclusive_s', {mark: item => profile.mark(item.marks), share}),
        figure('calls', {mark: item => profile.callsMark(item.marks)}),
      ],
      choose: item => shell.show('functions', {region: item.region.id}),
      ...options,
    },
  );
}

function make(shell, place) {
  const {profile} = shell;
  const made = topDown(shell, place);
  const {paths, own} = profile.head.leftOut;
  const left =
    paths &&
    `${count(paths)} small paths are not in this page. Their exclusive time is ${time(own)}, ${percent(own / profile.total)} of the total.`;
  const formula = span('formula', 'inclusive time = exclusive time + time of the calls below');
  place.append(div('tools', made.list, shell.shapers(), formula), left ? p('note', left) : '', made.table.box);
  const path = profile.placed(shell.chosen('path'));
  return {
    ...made,
    searched() {
      const found = made.searched();
      if (!shell.search.active && path >= 0) made.reveal(path);
      return found;
    },
  };
}

export const tree = {key: 'tree', title: 'Tree', byRank: true, shaped: true, when: () => true, make};
