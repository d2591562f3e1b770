/*
 * summary.js - the answer first, as the default report of the terminal has it: what became of the time, what can be gained and
 * what proves it, a flame graph, and the functions that take most. A part of the time that is clicked chooses the functions.
 */
import {KIND, placeOf} from '../data/profile.js';
import {div, element, p, span} from '../dom.js';
import {figuresOf, heat, rankCells, ranksColumn, shareBar, shareColumn} from '../parts/columns.js';
import {sortedTable} from '../parts/rows.js';
import {count, percent, shortened, time} from '../words.js';
import {flameOf} from './flame.js';
import {LIST} from './functions.js';
import {waitedBy, waitsOf} from './waiting.js';

const SHOWN = 3; /* findings */
const HOT = 10; /* functions */

/* What a function has of a part of the time, and which functions may have any. */
const PARTS = {
  computing: ['computing_s', kind => kind !== KIND.MPI],
  'no-processor': ['no_processor_s', () => true],
  blocked: ['blocked_s', () => true],
  'mpi-waiting': ['waiting_s', kind => kind === KIND.MPI],
  mpi: ['computing_s', kind => kind === KIND.MPI],
  'openmp-waiting': ['waiting_s', kind => kind === KIND.WAIT],
};

/* [key, name, time] of each part of the time. Of one rank or thread there are only times of functions, and how long a rank waited. */
function partsOf(profile) {
  const {head, member, thread, whole, called} = profile;
  if (whole) return head.parts;
  const sum = is => called.reduce((all, {kind, exclusive_s}) => all + (is(kind) ? exclusive_s : 0), 0);
  const waited = thread === null ? waitedBy(profile)[member] : 0;
  return [
    ['computing', 'work', sum(kind => kind !== KIND.MPI && kind !== KIND.WAIT)],
    ['mpi-waiting', 'waiting in MPI', waited],
    ['mpi', waited ? 'MPI itself' : 'MPI', sum(kind => kind === KIND.MPI) - waited],
    ['openmp-waiting', 'OpenMP wait', sum(kind => kind === KIND.WAIT)],
  ].filter(([, , of]) => of > 0);
}

/* Which figure of a function says what it has of a part. */
const keyOf = ({whole}, part) => (whole ? PARTS[part][0] : 'exclusive_s');

/* All of the time as one bar, and its parts in words, the largest first. choose(key): the part that was clicked. */
function timeBar(profile, choose) {
  const {total} = profile;
  const shown = partsOf(profile).filter(([, , of]) => of / total >= 0.0005);
  const colour = key => `background:var(--${key.replace(/^(mpi|openmp)-/, '')}, var(--line))`;
  const part = ([key, text, of], tag, more, ...children) =>
    element(
      tag,
      {
        title: `${text} ${percent(of / total)}`,
        disabled: PARTS[key] ? null : '',
        onclick: () => PARTS[key] && choose(key),
        ...more,
      },
      children,
    );
  const boxes = shown.map(one => part(one, 'i', {style: `width:${(100 * one[2]) / total}%;${colour(one[0])}`}));
  const words = ([key, text, of]) => [element('i', {style: colour(key)}), `${text} ${percent(of / total)}`];
  const named = shown.sort((a, b) => b[2] - a[2]).map(one => part(one, 'button', null, words(one)));
  return div('parts', div('strip', boxes), div('key', named));
}

/* Where more is said of a finding, as the terminal's `see` has it. */
function seen(shell, {view, region, rank}) {
  const {regions} = shell.profile;
  if (view === 'mpi') return ['functions of MPI', 'functions', {list: LIST.MPI}];
  const there = shell.views.find(({key}) => key === view);
  if (there && view !== 'functions') return [there.title, view];
  return region >= 0
    ? [`callers of ${regions[region].name}`, 'functions', {region, rank: rank < 0 ? null : rank}]
    : ['all functions', 'functions'];
}

/* What proves a finding: of a function on several ranks a bar for each, and their mean; else its share of the run. */
function proof({profile}, {region, rank, gain, view}) {
  const {members, head} = profile;
  const nodes = region >= 0 ? profile.nodesOf(region) : [];
  if (members.count < 2 || profile.several || (!nodes.length && rank < 0))
    return span('proof', shareBar(gain / head.runTime));
  const values = nodes.length ? members.sums(nodes, 'exclusive') : members.split().work;
  const of = nodes.length ? `exclusive time of ${profile.regions[region].name}` : 'work';
  const pair = view === 'waiting' || rank >= 0 ? waitsOf(profile, rank)[0] : null;
  return span(
    'proof',
    rankCells(values, member => members.name(member), {width: 300, height: 34, line: true}),
    span('note', `${of} by ${head.member}; line: mean${pair ? `; ${pair}` : ''}`),
  );
}

function finding(shell, one) {
  const {head} = shell.profile;
  const [title, ...where] = seen(shell, one);
  return element(
    'button',
    {class: 'finding', onclick: () => shell.show(...where)},
    span(`gain ${heat(one.gain / head.runTime)}`, time(one.gain)),
    span('dim', ` ${percent(one.gain / head.runTime)}`),
    element('b', null, shortened(one.says)),
    one.more.map(text => span('note', shortened(text))),
    proof(shell, one),
    one.attempt ? span('', `Try: ${one.attempt}.`) : null,
    span('see', `see ${title} ›`),
  );
}

function verdict(shell, choose) {
  const {head, whole, total} = shell.profile;
  if (!head.ran || head.meta.shape) return [];
  const all = head.lost ? `${head.run}: ${head.lost}` : head.run;
  return [
    head.busy ? p('warm', `Busy machine: ${head.busy}.`) : '',
    timeBar(shell.profile, choose),
    element('h2', {class: 'answer'}, whole ? all : `${shell.whose()}: ${time(total)}. ${all}`),
    div(
      'findings',
      head.findings.slice(0, SHOWN).map(one => finding(shell, one)),
    ),
  ];
}

/* The functions that have most of a part of the time. By computing, MPI and OpenMP are one row for each part of theirs. */
function hotRows(profile, part) {
  const key = keyOf(profile, part);
  const may = PARTS[part][1];
  const rows = profile.called
    .filter(region => region[key] > 0 && may(region.kind))
    .sort((a, b) => b[key] - a[key])
    .slice(0, HOT);
  if (part !== 'computing') return rows;
  const others = partsOf(profile).filter(([of, , all]) => /mpi|openmp/.test(of) && all > 0);
  return rows.concat(others.map(([of, name, all]) => ({name, part: of, [keyOf(profile, of)]: all})));
}

function hotFunctions(shell, place) {
  const {profile, search} = shell;
  const figure = figuresOf(profile, 'region');
  const all = Object.keys(PARTS).flatMap(part => hotRows(profile, part));
  const mark = region => (region.part ? '' : profile.ownMark(region.marks));
  let part = 'computing';
  const waited = waitedBy(profile);
  const titleOf = key => `hot functions, by ${partsOf(profile).find(([of]) => of === key)?.[1]}`;
  const share = region => (region[keyOf(profile, part)] || region.waiting_s) / profile.total;
  const times = (profile.whole ? ['computing_s', 'waiting_s', 'no_processor_s', 'blocked_s'] : ['exclusive_s'])
    .filter(key => all.some(region => region[key] > 0))
    .map(key =>
      figure(key, {
        mark: row => (key === 'no_processor_s' || key === 'blocked_s' ? '~' : mark(row)),
        has: region => region[key] > 0,
        share: region => region[key] / profile.total,
      }),
    );
  const table = sortedTable(shell, place, hotRows(profile, part), {
    label: 'hot functions',
    empty: 'No function has time of this part. Click another part of the bar.',
    nameTitle: titleOf(part),
    sort: 'share_total',
    columns: [
      {...shareColumn('share', share), value: share},
      ...times,
      ranksColumn(profile, {
        times: ({part: of, id}) => (of ? waited : profile.members.sums(profile.nodesOf(id), 'exclusive')),
        has: ({part: of}) => !of || (of === 'mpi-waiting' && waited.some(value => value > 0)),
        share,
        mark,
      }),
      figure('calls', {mark: region => profile.callsMark(region.marks), has: region => region.calls > 0}),
    ],
    found: region => !region.part && search.has(region.id),
    name: region => ({
      text: region.name,
      note: region.part ? `all of ${/openmp/.test(region.part) ? 'OpenMP' : 'MPI'}` : placeOf(region),
    }),
    choose({part: of, id}) {
      const waits = /waiting/.test(of) && shell.views.some(({key}) => key === 'waiting');
      shell.show(waits ? 'waiting' : 'functions', of ? {list: waits ? null : LIST.MPI} : {region: id});
    },
  });
  return {
    ...table,
    choose(key) {
      part = key;
      table.keep(hotRows(profile, part), titleOf(part));
    },
  };
}

/* How far the figures can be trusted. */
function trust({head}) {
  const notes = [
    ...(head.ran && !head.meta.shape ? [{text: head.fine}] : []),
    ...head.notes,
    ...Object.entries(head.tallies).map(([name, value]) => ({warn: true, text: `${name}: ${count(value)}`})),
  ];
  return p(
    'note',
    notes.filter(({text}) => text).map(({warn, text}) => element('span', {class: warn ? 'warm' : null}, `${text}. `)),
  );
}

function make(shell, place) {
  const {profile} = shell;
  const column = div('summary');
  place.append(column);
  const hot = hotFunctions(shell, place);
  const holder = div();
  column.append(...verdict(shell, hot.choose), holder, hot.box, trust(profile));
  const options = {levels: 6, label: 'flame graph in small', choose: path => shell.show('flame', {path})};
  const graph = profile.head.ran ? flameOf(shell, holder, options) : null;
  return {
    searched() {
      graph?.draw();
      return hot.update();
    },
    go: hot.go,
    leave() {
      graph?.remove();
      hot.remove();
    },
  };
}

export const summary = {key: 'summary', title: 'Summary', byRank: true, when: () => true, make};
