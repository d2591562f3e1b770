/* functions.js - all functions with their own time; of one that was chosen who called it and what it called. */
import {Callees, Callers} from '../data/derived.js';
import {element} from '../dom.js';
import {heat, rankCells, shareBar} from '../parts/cells.js';
import {sortChoice} from '../parts/choose.js';
import {openRows, overParts} from '../parts/hits.js';
import {Table} from '../parts/table.js';
import {count, percent, several, time} from '../words.js';
import {hasSource} from './covered.js';
import {firstColumn, metricColumns, placeOf} from './paths.js';
import {derivedTable} from './tree.js';

function columnsOf(profile) {
  const {members} = profile;
  const perCall = region => (region.calls ? time(region.inclusive / region.calls, profile.mark(region.marks)) : '');
  return [
    {
      key: 'exclusive',
      title: 'own',
      choice: 'own time',
      width: 92,
      tip: 'exclusive time: without what it called, over all paths',
      cell: region => shareBar(profile.regionOwnShare(region)),
    },
    {
      key: 'own',
      title: 'own time',
      width: 84,
      fixed: true,
      cell: region => ({
        text: time(region.exclusive, profile.ownMark(region.marks)),
        hot: heat(profile.regionOwnShare(region)),
      }),
    },
    {key: 'calls', title: 'calls', width: 92, cell: region => profile.callsOf(region.calls, region.marks)},
    {
      key: 'inclusive',
      title: 'inclusive',
      choice: 'inclusive time',
      width: 84,
      tip: 'with all it called; of a recursion only the outermost call',
      cell: region => time(region.inclusive, profile.mark(region.marks)),
    },
    profile.hasFirst && firstColumn(region => (region.first ? count(region.first) : '')),
    ...metricColumns(profile, (region, key) => region[key]),
    members.count > 1 && {
      key: 'cells',
      title: `own by ${profile.head.member}`,
      width: 116,
      tip: `own time of each ${profile.head.member}, of the largest`,
      fixed: true,
      cell: region =>
        rankCells(members.sums(profile.nodesOf(region.id), 'exclusive'), member => members.name(member), {
          matters: profile.regionOwnShare(region) >= 0.005,
          mark: profile.estimateMark(region.marks),
        }),
    },
    {key: 'perCall', title: 'per call', width: 80, tip: 'inclusive time of one call, in the mean', cell: perCall},
    {
      key: 'paths',
      title: 'paths',
      width: 64,
      tip: 'call paths that end in it',
      cell: region => count(profile.nodesOf(region.id).length),
    },
  ].filter(Boolean);
}

function valueOf(profile, key) {
  if (key === 'perCall') return region => region.inclusive / (region.calls || 1);
  if (key === 'paths') return region => profile.nodesOf(region.id).length;
  if (key === 'first') return region => region.first || Infinity;
  return region => region[key];
}

export function sortBy(rows, value, down) {
  const sign = down ? -1 : 1;
  return rows.sort((a, b) => {
    const x = value(a);
    const y = value(b);
    return (x < y ? -1 : x > y ? 1 : 0) * sign;
  });
}

function list(shell, place) {
  const {profile, search} = shell;
  const all = profile.called;
  const columns = columnsOf(profile);
  const sort = {key: 'exclusive', down: true};
  const sortable = [...columns.filter(({fixed}) => !fixed), {key: 'name', title: 'name', text: true}];
  const sorting = sortChoice(sortable, sort, () => update());
  let shown = all;
  const table = new Table(place, {
    label: 'functions',
    nameTitle: 'function',
    columns,
    name: region => ({text: region.name, note: placeOf(region), found: search.has(region.id)}),
    sort,
    sorted: () => {
      sorting.show();
      update();
    },
    choose: region => shell.show('functions', {region: region.id}),
  });
  function update() {
    shown = search.active ? all.filter(region => search.has(region.id)) : all.slice();
    sortBy(shown, valueOf(profile, sort.key), sort.down);
    table.setRows(shown);
  }
  place.append(
    element(
      'div',
      {class: 'tools'},
      sorting.box,
      element(
        'span',
        {class: 'formula'},
        `${several(all.length, 'function')}; own time = time in the function itself, whatever path led to it`,
      ),
    ),
    table.box,
  );
  return {
    searched() {
      update();
      return search.active ? shown.length : 0;
    },
    go: k => table.go(k),
    leave: () => table.remove(),
  };
}

function card(title, text, note) {
  return element(
    'div',
    {class: 'card'},
    element('span', null, title),
    element('b', null, text),
    note ? element('i', null, note) : null,
  );
}

/* One function between its callers and what it calls. */
function sandwich(shell, place, region) {
  const {profile} = shell;
  const {members} = profile;
  const nodes = profile.nodesOf(region.id);
  place.append(
    element(
      'div',
      {class: 'tools'},
      element('button', {onclick: () => shell.show('functions')}, '‹ all functions'),
      element(
        'button',
        {onclick: () => shell.show('tree', {path: largest(profile, nodes)})},
        'its largest path in the tree',
      ),
      element('button', {onclick: () => shell.show('graph', {region: region.id})}, 'in the call graph'),
      element('button', {onclick: () => shell.show('flame', {path: largest(profile, nodes)})}, 'in the flame graph'),
      hasSource(profile, region) &&
        element('button', {onclick: () => shell.show('coverage', {region: region.id})}, 'its source'),
    ),
    element('h2', {class: 'code'}, region.name),
    element('p', {class: 'place'}, placeOf(region)),
    element(
      'div',
      {class: 'cards'},
      card('own time', time(region.exclusive, profile.ownMark(region.marks)), percent(profile.regionOwnShare(region))),
      card(
        'with what it called',
        time(region.inclusive, profile.mark(region.marks)),
        percent(profile.regionShare(region)),
      ),
      card('calls', profile.callsOf(region.calls, region.marks), several(nodes.length, 'path')),
      card('per call', region.calls ? time(region.inclusive / region.calls, profile.mark(region.marks)) : ''),
    ),
  );
  if (members.count > 1)
    place.append(
      element('h3', null, `own time by ${profile.head.member}`),
      element(
        'div',
        {class: 'wide'},
        rankCells(members.sums(nodes, 'exclusive'), member => members.name(member), {
          width: Math.min(900, place.clientWidth - 40),
          height: 64,
          mark: profile.estimateMark(region.marks),
        }),
      ),
    );
  const callers = new Callers(profile);
  const callees = new Callees(profile);
  const {search} = shell;
  const tables = [
    ['called by', 'the time of its calls, divided among who called', callers, callers.item(region)],
    ['calls', 'what was called below it, whatever path led to it', callees, callees.item(region)],
  ].map(([title, formula, model, item]) => {
    const holder = element('section', null, element('h3', null, title, element('span', {class: 'formula'}, formula)));
    const roots = model.children(item);
    place.append(holder);
    if (!roots.length) {
      holder.append(
        element(
          'p',
          {class: 'note'},
          title === 'calls' ? 'Nothing that was measured.' : 'Nothing that was measured: here a tree begins.',
        ),
      );
      return null;
    }
    const table = derivedTable(shell, place, model, roots, {label: title, nameTitle: 'function', what: 'inclusive'});
    holder.append(table.box);
    return table;
  });
  const shown = tables.filter(Boolean);
  return {
    ...overParts(shown.map(table => openRows(table, item => search.has(item.region.id)))),
    leave() {
      for (const table of shown) table.remove();
    },
  };
}

function largest(profile, nodes) {
  return nodes.reduce((most, i) => (profile.node.inclusive[i] > profile.node.inclusive[most] ? i : most), nodes[0]);
}

function make(shell, place) {
  const region = shell.profile.regions[shell.chosen('region')];
  return region?.calls ? sandwich(shell, place, region) : list(shell, place);
}

export const functions = {key: 'functions', title: 'Functions', when: () => true, make};
