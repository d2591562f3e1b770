/* coverage.js - which functions were measured, which were never called, and why some were left alone. */
import {COVERED} from '../data/profile.js';
import {element} from '../dom.js';
import {Table} from '../parts/table.js';
import {count, percent} from '../words.js';
import {sortBy} from './functions.js';
import {STATUS, STYLE, hasSource} from './covered.js';
import {placeOf} from './paths.js';
import {source} from './source.js';

/* Where it is, and why it was left alone; of a function of a header that may be so in some units only. */
function noteOf(region) {
  const alone = region.covered === COVERED.NOT || region.covered === COVERED.LIBRARY;
  const why = region.reason && (alone ? region.reason : `left alone in some units: ${region.reason}`);
  return [placeOf(region), why].filter(Boolean).join(' · ');
}

function card(number, text, style) {
  return element('div', {class: 'card'}, element('span', null, text), element('b', {class: style}, number));
}

function make(shell, place) {
  const region = shell.profile.regions[shell.chosen('region')];
  return region && hasSource(shell.profile, region)
    ? source(shell, place, region.file, region.line)
    : list(shell, place);
}

function list(shell, place) {
  const {profile, search} = shell;
  const {functions, instrumented, called, libraries} = profile.head.coverage;
  const never = instrumented - called;
  const alone = functions - instrumented;
  const all = profile.regions.filter(region => region.covered);
  const part = (number, name) => element('i', {style: `flex:${number};background:var(--${name})`});
  const sort = {key: 'status', down: true};
  const values = {
    status: region => region.covered * 1e6 - region.line / 1e3,
    calls: region => region.calls,
    name: region => region.name,
  };
  const table = new Table(place, {
    label: 'functions and whether they were measured',
    nameTitle: 'function',
    columns: [
      {
        key: 'status',
        title: 'status',
        width: 132,
        cell: region => ({text: STATUS[region.covered], hot: STYLE[region.covered]}),
      },
      {key: 'calls', title: 'calls', width: 92, cell: region => (region.calls ? count(region.calls) : '')},
    ],
    name: region => ({text: region.name, note: noteOf(region), found: search.has(region.id)}),
    sort,
    sorted: () => update(),
    choose: region => {
      if (hasSource(profile, region)) shell.show('coverage', {region: region.id});
      else if (region.calls) shell.show('functions', {region: region.id});
    },
  });
  let shown = all;
  function update() {
    shown = search.active ? all.filter(region => search.has(region.id)) : all.slice();
    table.setRows(sortBy(shown, values[sort.key], sort.down));
  }
  place.append(
    element(
      'div',
      {class: 'cards'},
      card(percent(functions ? instrumented / functions : 1), 'instrumented', alone ? 'warm' : 'good'),
      card(count(functions), 'functions'),
      profile.head.ran ? card(count(called), 'called', 'good') : null,
      profile.head.ran ? card(count(never), 'never called') : null,
      card(count(alone), 'not instrumented', alone ? 'hot' : ''),
      libraries ? card(count(libraries), 'of libraries, not counted') : null,
    ),
    element(
      'div',
      {class: 'meter', role: 'img', 'aria-label': 'parts of all functions'},
      part(called, 'good'),
      part(never, 'bar'),
      part(alone, 'hot'),
    ),
    element('p', {class: 'formula'}, 'instrumented = functions with a probe / all functions of the program'),
    profile.head.sources.length ? element('p', {class: 'note'}, 'A click shows the source.') : '',
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

export const coverage = {
  key: 'coverage',
  title: 'Coverage',
  when: profile => profile.regions.some(region => region.covered),
  make,
};
