/*
 * functions.js - one table of functions: those that were called, those of MPI with what was handed to it, communicators, and
 * what was never called or left alone; of a function that was chosen who called it and what it called.
 */
import {Related} from '../data/derived.js';
import {entriesOf, KIND, placeOf} from '../data/profile.js';
import {div, element, p, span} from '../dom.js';
import {fact, section} from '../parts/blocks.js';
import {choice} from '../parts/choose.js';
import {figuresOf, firstColumn, metricColumns, rankCells, ranksColumn, shareColumn} from '../parts/columns.js';
import {openRows, overParts} from '../parts/hits.js';
import {sortedTable} from '../parts/rows.js';
import {count, percent, several, size, time} from '../words.js';
import {flameOfRelated} from './flame.js';
import {derivedTable} from './tree.js';

/* The figures of a function that all lists have, each with its mark. */
function figures(profile) {
  const figure = figuresOf(profile, 'region');
  const own = region => profile.ownShare(region);
  const mark = region => profile.mark(region.marks);
  return {
    figure,
    total: shareColumn('exclusive', own, null, {fixed: true}),
    exclusive: figure('exclusive_s', {
      mark: region => profile.ownMark(region.marks),
      share: own,
      tip: 'time in the function itself, over all call paths',
    }),
    calls: figure('calls', {mark: region => profile.callsMark(region.marks)}),
    inclusive: figure('inclusive_s', {
      mark,
      tip: 'time with the calls below; in a recursion the outermost call counts',
    }),
    perCall: figure('mean_s', {mark, has: region => region.calls, tip: 'mean inclusive time of one call'}),
  };
}

const ofRegion = (shell, rows, more) => ({
  rows,
  found: region => shell.search.has(region.id),
  name: region => ({text: region.name, note: placeOf(region)}),
  choose: region => region.calls && shell.show('functions', {region: region.id}),
  ...more,
});

function called(shell) {
  const {profile} = shell;
  const {total, exclusive, calls, inclusive, perCall} = figures(profile);
  const paths = region => profile.nodesOf(region.id).length;
  return ofRegion(shell, profile.called, {
    title: 'called',
    label: 'functions',
    formula: 'exclusive time = time in the function itself, over all call paths',
    sort: 'exclusive_s',
    columns: [
      total,
      exclusive,
      calls,
      inclusive,
      perCall,
      ranksColumn(profile, {
        times: region => profile.members.sums(profile.nodesOf(region.id), 'exclusive'),
        share: region => profile.ownShare(region),
        mark: region => profile.estimateMark(region.marks),
      }),
      ...metricColumns(profile, (region, key) => region[key]),
      profile.hasFirst && firstColumn(region => region.first),
      {
        ...{key: 'paths', title: 'paths', width: 64, tip: 'number of call paths that end in it'},
        value: paths,
        cell: region => count(paths(region)),
      },
    ],
  });
}

function ofMpi(shell) {
  const {profile} = shell;
  const {figure, total, exclusive, calls} = figures(profile);
  const sent = {has: region => region.messages > 0};
  const mean = region => region.bytes / (region.messages || 1);
  const counted = [
    figure('messages', sent),
    figure('bytes', sent),
    {
      ...{key: 'mean', title: 'mean size', width: 80, tip: 'mean bytes of one message', value: mean},
      cell: region => (region.messages ? size(mean(region)) : ''),
    },
    figure('half_below_bytes', {...sent, tip: 'half of the messages are smaller'}),
    figure('p95_below_bytes', {...sent, tip: '95% of the messages are smaller'}),
  ];
  return ofRegion(
    shell,
    profile.called.filter(region => region.kind === KIND.MPI),
    {
      title: 'MPI',
      label: 'MPI functions',
      formula: 'messages and bytes that a rank sends, puts, contributes or writes',
      sort: 'exclusive_s',
      columns: [total, exclusive, calls, ...(profile.whole && !profile.shape ? counted : [])],
    },
  );
}

function communicators(shell) {
  const {profile, search} = shell;
  const figure = figuresOf(profile, 'communicator');
  const sent = {has: row => row.messages > 0};
  const rows = entriesOf(profile.columns.communicator, id => {
    const [name, place, numbers, contexts] = profile.head.communicators[id];
    const ranks = numbers ? `ranks ${numbers}` : 'several, or irregular';
    return {
      name: name || '(no name)',
      note: [ranks, place, contexts && `context ${contexts}`].filter(Boolean).join(' · '),
    };
  });
  return {
    title: 'communicators',
    label: 'communicators',
    nameTitle: 'communicator',
    formula: 'calls, messages and bytes of each communicator',
    sort: 'calls',
    rows,
    found: row => search.finds(`${row.name}\n${row.note}`),
    name: row => ({text: row.name, note: row.note}),
    columns: [figure('size'), figure('calls'), figure('messages', sent), figure('bytes', sent)],
  };
}

const STYLE = {called: 'good', 'not-instrumented': 'hot'};

/* What was not measured: never called, or left alone; of a function of a header that may be so in some units only. */
function notMeasured(shell, title, formula, is) {
  const {profile} = shell;
  const note = region => [placeOf(region), region.reason].filter(Boolean).join(' · ');
  return ofRegion(shell, profile.regions.filter(is), {
    title,
    label: `functions, ${title}`,
    formula,
    name: region => ({text: region.name, note: note(region)}),
    columns: [
      {
        ...{key: 'status', title: 'status', width: 132, value: region => region.status},
        cell: region => ({text: region.status.replace(/-/g, ' '), hot: STYLE[region.status]}),
      },
      {...figures(profile).calls, cell: region => (region.calls ? count(region.calls) : '')},
    ],
  });
}

const NOT_MEASURED = [
  ['never called', 'instrumented, but not called in this run', ({status}) => /never|early/.test(status)],
  [
    'not instrumented',
    'left out in at least one file, with the reason',
    one => !/^(of-a-library)?$/.test(one.status) && one.reason,
  ],
  ['of libraries', 'functions of libraries, not part of the program', ({status}) => status === 'of-a-library'],
];

/* The lists, by their number in the address. */
const LISTS = [called, ofMpi, communicators, ...NOT_MEASURED.map(one => shell => notMeasured(shell, ...one))];
export const LIST = {MPI: 1, COMMUNICATORS: 2, NEVER: 3, ALONE: 4};

/* "85.7% of 7 functions of the program are instrumented: 5 called, 1 never called" */
function coverage({coverage: {functions, instrumented, called: calls}, ran}) {
  if (!functions) return null;
  const parts = ran ? `: ${count(calls)} called, ${count(instrumented - calls)} never called` : '';
  return p(
    'note',
    `${percent(instrumented / functions)} of ${several(functions, 'function')} of the program are instrumented${parts}`,
  );
}

function list(shell, place) {
  const {profile} = shell;
  const lists = LISTS.map(one => one(shell));
  const at = lists[shell.chosen('list')]?.rows.length ? shell.chosen('list') : 0;
  const chosen = lists[at];
  const table = sortedTable(shell, place, chosen.rows, {nameTitle: 'function', choice: true, ...chosen});
  const ways = lists
    .map(({title, rows}, k) => [
      `${title} ${count(rows.length)}`,
      k === at,
      () => shell.show('functions', {list: k || null}),
    ])
    .filter((_, k) => !k || lists[k].rows.length);
  place.append(
    div('tools', choice('which functions', ways), table.list, shell.shapers(), span('formula', chosen.formula)),
    coverage(profile.head) || '',
    table.box,
  );
  const chosenRegion = () => table.shown()[table.table.active]?.id;
  return {searched: table.update, go: table.go, leave: table.remove, chosenRegion};
}

/* One function between its callers and what it calls. */
function sandwich(shell, place, region) {
  const {profile, search} = shell;
  const {members} = profile;
  const nodes = profile.nodesOf(region.id);
  const largest = nodes.reduce((most, i) => (profile.node.inclusive_s[i] > profile.node.inclusive_s[most] ? i : most));
  const mark = profile.mark(region.marks);
  const to = (title, ...where) => element('button', {onclick: () => shell.show(...where)}, title);
  place.append(
    div(
      'tools',
      to('‹ all functions', 'functions'),
      to('its largest path in the tree', 'tree', {path: largest}),
      to('its largest path in the flame graph', 'flame', {path: largest}),
      shell.shapers(),
    ),
    element('h2', {class: 'code'}, region.name),
    p('note', placeOf(region)),
    region.full === region.name
      ? ''
      : element('details', null, element('summary', null, 'the whole name'), p('code', region.full)),
    div(
      'facts',
      fact('exclusive', time(region.exclusive_s, profile.ownMark(region.marks)), percent(profile.ownShare(region))),
      fact('inclusive', time(region.inclusive_s, mark), percent(profile.share(region))),
      fact('calls', profile.callsOf(region.calls, region.marks), `in ${several(nodes.length, 'path')}`),
      fact('per call', time(region.mean_s, mark)),
    ),
  );
  if (members.count > 1)
    place.append(
      section(
        `Exclusive time by ${profile.head.member}`,
        '',
        rankCells(members.sums(nodes, 'exclusive'), member => members.name(member), {
          width: Math.min(900, place.clientWidth - 40),
          height: 64,
          mark: profile.estimateMark(region.marks),
        }),
      ),
    );
  const shown = [];
  const graphs = [];
  const pictures = div('sandwich');
  place.append(section('Callers and callees', 'width = time; click to zoom in, Esc to zoom out', pictures));
  for (const [title, formula, model, nothing] of [
    [
      'Called by',
      'its inclusive time, divided among its callers',
      new Related(profile, true),
      'No measured function calls it.',
    ],
    [
      'Calls',
      'functions that it calls, over all call paths',
      new Related(profile, false),
      'It calls no measured function.',
    ],
  ]) {
    const item = model.item(region);
    const roots = model.children(item);
    const holder = div();
    pictures.append(holder);
    graphs.push(flameOfRelated(shell, holder, model, item));
    if (roots.length) shown.push(derivedTable(shell, place, model, roots, {label: title, nameTitle: 'function'}));
    place.append(section(title, formula, roots.length ? shown.at(-1).box : p('note', nothing)));
  }
  return {
    ...overParts([
      ...shown.map(table => openRows(table, item => search.has(item.region.id))),
      ...graphs.map(graph => ({update: () => graph.draw() ?? 0})),
    ]),
    chosenRegion: () => region.id,
    leave() {
      for (const one of [...shown, ...graphs]) one.remove();
    },
  };
}

function make(shell, place) {
  const region = shell.profile.regions[shell.chosen('region')];
  return region?.calls && shell.profile.nodesOf(region.id).length ? sandwich(shell, place, region) : list(shell, place);
}

export const functions = {key: 'functions', title: 'Functions', byRank: true, shaped: true, when: () => true, make};
