/* flame.js - the flame graph of all ranks together, or of one of them. */
import {KIND, placeOf} from '../data/profile.js';
import {div, drawnIn, element, span} from '../dom.js';
import {choice} from '../parts/choose.js';
import {Flame} from '../parts/flame.js';
import {folderColor, paintOf} from '../parts/paint.js';
import {percent, time} from '../words.js';

/* item: a path, or of a derived tree, whose callers have no exclusive time of their own (`up`). */
function describe(profile, item, up = false) {
  const {region, inclusive_s, exclusive_s, calls, marks} = item;
  const share = percent(profile.share(item));
  return [
    region.name,
    placeOf(region),
    `${time(inclusive_s, profile.mark(marks))} ${up ? 'via this caller' : 'inclusive'}${share ? ` (${share})` : ''}`,
    !up && `${time(exclusive_s, profile.ownMark(marks))} exclusive`,
    region.kind !== KIND.ROOT && `${profile.callsOf(calls, marks)} calls`,
  ]
    .filter(Boolean)
    .join('\n');
}

/* A function below its callers, or (up: false) above what it called: a level of them each. */
export function flameOfRelated(shell, holder, model, item) {
  const {profile, search} = shell;
  const items = [item];
  const parents = [0];
  const below = [];
  const {outermost} = profile.node;
  const weigh = ({pairs}) => pairs.reduce((sum, [i]) => sum + (outermost[i] || !model.up ? profile.weight[i] : 0), 0);
  const weight = [weigh(item)];
  const number = (i, child) => {
    parents.push(i);
    weight.push(weigh(child));
    return items.push(child) - 1;
  };
  return new Flame(holder, {
    weight,
    levels: 8,
    up: model.up,
    label: model.up ? 'flame graph of its callers' : 'flame graph of what it calls',
    children: i => (below[i] ??= model.children(items[i]).map(child => number(i, child))),
    parent: i => parents[i],
    name: i => items[i].region.name,
    paint: i => paintOf(items[i].region, profile.kinds),
    found: i => search.has(items[i].region.id),
    describe: i => describe(profile, items[i], model.up && i > 0),
  });
}

/* Where a function is from, and what is not of a file: "src/solver/", "mpi". */
const folderOf = ({file, place}) => (file ? place.replace(/[^/]*$/, '') || './' : place || 'other');

const FOLDERS = 10; /* that have a colour of their own, those with the most exclusive time */

/* colorOf(region), and what each colour is. */
function folderColours({called, total}) {
  const times = new Map();
  for (const region of called) times.set(folderOf(region), (times.get(folderOf(region)) || 0) + region.exclusive_s);
  const folders = [...times].sort(([, a], [, b]) => b - a).slice(0, FOLDERS);
  const place = new Map(folders.map(([folder], k) => [folder, k]));
  const one = (k, text) => span('', element('i', {style: `background:${folderColor(k)}`}), text);
  return {
    colorOf: region => folderColor(place.get(folderOf(region)) ?? -1),
    key: () => [
      ...folders.map(([folder, time_], k) => one(k, `${folder} ${percent(time_ / total)}`)),
      times.size > FOLDERS ? one(-1, 'all other folders') : '',
    ],
  };
}

/* A flame graph of the profile's paths. */
export function flameOf(shell, holder, options) {
  const {profile, search} = shell;
  profile.sort(profile.node.inclusive_s);
  return new Flame(holder, {
    weight: profile.weight,
    children: i => profile.children(i),
    parent: i => profile.node.parent[i],
    name: i => profile.regionOf(i).name,
    paint: i => paintOf(profile.regionOf(i), profile.kinds),
    found: i => search.active && search.has(profile.node.region[i]),
    describe: i => describe(profile, profile.pathOf(i)),
    waits: i => (profile.whole ? profile.waitingShare(i) : 0),
    ...options,
  });
}

function make(shell, place) {
  const {profile, search} = shell;
  const matched = element('span', {class: 'formula', 'aria-live': 'polite'});
  const {colorOf, key} = folderColours(profile);
  const byFolder = () => shell.text('color') === 'folder';
  const legend = div('key');
  const showKey = () => legend.replaceChildren(...(byFolder() ? key() : []));
  const by = color => () => {
    shell.note({color});
    graph.draw();
    showKey();
  };
  const ways = [
    ['file', !byFolder(), by(null)],
    ['folder', byFolder(), by('folder')],
  ];
  place.append(
    div(
      'tools',
      element('button', {onclick: () => graph.zoom(0, true)}, 'whole run'),
      div('', 'colour by ', choice('colour by', ways)),
      shell.shapers(),
      span('formula', 'width = inclusive time, largest first; click or Enter zooms in, Esc zooms out'),
      matched,
    ),
  );
  const holder = div();
  place.append(holder, legend);
  const graph = flameOf(shell, holder, {
    label: 'flame graph',
    paint: i => (byFolder() ? colorOf(profile.regionOf(i)) : paintOf(profile.regionOf(i), profile.kinds)),
    zoomed: i => shell.note({path: i || null}, true),
  });
  const unwatch = drawnIn(legend, showKey);
  graph.top = graph.selected = Math.max(0, profile.placed(shell.chosen('path')));
  let hits = [];
  return {
    searched() {
      hits = search.active
        ? Array.from(profile.inOrder()).filter(i => search.has(profile.node.region[i]) && profile.weight[i] > 0)
        : [];
      matched.textContent = search.active ? `found: ${percent(search.share())} of the time, exclusive` : '';
      graph.draw();
      return hits.length;
    },
    go: k => graph.zoom(hits[k]),
    chosenRegion: () => profile.node.region[graph.selected],
    leave() {
      unwatch();
      graph.remove();
    },
  };
}

export const flame = {
  key: 'flame',
  title: 'Flame graph',
  byRank: true,
  shaped: true,
  when: profile => profile.head.ran,
  make,
};
