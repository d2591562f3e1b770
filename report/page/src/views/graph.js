/*
 * graph.js - who calls whom, around one function: those who call it, and who calls them; what it calls, and what that calls. A box
 * is the larger the more time the function took itself; dagre places them. A click on a box puts it in the middle.
 */
import {Graph, layout} from '@dagrejs/dagre';
import {isSeen} from '../data/derived.js';
import {KIND, MARK} from '../data/profile.js';
import {element, svg} from '../dom.js';
import {tipOn} from '../parts/tip.js';
import {letters} from '../parts/text.js';
import {NOT_SEEN, percent, several, time} from '../words.js';
import {placeOf} from './paths.js';

const LEAST = 0.005; /* of the total, with all it called: of the whole graph */
const MOST = 70;
const STEPS = 2; /* up and down from the function in the middle ... */
const ROUND = 4; /* ... to those callers and callees of each with most time */
const LINE = 26; /* letters of a name in one line of its box */

/* Calls of one function from another, over all paths; of a recursion the time is in the outer call's. */
function edgesOf(profile) {
  const edges = new Map();
  const {parent, region, calls, inclusive, marks, error} = profile.node;
  for (let i = 1; i < profile.count; i++) {
    const [from, to] = [region[parent[i]], region[i]];
    if (from === to) continue;
    const key = from * profile.regions.length + to;
    const edge = edges.get(key) || {from, to, calls: 0, time: 0, error2: 0, marks: 0};
    edge.calls += calls[i];
    edge.marks |= marks[i] & (MARK.ESTIMATED | MARK.CALLS_ESTIMATED);
    if (profile.outermost[i]) {
      edge.time += inclusive[i];
      edge.error2 += error[i] ** 2;
    }
    edges.set(key, edge);
  }
  for (const edge of edges.values()) if (!isSeen(edge.time, edge.error2)) edge.marks |= MARK.UNSEEN;
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
  const scale = 1 + Math.min(1.1, 1.6 * Math.sqrt(share || 0));
  const lines = linesOf(region.name);
  const size = 11.5 * scale;
  const width = Math.max(...lines.map(letters), 8) * size * 0.605 + 20;
  return {region, share, lines, size, width, height: (lines.length + 1) * size * 1.25 + 12};
}

/* The functions that take most, for the whole graph. */
function largest(profile) {
  const inclusive = region => region.inclusive / profile.total;
  return profile.regions
    .filter(region => region.calls && (inclusive(region) >= LEAST || profile.regionOwnShare(region) >= LEAST))
    .sort((a, b) => b.inclusive - a.inclusive)
    .slice(0, MOST)
    .map(region => region.id);
}

/* The calls around one function that are followed. */
function around(edges, middle) {
  const followed = [];
  for (const [here, there] of [
    ['to', 'from'],
    ['from', 'to'],
  ]) {
    const reached = new Set([middle]);
    let last = [middle];
    for (let step = 0; step < STEPS; step++) {
      const next = last.flatMap(id =>
        edges
          .filter(edge => edge[here] === id && !reached.has(edge[there]))
          .sort((a, b) => b.time - a.time || b.calls - a.calls)
          .slice(0, ROUND),
      );
      followed.push(...next);
      last = [...new Set(next.map(edge => edge[there]))];
      for (const id of last) reached.add(id);
    }
  }
  return followed;
}

/* The function that took most time itself. */
function hottest(profile) {
  const called = profile.regions.filter(region => region.calls && region.kind !== KIND.ROOT);
  return called.reduce((most, region) => (region.exclusive > most.exclusive ? region : most), called[0]);
}

function place(profile, middle) {
  const all = edgesOf(profile);
  const large = new Set(middle ? [] : largest(profile));
  const edges = middle ? around(all, middle.id) : all.filter(({from, to}) => large.has(from) && large.has(to));
  const shown = middle ? new Set([middle.id, ...edges.flatMap(({from, to}) => [from, to])]) : large;
  const graph = new Graph();
  graph.setGraph({rankdir: 'TB', nodesep: 18, ranksep: 46, marginx: 8, marginy: 8});
  for (const id of shown) graph.setNode(String(id), boxOf(profile, profile.regions[id]));
  for (const edge of edges) graph.setEdge(String(edge.from), String(edge.to), {...edge});
  layout(graph);
  return {graph, left: profile.regions.filter(region => region.calls).length - shown.size};
}

const heatOf = share =>
  `color-mix(in srgb, var(--hot) ${Math.round(Math.min(85, 6 + 150 * (share || 0)))}%, var(--panel))`;

function drawEdge(profile, graph, name) {
  const edge = graph.edge(name);
  const share = edge.time / profile.total;
  const told = edge.marks & MARK.UNSEEN ? NaN : share;
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
  return tipOn(made, () =>
    [
      `${from.name} calls ${to.name}`,
      `${profile.callsOf(edge.calls, edge.marks)} calls`,
      time(edge.time, profile.mark(edge.marks)),
      percent(told),
    ]
      .filter(Boolean)
      .join('\n'),
  );
}

function drawBox(shell, graph, name, middle) {
  const {profile} = shell;
  const {x, y, width, height, region, lines, size, share} = graph.node(name);
  const open = () => shell.show(region === middle ? 'functions' : 'graph', {region: region.id});
  const text = (line, k, className) =>
    svg('text', {x, y: y - height / 2 + 6 + size * 1.25 * (k + 0.82), 'font-size': size, class: className}, line);
  const made = svg(
    'g',
    {
      class: region === middle ? 'box middle' : 'box',
      tabindex: 0,
      role: 'button',
      'aria-label': region.name,
      onclick: open,
    },
    svg('rect', {x: x - width / 2, y: y - height / 2, width, height, rx: 7, style: `fill:${heatOf(share)}`}),
    lines.map((line, k) => text(line, k, 'name')),
    text(Number.isNaN(share) ? NOT_SEEN : `${percent(share)} own`, lines.length, 'figure'),
  );
  made.addEventListener('keydown', event => {
    if (event.key === 'Enter') open();
  });
  return tipOn(
    made,
    () =>
      `${region.name}\n${placeOf(region)}\nown ${time(region.exclusive, profile.ownMark(region.marks))}, with what it called ${time(region.inclusive, profile.mark(region.marks))}${region === middle ? '\na click: all about it' : ''}`,
  );
}

function make(shell, holder) {
  const {profile} = shell;
  const all = shell.chosen('all') === 1;
  const middle = all ? null : profile.regions[shell.chosen('region')] || hottest(profile);
  const {graph, left} = place(profile, middle);
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
    graph.nodes().map(name => drawBox(shell, graph, name, middle)),
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
      all
        ? element('button', {onclick: () => shell.show('graph')}, 'around one function')
        : element('button', {onclick: () => shell.show('graph', {all: 1})}, 'the whole graph'),
      element('span', {class: 'formula'}, 'size and colour = own time; an arrow is as thick as the time of its calls'),
    ),
    frame,
  );
  if (left > 0)
    holder.append(
      element(
        'p',
        {class: 'note'},
        middle
          ? `Around ${middle.name}; ${several(left, 'other function')} not shown. A click on a box puts it in the middle.`
          : `${several(left, 'function')} with less than ${percent(LEAST)} of the time not shown.`,
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
