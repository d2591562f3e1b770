/*
 * tree.js - the call tree, from the top down or from the bottom up. A search shows what it found, with the paths that lead
 * there.
 */
import {BottomUp} from '../data/derived.js';
import {MARK} from '../data/profile.js';
import {element} from '../dom.js';
import {heat, shareBar} from '../parts/cells.js';
import {sortChoice} from '../parts/choose.js';
import {TreeTable} from '../parts/trees.js';
import {count, percent, time} from '../words.js';
import {nameOf, pathColumns, placeOf, sizeKey} from './paths.js';

const OPEN_SHARE = 0.04; /* paths above that are open at first ... */
const OPEN_ROWS = 40; /* ... as long as there are no more rows than these */

/* The hot paths: of all that could be opened always the largest. */
function openHot(profile, open) {
  let rows = 1;
  const waiting = [0];
  while (waiting.length && rows < OPEN_ROWS) {
    waiting.sort((a, b) => profile.node.inclusive[b] - profile.node.inclusive[a]);
    const i = waiting.shift();
    if (i && !(profile.share(i) >= OPEN_SHARE)) continue;
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

function topDown(shell, scroller) {
  const {profile, search} = shell;
  const columns = pathColumns(profile);
  const sort = {key: 'inclusive', down: true};
  const apply = () => {
    profile.sort(sort.key, sort.down);
    table.update();
  };
  const sortable = [...columns.filter(({fixed}) => !fixed), {key: 'name', title: 'name', text: true}];
  const sorting = sortChoice(sortable, sort, apply);
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
      sorted: () => {
        sorting.show();
        apply();
      },
      choose: i => shell.show('functions', {region: profile.node.region[i]}),
    },
  );
  profile.sort('inclusive');
  const hot = openHot(profile, new Set());
  const hits = new Uint32Array(profile.count);
  return {
    table,
    sorting,
    reveal(i) {
      for (const up of profile.path(i).slice(0, -1).concat(0)) table.byHand.set(up, true);
      table.update();
      table.table.go(table.place(i));
    },
    prepare() {
      table.table.prepare(rowsOf(profile, search.keep().fill(1)));
    },
    searched() {
      let found = 0;
      if (!search.active) {
        table.show(null, i => hot.has(i));
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

/* The columns of trees that are derived: whose time is what is divided. */
export function derivedColumns(profile, what) {
  const own = what === 'exclusive';
  const part = item => (item.marks & (own ? MARK.OWN_UNSEEN : MARK.UNSEEN) ? NaN : item[what] / profile.total);
  return [
    {
      key: what,
      title: 'total',
      width: 92,
      tip: 'of the time of all measured threads',
      fixed: true,
      cell: item => shareBar(part(item), Math.min(part(item), item.exclusive / profile.total)),
    },
    {
      key: 'time',
      title: 'time',
      width: 84,
      fixed: true,
      cell: item => ({
        text: time(item[what], own ? profile.ownMark(item.marks) : profile.mark(item.marks)),
        hot: heat(part(item)),
      }),
    },
    {key: 'calls', title: 'calls', width: 92, fixed: true, cell: item => profile.callsOf(item.calls, item.marks)},
  ];
}

export function derivedTable(shell, scroller, model, roots, options) {
  const {profile, search} = shell;
  return new TreeTable(
    scroller,
    {
      roots: () => roots,
      children: item => model.children(item),
      canOpen: item => model.children(item).length > 0,
      name: item => ({text: item.region.name, note: placeOf(item.region), found: search.has(item.region.id)}),
    },
    {
      columns: derivedColumns(profile, options.what),
      choose: item => shell.show('functions', {region: item.region.id}),
      ...options,
    },
  );
}

function bottomUp(shell, scroller) {
  const model = new BottomUp(shell.profile);
  const roots = model.roots();
  const table = derivedTable(shell, scroller, model, roots, {
    label: 'functions with their own time, and who called them',
    nameTitle: 'function, below it its callers',
    what: 'exclusive',
  });
  let hits = [];
  return {
    table,
    searched() {
      const {search} = shell;
      hits = search.active ? roots.filter(item => search.has(item.region.id)) : [];
      table.show(search.active ? item => search.has(item.region.id) : null, () => false);
      table.update();
      return hits.length;
    },
    go: k => table.table.go(table.place(hits[k])),
  };
}

function make(shell, place) {
  const {profile} = shell;
  const up = shell.chosen('up') === 1;
  const way = (title, chosen, pressed) =>
    element('button', {'aria-pressed': String(pressed), onclick: () => shell.show('tree', chosen)}, title);
  const tools = element(
    'div',
    {class: 'tools'},
    element('div', {class: 'choice', role: 'group'}, way('Top down', {}, !up), way('Bottom up', {up: 1}, up)),
    element(
      'span',
      {class: 'formula'},
      up ? 'own time of a function, divided among its callers' : 'time of a path = its own + what it called',
    ),
  );
  place.append(tools);
  const {paths, own} = profile.head.leftOut;
  if (paths)
    place.append(
      element(
        'p',
        {class: 'note'},
        `${count(paths)} small paths are not in this page; all they took themselves is ${time(own)}, ${percent(own / profile.total)} of the total.`,
      ),
    );
  const made = up ? bottomUp(shell, place) : topDown(shell, place);
  if (made.sorting) tools.append(made.sorting.box);
  place.append(made.table.box);
  const path = shell.chosen('path');
  return {
    ...made,
    searched() {
      const found = made.searched();
      if (!shell.search.active && path !== null && path < profile.count && !up) made.reveal(path);
      return found;
    },
    leave: () => made.table.remove(),
  };
}

export const tree = {key: 'tree', title: 'Tree', when: () => true, make};
