/* flame.js - the flame graph of all ranks together, or of one of them. */
import {placeOf} from '../data/profile.js';
import {div, element, span} from '../dom.js';
import {Flame} from '../parts/flame.js';
import {paintOf} from '../parts/paint.js';
import {percent, time} from '../words.js';

function describe(profile, i) {
  const {node} = profile;
  const region = profile.regionOf(i);
  const lines = [region.name, placeOf(region)];
  const share = percent(profile.share(profile.pathOf(i)));
  lines.push(
    `${time(node.inclusive_s[i], profile.mark(node.marks[i]))} with what it called${share ? ` (${share})` : ''}`,
    `${time(node.exclusive_s[i], profile.ownMark(node.marks[i]))} exclusive`,
  );
  if (i) lines.push(`${profile.callsOf(node.calls[i], node.marks[i])} calls`);
  return lines.filter(Boolean).join('\n');
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
    describe: i => describe(profile, i),
    waits: i => (profile.member === null ? profile.waitingShare(i) : 0),
    ...options,
  });
}

function make(shell, place) {
  const {profile, search} = shell;
  const matched = element('span', {class: 'formula', 'aria-live': 'polite'});
  place.append(
    div(
      'tools',
      element('button', {onclick: () => graph.zoom(0, true)}, 'whole run'),
      span('formula', 'width = time, in the order of size; a click or Enter goes in, Esc out'),
      matched,
    ),
  );
  const holder = div();
  place.append(holder);
  const graph = flameOf(shell, holder, {label: 'flame graph', zoomed: i => shell.note({path: i || null}, true)});
  const path = shell.chosen('path');
  graph.top = graph.selected = path !== null && path < profile.count ? path : 0;
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
    go(k) {
      graph.zoom(hits[k]);
    },
    leave: () => graph.remove(),
  };
}

export const flame = {key: 'flame', title: 'Flame graph', byRank: true, when: profile => profile.head.ran, make};
