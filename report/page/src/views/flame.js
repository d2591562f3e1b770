/* flame.js - the flame graph of all ranks together, or of one of them. */
import {placeOf} from '../data/profile.js';
import {element} from '../dom.js';
import {Flame} from '../parts/flame.js';
import {paintOf} from '../parts/paint.js';
import {percent, time} from '../words.js';

function describe(profile, i, weight) {
  const {node} = profile;
  const region = profile.regionOf(i);
  const lines = [region.name, placeOf(region)];
  const share = percent(profile.share(profile.pathOf(i)));
  if (weight && weight !== profile.weight)
    lines.push(`${time(weight[i], profile.mark(node.marks[i]))} here (${percent(weight[i] / (weight[0] || 1))})`);
  lines.push(
    `${time(node.inclusive_s[i], profile.mark(node.marks[i]))} with what it called${share ? ` (${share})` : ''}`,
    `${time(node.exclusive_s[i], profile.ownMark(node.marks[i]))} exclusive`,
  );
  if (i) lines.push(`${profile.callsOf(node.calls[i], node.marks[i])} calls`);
  return lines.filter(Boolean).join('\n');
}

/* A flame graph of the profile's paths, each with some weight. */
export function flameOf(shell, holder, weight, options) {
  const {profile, search} = shell;
  profile.sort(profile.node.inclusive_s);
  return new Flame(holder, {
    weight,
    children: i => profile.children(i),
    parent: i => profile.node.parent[i],
    name: i => profile.regionOf(i).name,
    paint: i => paintOf(profile.regionOf(i), profile.kinds),
    found: i => search.active && search.has(profile.node.region[i]),
    describe: i => describe(profile, i, weight),
    waits: i => (weight === profile.weight ? profile.waitingShare(i) : 0),
    ...options,
  });
}

/* Of one rank the own times of its rows, summed up the tree. */
function weightOf(profile, member) {
  const weight = profile.members.own(member);
  for (let i = weight.length - 1; i > 0; i--) weight[profile.node.parent[i]] += weight[i];
  return weight;
}

function make(shell, place) {
  const {profile, search} = shell;
  const {members} = profile;
  const chosen = shell.chosen('member');
  const one = chosen !== null && chosen < members.count ? chosen : null;
  const weight = one === null ? profile.weight : weightOf(profile, one);
  const select = element(
    'select',
    {
      'aria-label': 'whose time',
      onchange: event =>
        shell.show('flame', {
          member: event.target.value === '' ? null : event.target.value,
          path: shell.chosen('path'),
        }),
    },
    element('option', {value: ''}, `all ${profile.head.members}`),
    Array.from({length: members.count}, (_, member) =>
      element('option', {value: member, selected: member === one ? '' : null}, members.name(member)),
    ),
  );
  const matched = element('span', {class: 'formula', 'aria-live': 'polite'});
  place.append(
    element(
      'div',
      {class: 'tools'},
      members.count > 1 ? select : null,
      element('button', {onclick: () => graph.zoom(0)}, 'whole run'),
      element('span', {class: 'formula'}, 'width = time, in the order of size; a click or Enter goes in, Esc out'),
      matched,
    ),
  );
  const holder = element('div');
  place.append(holder);
  const graph = flameOf(shell, holder, weight, {label: 'flame graph'});
  const path = shell.chosen('path');
  graph.top = graph.selected = path !== null && path < profile.count ? path : 0;
  let hits = [];
  return {
    searched() {
      hits = search.active
        ? Array.from(profile.inOrder()).filter(i => search.has(profile.node.region[i]) && weight[i] > 0)
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

export const flame = {key: 'flame', title: 'Flame graph', when: profile => profile.head.ran, make};
