/* exports.js - files for other programs, made of what is in the page, and what the profile says about itself. */
import * as files from '../data/files.js';
import {element} from '../dom.js';

const licences = LICENCES; /* bundle.mjs defines it: of the libraries in this page */

const KINDS = [
  ['tree.csv', 'call paths with all figures', 'text/csv', files.treeCsv],
  ['functions.csv', 'functions with all figures', 'text/csv', files.functionsCsv],
  ['folded', 'call path and own time in ns, for flamegraph.pl, inferno and many others', 'text/plain', files.folded],
  [
    'speedscope.json',
    'for speedscope.app: all in one profile, and one of each thread',
    'application/json',
    files.speedscope,
  ],
];

function save(name, type, text) {
  const link = element('a', {download: name});
  const address = URL.createObjectURL(new Blob([text], {type}));
  link.href = address;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function list(pairs) {
  return element(
    'dl',
    null,
    Object.entries(pairs).flatMap(([key, value]) => [element('dt', null, key), element('dd', null, String(value))]),
  );
}

function make(shell, place) {
  const {profile} = shell;
  const {head} = profile;
  const base = head.title.replace(/[^\w.-]+/g, '_') || 'profile';
  const heading = (text, formula) => element('h2', null, text, element('span', {class: 'formula'}, formula || ''));
  place.append(
    heading('Downloads', 'made here, of the data in this page'),
    element(
      'div',
      {class: 'downloads'},
      KINDS.map(([name, text, type, of]) =>
        element('button', {onclick: () => save(`${base}.${name}`, type, of(profile))}, element('b', null, name), text),
      ),
    ),
    element('p', {class: 'note'}, 'More formats, such as pprof, callgrind and Caliper: instr-report export FORMAT.'),
    heading('What the profile says about itself'),
    list({profile: head.name, ...head.meta}),
  );
  if (Object.keys(head.tallies).length)
    place.append(heading('Counted rather than dropped silently'), list(head.tallies));
  place.append(
    heading('Libraries in this page'),
    ...licences.map(({name, version, licence, text}) =>
      element('details', null, element('summary', null, `${name} ${version}, ${licence}`), element('pre', null, text)),
    ),
  );
}

export const exports = {key: 'exports', title: 'Export', when: () => true, make};
