/* summary.js - the answer first: what the default report of the terminal says, with a picture of it. */
import {placeOf} from '../data/profile.js';
import {element} from '../dom.js';
import {card, section} from '../parts/blocks.js';
import {heat, shareBar} from '../parts/columns.js';
import {count, percent, several, time} from '../words.js';
import {flameOf} from './flame.js';
import {LIST} from './functions.js';
import {rankBars} from './rankbars.js';

function cards(profile) {
  const {head, node} = profile;
  const {coverage, meta} = head;
  const calls = node.calls.reduce((sum, value) => sum + value, 0) - node.calls[0];
  const covered = coverage.functions ? coverage.instrumented / coverage.functions : 1;
  return element(
    'div',
    {class: 'cards'},
    card('calls', count(calls), several(profile.count - 1 + head.leftOut.paths, 'path')),
    head.overhead > 0
      ? card(
          'probes took',
          percent(head.overhead / profile.total),
          'taken off all times',
          head.overhead > profile.total ? 'hot' : '',
        )
      : null,
    meta.shape || !coverage.functions
      ? null
      : card(
          'instrumented',
          percent(covered),
          `${count(coverage.instrumented)} of ${several(coverage.functions, 'function')}`,
          covered < 0.9 ? 'warm' : '',
        ),
  );
}

/* A finding: a bar, a name that is never cut off, what it took. A click leads to where more is said. */
function finding(share, name, note, own, open) {
  return element(
    'button',
    {class: 'finding', onclick: open},
    element('span', {class: 'what'}, name, note ? element('span', {class: 'note'}, note) : null),
    element('span', {class: 'figures'}, shareBar(share), element('span', {class: `time ${heat(share)}`}, own)),
  );
}

/* What of a function's own time is not computing. */
function kept([, blocked, noProcessor]) {
  return [
    blocked > 0 ? ` · blocked ${time(blocked, '~')}` : '',
    noProcessor > 0 ? ` · no CPU ${time(noProcessor, '~')}` : '',
  ].join('');
}

function hotFunctions(shell) {
  const {profile} = shell;
  return profile.head.hotFunctions.map((id, i) => {
    const region = profile.regions[id];
    const paths = profile.nodesOf(id).length;
    const calls = `${several(region.calls, 'call')}${paths > 1 ? ` in ${count(paths)} paths` : ''}`;
    const times = profile.head.hotFunctionTimes[i];
    return finding(
      times[0] / profile.total,
      element('span', {class: 'code'}, region.name),
      `${placeOf(region)} · ${calls}${kept(times)}`,
      time(times[0], profile.ownMark(region.marks)),
      () => shell.show('functions', {region: id}),
    );
  });
}

function hotPaths(shell) {
  const {profile} = shell;
  return profile.head.hotPaths.map((path, i) => {
    const names = profile.path(path).map(node => profile.regionOf(node).name);
    const last = names.pop();
    const times = profile.head.hotPathTimes[i];
    return finding(
      times[0] / profile.total,
      element(
        'span',
        {class: 'code'},
        names.map(name => [name, element('span', {class: 'dim'}, ' › ')]),
        element('b', null, last),
      ),
      `${several(profile.node.calls[path], 'call')}${kept(times)}`,
      time(times[0], profile.ownMark(profile.node.marks[path])),
      () => shell.show('tree', {path}),
    );
  });
}

/* What became of the time: all parts as one bar. */
function parts({head, total}) {
  const shown = head.parts.filter(([, , of]) => of / total >= 0.0005);
  return element(
    'div',
    {class: 'parts'},
    element(
      'div',
      {class: 'bar'},
      shown.map(([key, text, of]) =>
        element('i', {class: key, style: `width:${(100 * of) / total}%`, title: `${text} ${percent(of / total)}`}),
      ),
    ),
    element(
      'p',
      {class: 'note'},
      shown
        .sort((a, b) => b[2] - a[2])
        .map(([key, text, of]) => [
          element('i', {class: key}),
          element('span', null, `${text} ${percent(of / total)} `),
        ]),
    ),
  );
}

/* Where a finding is shown: of one rank its path in the flame graph, else its function or the view that is about it. */
function opened(shell, {view, region, path, rank}) {
  const {profile} = shell;
  const member = rank < 0 ? -1 : profile.members.list.findIndex(one => one.number === rank);
  if (path >= 0 && member >= 0 && profile.members.count > 1) return ['flame', {member, path}];
  if (path >= 0 && view !== 'mpi') return ['tree', {path}];
  if (view === 'mpi') return ['functions', {list: LIST.MPI}];
  return region >= 0 && view === 'functions' ? ['functions', {region}] : [view];
}

function found(shell, one) {
  const {head} = shell.profile;
  const notes = [...one.more, one.attempt ? `Try: ${one.attempt}.` : ''].filter(Boolean);
  return finding(
    one.gain / head.runTime,
    element('b', null, one.says),
    notes.map(text => element('span', {class: 'note'}, text)),
    time(one.gain),
    () => shell.show(...opened(shell, one)),
  );
}

/* What can be gained, and what is in order. */
function verdict(shell) {
  const {head} = shell.profile;
  if (!head.ran || head.meta.shape) return '';
  return element(
    'section',
    {class: 'answer'},
    element('h2', null, head.lost ? `${head.run}: ${head.lost}` : head.run),
    parts(shell.profile),
    head.busy ? element('p', {class: 'warm'}, `Busy machine: ${head.busy}.`) : null,
    element(
      'div',
      {class: 'findings'},
      head.findings.map(one => found(shell, one)),
    ),
    element('p', {class: 'note'}, `In order: ${head.fine}.`),
  );
}

function make(shell, place) {
  const {profile} = shell;
  const {head, members} = profile;
  const left = element('div', {class: 'column'});
  const right = element('div', {class: 'column'});
  place.append(verdict(shell), cards(profile), element('div', {class: 'columns'}, left, right));
  if (head.hotFunctions.length)
    left.append(
      section(
        'Hot functions',
        'own computing time, whatever path led there',
        element('div', {class: 'findings'}, hotFunctions(shell)),
      ),
    );
  if (head.hotPaths.length)
    left.append(
      section(
        'Hot paths',
        'own computing time at the end of one path',
        element('div', {class: 'findings'}, hotPaths(shell)),
      ),
    );
  const aside = head.notes.map(({text, warn}) => element('li', {class: warn ? 'warm' : 'dim'}, text));
  for (const [name, value] of Object.entries(head.tallies))
    aside.push(element('li', {class: 'warm'}, `${name}: ${count(value)}`));
  let bars = null;
  if (members.count > 1 && !profile.several) {
    const holder = element('div');
    right.append(section('Ranks', 'time of each rank: work, and in MPI', holder));
    bars = rankBars(shell, holder);
  }
  const holder = element('div');
  if (head.ran) right.append(section('Where the time is', 'width = time', holder));
  const graph = head.ran
    ? flameOf(shell, holder, profile.weight, {
        levels: 9,
        label: 'flame graph in small',
        choose: i => shell.show('flame', {path: i}),
      })
    : null;
  const about = Object.entries({profile: head.name, ...head.meta})
    .filter(([, value]) => Number.isNaN(Number(value)))
    .map(([key, value]) => element('li', {class: 'dim'}, `${key}: ${value}`));
  if (aside.length) left.append(section('What to know', '', element('ul', {class: 'notes'}, aside)));
  right.append(section('About the run', 'as the profile says it', element('ul', {class: 'notes'}, about)));
  return {
    searched() {
      graph?.draw();
      return 0;
    },
    leave() {
      graph?.remove();
      bars?.remove();
    },
  };
}

export const summary = {key: 'summary', title: 'Summary', when: () => true, make};
