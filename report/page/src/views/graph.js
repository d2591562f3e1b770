/* graph.js - who calls whom: a box for each function, the larger the more time it took itself; dagre places them. */
import {Graph, layout} from '@dagrejs/dagre';
import {element, svg} from '../dom.js';
import {tipOn} from '../parts/tip.js';
import {letters} from '../parts/text.js';
import {count, percent, time} from '../words.js';
import {placeOf} from './paths.js';

const LEAST = 0.005; /* of the total, with all it called */
const MOST = 70;
const LINE = 26; /* letters of a name in one line of its box */

/* Calls of one function from another, over all paths; of a recursion the time is in the outer call's. */
function edgesOf(profile, shown) {
  const edges = new Map();
  const {parent, region, calls, inclusive} = profile.node;
  for (let i = 1; i < profile.count; i++) {
    const [from, to] = [region[parent[i]], region[i]];
    if (from === to || !shown.has(from) || !shown.has(to)) continue;
    const key = from * profile.regions.length + to;
    const edge = edges.get(key) || {from, to, calls: 0, time: 0};
    edge.calls += calls[i];
    if (profile.outermost[i]) edge.time += inclusive[i];
    edges.set(key, edge);
  }
  return [...edges.values()];
}

/* A name in lines, all of it. */
function linesOf(name) {
  const lines = [];
  for (let at = 0; at < name.length; at += LINE) lines.push(name.slice(at, at + LINE));
  return lines.length ? lines : [''];
}

function boxOf(profile, region) {
  const share = profile.regionOwnShare(region);
  const scale = 1 + Math.min(1.1, 1.6 * Math.sqrt(Math.max(0, share)));
  const lines = linesOf(region.name);
  const size = 11.5 * scale;
  const width = Math.max(...lines.map(letters), 8) * size * 0.605 + 20;
  return {region, share, lines, size, width, height: (lines.length + 1) * size * 1.25 + 12};
}

function place(profile) {
  const inclusive = region => region.inclusive / profile.total;
  const regions = profile.regions
    .filter(region => region.calls && (inclusive(region) >= LEAST || profile.regionOwnShare(region) >= LEAST))
    .sort((a, b) => b.inclusive - a.inclusive)
    .slice(0, MOST);
  const graph = new Graph();
  graph.setGraph({rankdir: 'TB', nodesep: 18, ranksep: 46, marginx: 8, marginy: 8});
  for (const region of regions) graph.setNode(String(region.id), boxOf(profile, region));
  const edges = edgesOf(profile, new Set(regions.map(region => region.id)));
  for (const edge of edges) graph.setEdge(String(edge.from), String(edge.to), {...edge});
  layout(graph);
  return {graph, left: profile.regions.filter(region => region.calls).length - regions.length};
}

const heatOf = share => `color-mix(in srgb, var(--hot) ${Math.round(Math.min(85, 6 + 150 * share))}%, var(--panel))`;

function drawEdge(profile, graph, name) {
  const edge = graph.edge(name);
  const share = edge.time / profile.total;
  const [first, ...rest] = edge.points;
  const last = rest.pop();
  const path = `M${first.x} ${first.y}${rest.map(({x, y}) => `L${x} ${y}`).join('')}L${last.x} ${last.y}`;
  const made = svg('path', {
    d: path,
    class: 'edge',
    'stroke-width': 1 + 7 * Math.min(1, share),
    'marker-end': 'url(#arrow)',
  });
  const [from, to] = [profile.regions[edge.from], profile.regions[edge.to]];
  return tipOn(
    made,
    () => `${from.name} calls ${to.name}\n${count(edge.calls)} calls, ${time(edge.time)} (${percent(share)})`,
  );
}

function drawBox(shell, graph, name) {
  const {x, y, width, height, region, lines, size, share} = graph.node(name);
  const open = () => shell.show('functions', {region: region.id});
  const text = (line, k, className) =>
    svg('text', {x, y: y - height / 2 + 6 + size * 1.25 * (k + 0.82), 'font-size': size, class: className}, line);
  const made = svg(
    'g',
    {class: 'box', tabindex: 0, role: 'button', 'aria-label': region.name, onclick: open},
    svg('rect', {x: x - width / 2, y: y - height / 2, width, height, rx: 7, style: `fill:${heatOf(share)}`}),
    lines.map((line, k) => text(line, k, 'name')),
    text(`${percent(share)} own`, lines.length, 'figure'),
  );
  made.addEventListener('keydown', event => {
    if (event.key === 'Enter') open();
  });
  return tipOn(
    made,
    () =>
      `${region.name}\n${placeOf(region)}\nown ${time(region.exclusive)}, with what it called ${time(region.inclusive)}`,
  );
}

function make(shell, holder) {
  const {profile} = shell;
  const {graph, left} = place(profile);
  const {width, height} = graph.graph();
  const arrow = svg(
    'marker',
    {
      id: 'arrow',
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto',
    },
    svg('path', {d: 'M0 0L8 4L0 8z', class: 'tip-of-edge'}),
  );
  const picture = svg(
    'svg',
    {viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'call graph'},
    svg('defs', null, arrow),
    graph.edges().map(name => drawEdge(profile, graph, name)),
    graph.nodes().map(name => drawBox(shell, graph, name)),
  );
  const frame = element('div', {class: 'graph'}, picture);
  let scale = 1;
  function zoom(to) {
    scale = Math.max(0.15, Math.min(3, to));
    picture.style.width = `${width * scale}px`;
    picture.style.height = `${height * scale}px`;
  }
  const fit = () => zoom(Math.min(1, (frame.clientWidth - 4) / width));
  const button = (title, name, click) => element('button', {'aria-label': name, title: name, onclick: click}, title);
  holder.append(
    element(
      'div',
      {class: 'tools'},
      button('−', 'smaller', () => zoom(scale / 1.25)),
      button('+', 'larger', () => zoom(scale * 1.25)),
      button('fit', 'all of it', fit),
      element('span', {class: 'formula'}, 'size and colour = own time; an arrow is as thick as the time of its calls'),
    ),
    frame,
  );
  if (left > 0)
    holder.append(
      element(
        'p',
        {class: 'note'},
        `${count(left)} functions with less than ${percent(LEAST)} of the time are not shown.`,
      ),
    );
  const boxes = new Map(graph.nodes().map((name, k) => [Number(name), picture.querySelectorAll('.box')[k]]));
  let hits = [];
  fit();
  return {
    searched() {
      hits = [];
      for (const [id, box] of boxes) {
        const has = shell.search.active && shell.search.has(id);
        box.classList.toggle('found', has);
        if (has) hits.push(box);
      }
      return hits.length;
    },
    go: k => hits[k].scrollIntoView({block: 'center', inline: 'center'}),
  };
}

export const graph = {key: 'graph', title: 'Call graph', when: profile => profile.head.ran, make};
