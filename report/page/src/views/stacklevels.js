/*
 * stacklevels.js - the levels of the call stack on each rank: a line for each level, on which calls are as long as their time on that
 * rank and stand below their caller. A click on one goes into it. It needs no trace, so calls of one path are one.
 */
import {canvas, color, drawnIn, element} from '../dom.js';
import {paintOf} from '../parts/paint.js';
import {hideTip, showTip} from '../parts/tip.js';
import {count, time} from '../words.js';

const LEVELS = 5;
const RANKS = 16; /* of more, some are drawn, from the first to the last */
const ROW = 17;
const GAP = 7;
const LEFT = 52;
const LEAST = 0.7; /* pixels */

/* Down from the root, as long as nearly all is in one path. */
function firstFork(profile) {
  const {inclusive_s: times} = profile.node;
  let at = 0;
  for (;;) {
    const [first] = profile.children(at);
    if (first === undefined || times[first] < 0.9 * times[at]) return at;
    at = first;
  }
}

export function stackLevels(shell, holder) {
  const {profile} = shell;
  const {members} = profile;
  const place = element('div', {class: 'picture stacklevels'});
  const trail = element('div', {class: 'trail'});
  const drawn = Math.min(RANKS, members.count);
  const shown = Array.from({length: drawn}, (_, k) =>
    drawn > 1 ? Math.round((k * (members.count - 1)) / (drawn - 1)) : 0,
  );
  let at = firstFork(profile);
  let boxes = [];

  /* What is wide enough to be seen on one of the ranks: {node, level, rank: its place among those drawn, x, width, value}. */
  function layOut(scale) {
    const made = [];
    const lay = (node, level, starts) => {
      const values = members.sums([node], 'inclusive');
      shown.forEach((member, rank) => {
        const width = values[member] * scale;
        if (width >= LEAST) made.push({node, level, rank, x: starts[rank], width, value: values[member]});
      });
      const next = starts.slice();
      if (level + 1 < LEVELS && shown.some(member => values[member] * scale >= LEAST))
        for (const child of profile.children(node)) {
          const widths = lay(child, level + 1, next.slice());
          widths.forEach((width, rank) => (next[rank] += width));
        }
      return shown.map(member => values[member] * scale);
    };
    lay(at, 0, new Array(shown.length).fill(LEFT));
    return made;
  }

  function draw() {
    const width = place.clientWidth;
    if (!width) return;
    const whole = members.sums([at], 'inclusive');
    const most = shown.reduce((top, member) => Math.max(top, whole[member]), 1);
    boxes = layOut((width - LEFT - 4) / most);
    const levels = boxes.reduce((deepest, {level}) => Math.max(deepest, level + 1), 1);
    const group = levels * ROW + GAP;
    const label = `levels of calls below ${profile.regionOf(at).name} on ${count(drawn)} of ${count(members.count)} ${profile.head.member}s, ${count(boxes.length)} boxes`;
    const [made, context] = canvas(width, drawn * group, {role: 'img', 'aria-label': label});
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    shown.forEach((member, rank) => {
      context.fillStyle = color('dim');
      context.fillText(String(members.list[member].number), 2, rank * group + ROW / 2);
    });
    for (const box of boxes) {
      box.y = box.rank * group + box.level * ROW;
      const region = profile.regionOf(box.node);
      context.fillStyle = paintOf(region, profile.kinds);
      context.fillRect(box.x, box.y, Math.max(LEAST, box.width - (box.width > 4 ? 1 : 0)), ROW - 1);
      if (box.width < 6 + context.measureText(region.name).width) continue;
      context.fillStyle = color('text');
      context.fillText(region.name, box.x + 3, box.y + ROW / 2);
    }
    place.replaceChildren(made);
  }

  function find(event) {
    const {left, top} = place.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    return boxes.findLast(box => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + ROW);
  }

  function go(node) {
    at = node;
    hideTip();
    trail.replaceChildren(
      ...[0, ...profile.path(at)].map(above =>
        element('button', {class: 'code link', onclick: () => go(above)}, profile.regionOf(above).name),
      ),
    );
    draw();
  }

  place.addEventListener('pointermove', event => {
    const box = find(event);
    if (!box) return hideTip();
    return showTip(event, `${profile.regionOf(box.node).name}\n${members.name(shown[box.rank])}: ${time(box.value)}`);
  });
  place.addEventListener('pointerleave', hideTip);
  place.addEventListener('click', event => {
    const box = find(event);
    if (box && profile.children(box.node).length) go(box.node);
  });
  holder.append(trail, place);
  go(at);
  return {remove: drawnIn(place, draw)};
}
