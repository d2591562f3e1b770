/* compare.js - two runs: the functions and call paths that became slower or faster, and both runs in one flame graph. */
import {aloneNote, changeMark, ownSideMark, relativeText, sideMark} from '../data/changes.js';
import {KIND} from '../data/profile.js';
import {dark, div, element, p} from '../dom.js';
import {fact, section} from '../parts/blocks.js';
import {choice} from '../parts/choose.js';
import {figuresOf} from '../parts/columns.js';
import {Flame} from '../parts/flame.js';
import {openRows, overParts} from '../parts/hits.js';
import {sortedTable} from '../parts/rows.js';
import {TreeTable} from '../parts/trees.js';
import {fixed, change, several, time} from '../words.js';

const signed = part => `${part >= 0 ? '+' : ''}${fixed(100 * part, 1)}%`;
const style = (difference, total) => (difference > 0.01 * total ? 'hot' : difference < -0.01 * total ? 'good' : '');

function totals(changes) {
  const [before, after] = changes.runs;
  const difference = after.total - before.total;
  const quiet = Math.abs(difference) <= changes.wholeNoise;
  const part = signed(difference / (before.total || 1));
  const run = (title, one) => fact(title, time(one.total), [one.name, one.members].filter(Boolean).join(', '));
  return div(
    'facts',
    run('before', before),
    run('after', after),
    fact(
      'change',
      part,
      quiet ? 'no more than noise' : change(difference),
      quiet ? '' : style(difference, before.total),
    ),
  );
}

/* What `diff` says beside its tables. */
function notes({runs: [before, after], functions, assumed}) {
  const waited = before.waiting + after.waiting > 0 && before.waiting >= 0 && after.waiting >= 0;
  const waits = run => time(run.waiting, run.mark);
  const relative = before.waiting > 0 ? ` (${signed(after.waiting / before.waiting - 1)})` : '';
  const both = functions.filter(row => row.calls_before && row.calls_after && !aloneNote(row));
  const differ = both.filter(row => row.calls_before !== row.calls_after).length;
  return p(
    'note',
    assumed && `${assumed}. `,
    waited && `Ranks waited ${waits(before)} for each other before, ${waits(after)} after${relative}. `,
    differ
      ? `${several(differ, 'function')} called more or less often.`
      : 'Every function that is measured on both sides is called as often.',
  );
}

/* value(row, key): of functions their own times, of paths those with all below. */
function columnsOf({profile}, set, kind, value) {
  const {total} = profile.changes.runs[0];
  const figure = figuresOf(profile, set, value);
  const of = key => row => value(row, key);
  const [marks, changed, noise, relative] = ['marks', 'change', 'noise_s', 'relative'].map(of);
  const [before, after] = ['calls_before', 'calls_after'].map(of);
  const side = (name, calls) => {
    const column = figure(`${kind}_${name}_s`, {mark: row => sideMark(marks(row), name), width: 76});
    return {...column, cell: row => (calls(row) ? column.cell(row) : '-')};
  };
  return [
    figure('change', {
      /* A change of waiting follows from one of work: it stands behind all of them. */
      value: row => Math.abs(changed(row)) * (row.kind === KIND.MPI ? 1e-30 : 1),
      cell: row => ({
        text: change(changed(row), changeMark(marks(row), changed(row), noise(row))),
        hot: style(changed(row), total),
      }),
    }),
    figure('relative', {
      fixed: true,
      width: 66,
      cell: row => relativeText(relative(row), marks(row), before(row), after(row)),
    }),
    side('before', before),
    side('after', after),
    figure('noise_s', {tip: 'two runs of one program may differ by this much'}),
    figure('calls_before', {width: 92}),
    figure('calls_after', {width: 92}),
  ];
}

const has = (search, {name, file}) => search.finds(`${name}\n${file}`);

function functionTable(shell, place, {functions}) {
  const loud = functions.filter(row => row.beyond_noise);
  const quiet = element('input', {type: 'checkbox', onchange: () => update()});
  const table = sortedTable(shell, place, functions, {
    label: 'functions and what changed',
    empty: 'No function changed by more than noise. Tick the box above to see all.',
    nameTitle: 'function',
    columns: columnsOf(shell, 'change', 'exclusive', (row, key) => row[key]),
    found: row => has(shell.search, row),
    name: row => ({text: row.name, note: [row.file, aloneNote(row)].filter(Boolean).join(', ')}),
  });
  const label = element(
    'label',
    {class: 'note'},
    quiet,
    ` also ${several(functions.length - loud.length, 'function')} that changed by no more than noise`,
  );
  const update = () => table.keep(shell.search.active || quiet.checked ? functions : loud);
  return {...table, update, label: loud.length < functions.length ? label : null};
}

function pathTable(shell, place, changes) {
  const {search} = shell;
  const {total} = changes.runs[0];
  const columns = columnsOf(shell, 'changedPath', 'inclusive', (i, key) => changes[key][i]);
  const table = new TreeTable(
    place,
    {
      roots: () => [0],
      children: i => changes.children(i),
      canOpen: i => changes.children(i).length > 0,
      name: i => {
        const {name, file} = changes.functionOf(i);
        return {text: name, note: file, found: has(search, changes.functionOf(i))};
      },
    },
    {
      label: 'call paths and what changed',
      nameTitle: 'call path',
      columns: columns.filter(({key}) => key !== 'noise_s'),
    },
  );
  const hits = openRows(table, i => has(search, changes.functionOf(i)));
  return {
    table,
    update() {
      const keep = search.active ? search.keep(changes, i => has(search, changes.functionOf(i))) : null;
      if (keep)
        table.show(
          i => keep[i] > 0,
          i => keep[i] > 1,
        );
      else table.show(null, i => Math.abs(changes.change[i]) >= 0.05 * total || !i);
      return hits.update();
    },
    go: hits.go,
  };
}

/* Red is slower itself, blue faster, the stronger the more of the whole run it is: callers have no colour of what they call. */
function paint(changes, total, i) {
  const part = i ? (changes.own_after[i] - changes.own_before[i]) / total : 0;
  const strong = Math.min(1, Math.sqrt(Math.abs(part) * 4));
  const hue = part > 0 ? 10 : 214;
  return dark()
    ? `hsl(${hue} ${12 + 55 * strong}% ${25 + 18 * strong}%)`
    : `hsl(${hue} ${12 + 75 * strong}% ${91 - 25 * strong}%)`;
}

function flameGraph(shell, holder, changes, weight) {
  const total = changes.runs[0].total;
  const describe = i => {
    const marks = changes.marks[i];
    const times = side => `${time(changes[`inclusive_${side}_s`][i], sideMark(marks, side))} ${side}`;
    const own = side => `${time(changes[`own_${side}`][i], ownSideMark(marks, side))} ${side}`;
    const by = change(changes.change[i], changeMark(marks, changes.change[i], changes.noise_s[i]));
    return [
      changes.functionOf(i).name,
      changes.functionOf(i).file,
      `inclusive: ${times('before')}, ${times('after')}, ${by}`,
      `exclusive: ${own('before')}, ${own('after')}`,
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
  const paths = pathTable(shell, place, changes);
  const after = shell.chosen('before') !== 1;
  const ways = [
    ['After', after, () => shell.show('compare')],
    ['Before', !after, () => shell.show('compare', {before: 1})],
  ];
  const holder = div();
  const left = changes.leftOut ? p('note', `${several(changes.leftOut, 'small path')} are not in this page.`) : null;
  place.append(
    totals(changes),
    notes(changes),
    section(
      'Functions',
      'change = exclusive time after - before, over all call paths; MPI calls come last',
      functions.label,
      functions.box,
    ),
    section(
      'Both runs',
      `width = time ${after ? 'after' : 'before'}; red = more exclusive time, blue = less`,
      div('tools', choice('which run', ways)),
      holder,
    ),
    section('Call paths', 'change = inclusive time after - before', left, paths.table.box),
  );
  const graph = flameGraph(shell, holder, changes, after ? changes.inclusive_after_s : changes.inclusive_before_s);
  const hits = overParts([functions, paths]);
  return {
    searched() {
      graph.draw();
      return hits.searched();
    },
    go: hits.go,
    leave() {
      graph.remove();
      functions.remove();
      paths.table.remove();
    },
  };
}

export const compare = {key: 'compare', title: 'Compare', when: profile => Boolean(profile.changes), make};
