/* compare.js - two runs: the functions and call paths that became slower or faster, and both runs in one flame graph. */
import {aloneNote, changeMark, ownSideMark, sideMark} from '../data/changes.js';
import {dark, element} from '../dom.js';
import {Flame} from '../parts/flame.js';
import {openRows, overParts} from '../parts/hits.js';
import {section} from '../parts/section.js';
import {Table} from '../parts/table.js';
import {TreeTable} from '../parts/trees.js';
import {fixed, change, count, several, time} from '../words.js';
import {sortBy} from './functions.js';

const style = (difference, total) => (difference > 0.01 * total ? 'hot' : difference < -0.01 * total ? 'good' : '');

function card(title, text, note, className) {
  return element(
    'div',
    {class: 'card'},
    element('span', null, title),
    element('b', {class: className}, text),
    note ? element('i', null, note) : null,
  );
}

function cards(changes) {
  const [before, after] = changes.runs;
  const difference = after.total - before.total;
  const quiet = Math.abs(difference) <= changes.wholeNoise;
  const part = `${difference >= 0 ? '+' : ''}${fixed((100 * difference) / (before.total || 1), 1)}%`;
  const run = (title, one) => card(title, time(one.total), [one.name, one.members].filter(Boolean).join(', '));
  return element(
    'div',
    {class: 'cards'},
    run('before', before),
    run('after', after),
    card(
      'change',
      part,
      quiet ? 'no more than noise' : change(difference),
      quiet ? '' : style(difference, before.total),
    ),
  );
}

function columnsOf(changes, total, of) {
  const difference = row => of(row).after - of(row).before;
  const took = (row, calls, side) => (calls ? time(row[side], sideMark(row, side)) : '-');
  return [
    {
      key: 'change',
      title: 'change',
      width: 84,
      tip: 'own time after - before',
      cell: row => ({text: change(difference(row), changeMark(of(row))), hot: style(difference(row), total)}),
    },
    {
      key: 'relative',
      title: 'relative',
      width: 66,
      fixed: true,
      cell: row => changes.relative(of(row)),
    },
    {key: 'before', title: 'before', width: 76, cell: row => took(of(row), of(row).callsBefore, 'before')},
    {key: 'after', title: 'after', width: 76, cell: row => took(of(row), of(row).callsAfter, 'after')},
    {
      key: 'noise',
      title: 'noise',
      width: 84,
      tip: 'two runs of one program may differ by that',
      cell: row => time(of(row).noise),
    },
    {key: 'callsBefore', title: 'calls before', width: 92, cell: row => count(of(row).callsBefore)},
    {key: 'callsAfter', title: 'calls after', width: 92, cell: row => count(of(row).callsAfter)},
  ];
}

const has = (search, {name, file}) => search.active && `${name}\n${file}`.toLowerCase().includes(search.query);

/* A path with all it called. */
const wholePath = changes => i => ({
  before: changes.allBefore[i],
  after: changes.allAfter[i],
  noise: changes.noise[i],
  callsBefore: i ? changes.callsBefore[i] : 1,
  callsAfter: i ? changes.callsAfter[i] : 1,
  marks: changes.marks[i],
});

function functionTable(shell, place, changes) {
  const total = changes.runs[0].total;
  const {search} = shell;
  const all = changes.functions.slice();
  const sort = {key: 'change', down: true};
  const values = {
    change: row => Math.abs(row.after - row.before),
    before: row => row.before,
    after: row => row.after,
    noise: row => row.noise,
    callsBefore: row => row.callsBefore,
    callsAfter: row => row.callsAfter,
    name: row => row.name,
  };
  const quiet = element('input', {type: 'checkbox', onchange: () => update()});
  const table = new Table(place, {
    label: 'functions and what changed',
    nameTitle: 'function',
    columns: columnsOf(changes, total, row => row),
    name: row => ({
      text: row.name,
      note: [row.file, aloneNote(row)].filter(Boolean).join(', '),
      found: has(search, row),
    }),
    sort,
    sorted: () => update(),
  });
  const hidden = all.filter(row => changes.isNoise(row)).length;
  const label = element(
    'label',
    {class: 'note'},
    quiet,
    ` also ${several(hidden, 'function')} that changed by no more than noise`,
  );
  function update() {
    const shown = all.filter(row => (search.active ? has(search, row) : quiet.checked || !changes.isNoise(row)));
    table.setRows(sortBy(shown, values[sort.key], sort.down));
    return search.active ? shown.length : 0;
  }
  return {table, update, go: k => table.go(k), label: hidden ? label : null};
}

/* Of each path 1 where it is found, and 2 where one below it is. */
function keepFound(changes, search) {
  const keep = new Uint8Array(changes.count);
  for (let i = keep.length - 1; i >= 0; i--) {
    if (has(search, changes.functionOf(i))) keep[i] |= 1;
    if (keep[i] && i) keep[changes.parent[i]] |= 2;
  }
  return keep;
}

function pathTable(shell, place, changes, of) {
  const total = changes.runs[0].total;
  const {search} = shell;
  const difference = i => changes.allAfter[i] - changes.allBefore[i];
  const columns = columnsOf(changes, total, of).filter(({key}) => key !== 'noise');
  columns[0].tip = 'after - before, with all it called';
  const table = new TreeTable(
    place,
    {
      roots: () => [0],
      children: i => changes.children(i),
      canOpen: i => changes.children(i).length > 0,
      name: i => ({
        text: changes.functionOf(i).name,
        note: changes.functionOf(i).file,
        found: has(search, changes.functionOf(i)),
      }),
    },
    {
      label: 'call paths and what changed',
      nameTitle: 'call path',
      columns: columns.map(column => ({...column, fixed: true})),
    },
  );
  const hits = openRows(table, i => has(search, changes.functionOf(i)));
  return {
    table,
    update() {
      const keep = search.active ? keepFound(changes, search) : null;
      if (keep)
        table.show(
          i => keep[i] > 0,
          i => keep[i] > 1,
        );
      else table.show(null, i => Math.abs(difference(i)) >= 0.05 * total || !i);
      return hits.update();
    },
    go: hits.go,
  };
}

/* Red is slower, blue faster, the stronger the more of the whole run it is. */
function paint(changes, total, i) {
  const part = (changes.allAfter[i] - changes.allBefore[i]) / total;
  const strong = Math.min(1, Math.sqrt(Math.abs(part) * 4));
  const hue = part > 0 ? 10 : 214;
  return dark()
    ? `hsl(${hue} ${12 + 55 * strong}% ${25 + 18 * strong}%)`
    : `hsl(${hue} ${12 + 75 * strong}% ${91 - 25 * strong}%)`;
}

function flameGraph(shell, holder, changes, weight, of) {
  const total = changes.runs[0].total;
  const describe = i => {
    const all = of(i);
    const times = side => `${time(all[side], sideMark(all, side))} ${side}`;
    const own = side => `${time(changes[side][i], ownSideMark(all, side))} ${side}`;
    return [
      changes.functionOf(i).name,
      changes.functionOf(i).file,
      `with what it called: ${times('before')}, ${times('after')}, ${change(all.after - all.before, changeMark(all))}`,
      `own: ${own('before')}, ${own('after')}`,
    ]
      .filter(Boolean)
      .join('\n');
  };
  return new Flame(holder, {
    weight,
    children: i => changes.children(i),
    parent: i => changes.parent[i],
    name: i => changes.functionOf(i).name,
    paint: i => paint(changes, total, i),
    found: i => has(shell.search, changes.functionOf(i)),
    describe,
    label: 'flame graph of both runs',
  });
}

function make(shell, place) {
  const {changes} = shell.profile;
  const functions = functionTable(shell, place, changes);
  const paths = pathTable(shell, place, changes, wholePath(changes));
  const after = shell.chosen('before') !== 1;
  const way = (title, chosen, pressed) =>
    element('button', {'aria-pressed': String(pressed), onclick: () => shell.show('compare', chosen)}, title);
  const holder = element('div');
  const left = changes.leftOut
    ? element('p', {class: 'note'}, `${several(changes.leftOut, 'small path')} are not in this page.`)
    : null;
  place.append(
    cards(changes),
    section('Functions', 'change = own time after - before, over all paths', functions.label, functions.table.box),
    section(
      'Both runs',
      `width = time ${after ? 'after' : 'before'}; red = slower, blue = faster`,
      element(
        'div',
        {class: 'tools'},
        element('div', {class: 'choice', role: 'group'}, way('After', {}, after), way('Before', {before: 1}, !after)),
      ),
      holder,
    ),
    section('Call paths', 'change = after - before, with all it called', left, paths.table.box),
  );
  const graph = flameGraph(shell, holder, changes, after ? changes.allAfter : changes.allBefore, wholePath(changes));
  const hits = overParts([functions, paths]);
  return {
    searched() {
      graph.draw();
      return hits.searched();
    },
    go: hits.go,
    leave() {
      graph.remove();
      functions.table.remove();
      paths.table.remove();
    },
  };
}

export const compare = {key: 'compare', title: 'Compare', when: profile => Boolean(profile.changes), make};
