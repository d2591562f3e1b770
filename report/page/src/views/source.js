/* source.js - one source file, with what its functions and blocks took beside the lines where these begin. */
import {KIND} from '../data/profile.js';
import {element} from '../dom.js';
import {heat} from '../parts/cells.js';
import {Table} from '../parts/table.js';
import {count, time} from '../words.js';
import {STATUS, STYLE} from './covered.js';

/* The regions that begin on each line, functions first. */
function byLine(profile, file) {
  const lines = new Map();
  for (const region of profile.regions)
    if (region.file === file && region.line && (region.calls || region.covered))
      lines.set(
        region.line,
        [...(lines.get(region.line) || []), region].sort((a, b) => a.kind - b.kind || b.calls - a.calls),
      );
  return lines;
}

export function source(shell, place, file, line) {
  const {profile, search} = shell;
  const [, newer, texts] = profile.head.sources.find(([name]) => name === file);
  const regions = byLine(profile, file);
  const digits = String(texts.length).length;
  const rows = texts.map((text, k) => ({number: k + 1, text, regions: regions.get(k + 1) || []}));
  const first = (row, of) => (row.regions.length ? of(row.regions[0]) : '');
  const has = row => search.active && row.text.toLowerCase().includes(search.query);
  const table = new Table(place, {
    label: file,
    nameTitle: 'line',
    columns: [
      {
        key: 'own',
        title: 'own',
        width: 80,
        tip: 'own time of what begins in this line',
        cell: row =>
          first(row, region =>
            region.calls
              ? {text: time(region.exclusive, profile.ownMark(region.marks)), hot: heat(profile.regionOwnShare(region))}
              : '',
          ),
      },
      {
        key: 'calls',
        title: 'calls',
        width: 92,
        cell: row => first(row, region => (region.calls ? count(region.calls) : '')),
      },
      {
        key: 'status',
        title: 'status',
        width: 116,
        cell: row => first(row, ({covered}) => ({text: STATUS[covered], hot: STYLE[covered]})),
      },
    ],
    name: row => ({
      text: `${String(row.number).padStart(digits)}  ${row.text}`,
      note: row.regions
        .filter(region => region.kind !== KIND.FUNCTION || region.reason)
        .map(region => region.reason || region.name)
        .join(', '),
      found: has(row),
    }),
    isBare: row => !row.regions.length,
    choose: row => row.regions[0]?.calls && shell.show('functions', {region: row.regions[0].id}),
  });
  let hits = [];
  place.append(
    element(
      'div',
      {class: 'tools'},
      element('button', {onclick: () => shell.show('coverage')}, '‹ all functions'),
      element('span', {class: 'code'}, file),
      element('span', {class: 'formula'}, 'beside a line: what begins there'),
    ),
  );
  if (newer)
    place.append(
      element('p', {class: 'note warm'}, 'This file was changed after the program began to run: lines may have moved.'),
    );
  place.append(table.box);
  table.setRows(rows);
  if (line) table.go(Math.min(rows.length, line) - 1, false);
  return {
    searched() {
      hits = rows.filter(has);
      table.setRows(rows);
      return hits.length;
    },
    go: k => table.go(hits[k].number - 1, false),
    leave: () => table.remove(),
  };
}
