/* mpi.js - what was handed to MPI: by function, by communicator, by size. */
import {KIND} from '../data/profile.js';
import {element} from '../dom.js';
import {heat, shareBar} from '../parts/cells.js';
import {overParts} from '../parts/hits.js';
import {section} from '../parts/section.js';
import {Table} from '../parts/table.js';
import {count, percent, several, size, time} from '../words.js';
import {sortBy} from './functions.js';

const nothing = () => ({used: 0, messages: 0, bytes: 0, sizes: [], contexts: new Set()});

/* Sums by region and by communicator; sizes[k]: messages of less than 2^k bytes, and not of less than half that. */
function traffic(profile) {
  const byRegion = new Map();
  const byCommunicator = profile.head.communicators.map(([ranks, name, place, list], id) => ({
    ...{id, ranks, name: name || '(no name)', place, list: list ? `ranks ${list}` : 'several, or irregular'},
    ...nothing(),
  }));
  for (const [region, communicator, calls, messages, bytes, sizes] of profile.head.traffic) {
    if (!byRegion.has(region)) byRegion.set(region, nothing());
    const sums = [byRegion.get(region), byCommunicator[communicator]].filter(Boolean);
    for (const sum of sums) {
      sum.used += calls;
      sum.messages += messages;
      sum.bytes += bytes;
      for (let k = 0; k < sizes.length; k += 2) sum.sizes[sizes[k]] = (sum.sizes[sizes[k]] || 0) + sizes[k + 1];
    }
    if (sums.length > 1 && profile.regions[region].kind === KIND.CONTEXT)
      sums[1].contexts.add(profile.regions[region].name);
  }
  return {byRegion, byCommunicator};
}

/* The power of two that so many of the messages stay below. */
function below(sum, part) {
  let seen = 0;
  for (let k = 0; k < sum.sizes.length; k++) {
    seen += sum.sizes[k] || 0;
    if (seen >= part * sum.messages) return 2 ** k;
  }
  return 0;
}

/* A table that is sorted by its columns, the first of which comes first; what keep() names are its rows from then on. */
export function sorted(shell, place, all, options) {
  const {search} = shell;
  let rows = all;
  const sort = {key: options.columns[options.first || 0].key, down: true};
  let shown = rows;
  const table = new Table(place, {...options, sort, sorted: () => update()});
  const values = Object.fromEntries(options.columns.map(column => [column.key, column.value]));
  values.name = row => options.name(row).text;
  function update() {
    shown = search.active ? rows.filter(options.found) : rows.slice();
    table.setRows(sortBy(shown, values[sort.key], sort.down));
    return search.active ? shown.length : 0;
  }
  function keep(some) {
    rows = some;
    update();
  }
  return {table, update, keep, go: k => table.go(k)};
}

function functionTable(shell, place, byRegion) {
  const {profile, search} = shell;
  const rows = profile.regions
    .filter(region => region.kind === KIND.MPI && region.calls)
    .map(region => ({region, ...(byRegion.get(region.id) || nothing())}));
  const own = row => row.region.exclusive;
  const sent = (row, text) => (row.messages ? text(row) : '');
  return sorted(shell, place, rows, {
    label: 'MPI functions',
    nameTitle: 'function',
    found: row => search.has(row.region.id),
    name: row => ({
      text: row.region.name,
      found: search.has(row.region.id),
    }),
    choose: row => shell.show('functions', {region: row.region.id}),
    columns: [
      {
        key: 'share',
        title: 'total',
        width: 92,
        value: own,
        cell: row => shareBar(own(row) / profile.total),
      },
      {
        key: 'time',
        title: 'time',
        width: 84,
        value: row => row.region.exclusive,
        cell: row => ({
          text: time(row.region.exclusive, profile.ownMark(row.region.marks)),
          hot: heat(own(row) / profile.total),
        }),
      },
      {key: 'calls', title: 'calls', width: 92, value: row => row.region.calls, cell: row => count(row.region.calls)},
      {
        key: 'messages',
        title: 'messages',
        width: 92,
        value: row => row.messages,
        cell: row => sent(row, () => count(row.messages)),
      },
      {key: 'bytes', title: 'bytes', width: 80, value: row => row.bytes, cell: row => sent(row, () => size(row.bytes))},
      {
        key: 'mean',
        title: 'mean',
        width: 80,
        tip: 'bytes of one message',
        value: row => row.bytes / (row.messages || 1),
        cell: row => sent(row, () => size(row.bytes / row.messages)),
      },
      {
        key: 'half',
        title: 'half below',
        width: 84,
        tip: 'half of the messages are smaller',
        value: row => below(row, 0.5),
        cell: row => sent(row, () => size(below(row, 0.5))),
      },
      {
        key: 'most',
        title: '95% below',
        width: 84,
        tip: '95% of the messages are smaller',
        value: row => below(row, 0.95),
        cell: row => sent(row, () => size(below(row, 0.95))),
      },
    ],
  });
}

function communicatorTable(shell, place, rows) {
  const {search} = shell;
  const has = row => search.active && `${row.name}\n${row.place}`.toLowerCase().includes(search.query);
  return sorted(shell, place, rows, {
    label: 'communicators',
    nameTitle: 'communicator',
    found: has,
    first: 1,
    name: row => ({
      text: row.name,
      note: [row.list, row.place, row.contexts.size ? `context ${[...row.contexts].join(', ')}` : '']
        .filter(Boolean)
        .join(' · '),
      found: has(row),
    }),
    columns: [
      {key: 'ranks', title: 'ranks', width: 72, value: row => row.ranks, cell: row => count(row.ranks)},
      {key: 'calls', title: 'calls', width: 92, value: row => row.used, cell: row => count(row.used)},
      {
        key: 'messages',
        title: 'messages',
        width: 92,
        value: row => row.messages,
        cell: row => (row.messages ? count(row.messages) : ''),
      },
      {
        key: 'bytes',
        title: 'bytes',
        width: 84,
        value: row => row.bytes,
        cell: row => (row.messages ? size(row.bytes) : ''),
      },
    ],
  });
}

/* How many messages there are of each size. */
function histogramOf(byRegion) {
  const all = [];
  let total = 0;
  for (const sum of byRegion.values())
    sum.sizes.forEach((number, k) => {
      all[k] = (all[k] || 0) + number;
      total += number;
    });
  const first = all.findIndex(number => number > 0);
  if (first < 0) return null;
  const most = Math.max(...all.filter(Boolean));
  return element(
    'div',
    {class: 'histogram', role: 'img', 'aria-label': 'messages by size'},
    Array.from({length: all.length - first}, (_, at) => {
      const k = first + at;
      const number = all[k] || 0;
      return element(
        'div',
        {title: `${several(number, 'message')} below ${size(2 ** k)}: ${percent(number / total)}`},
        element('span', null, number ? count(number) : ''),
        element('i', {style: `height:${Math.max(number ? 2 : 0, (90 * number) / most)}px`}),
        element('b', null, k ? `< ${size(2 ** k)}` : 'empty'),
      );
    }),
  );
}

function make(shell, place) {
  const {byRegion, byCommunicator} = traffic(shell.profile);
  const tables = [functionTable(shell, place, byRegion)];
  place.append(
    section(
      'MPI functions',
      'counted is what a rank gives away: sends, puts, contributes, writes',
      tables[0].table.box,
    ),
  );
  const histogram = histogramOf(byRegion);
  if (histogram)
    place.append(
      section(
        'Sizes of messages',
        'each bar: messages smaller than the size below it, but not than half of it',
        histogram,
      ),
    );
  if (byCommunicator.length) {
    tables.push(communicatorTable(shell, place, byCommunicator));
    place.append(section('Communicators', 'what was handed to MPI on each', tables[1].table.box));
  }
  return {
    ...overParts(tables),
    leave() {
      for (const {table} of tables) table.remove();
    },
  };
}

export const mpi = {
  key: 'mpi',
  title: 'MPI',
  when: profile => profile.regions.some(region => region.kind === KIND.MPI && region.calls),
  make,
};
