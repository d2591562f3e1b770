/*
 * stackrows.js - the call stack by rank: a column for each rank, in it what one call path spent in each of those it called. A
 * click on one of these goes into it.
 */
import {MARK} from '../data/profile.js';
import {canvas, color, element} from '../dom.js';
import {firstFork, wayTo} from '../parts/descent.js';
import {rowColor} from '../parts/paint.js';
import {hideTip, showTip} from '../parts/tip.js';
import {percent, time} from '../words.js';

const HEIGHT = 260;
const AXIS = 18;
const WIDEST = 90;
const SHOWN = 14; /* children in colours of their own; the others are one */

export function stackRows(shell, holder) {
  const {profile} = shell;
  const {members} = profile;
  const place = element('div', {class: 'picture'});
  const trail = element('div', {class: 'trail'});
  const key = element('div', {class: 'key'});
  let at = firstFork(profile);
  let layers = [];
  let step = 1;
  let most = 1;

  function divide() {
    const children = Array.from(profile.children(at));
    const shown = children.slice(0, SHOWN);
    const rest = children.slice(SHOWN);
    const {marks} = profile.node;
    const own = {values: members.sums([at], 'exclusive'), mark: profile.estimateMark(marks[at])};
    layers = [{name: 'own time', ...own, paint: color('bar')}];
    for (const i of shown) {
      const region = profile.regionOf(i);
      const values = members.sums([i], 'inclusive');
      layers.push({i, name: region.name, values, mark: profile.mark(marks[i]), paint: rowColor(layers.length - 1)});
    }
    const some = rest.some(i => marks[i] & MARK.ESTIMATED) ? '~' : '';
    const others = {values: members.sums(rest, 'inclusive'), mark: some};
    if (rest.length) layers.push({name: `${rest.length} smaller ones`, ...others, paint: color('line')});
    most = 1;
    for (let k = 0; k < members.count; k++)
      most = Math.max(
        most,
        layers.reduce((sum, {values}) => sum + values[k], 0),
      );
  }

  function draw() {
    const width = place.clientWidth;
    if (!width) return;
    step = Math.min(WIDEST, width / members.count);
    const gap = step > 5 ? Math.min(6, step * 0.15) : 0;
    const label = `time of each ${profile.head.member} below ${profile.regionOf(at).name}`;
    const [made, context] = canvas(width, HEIGHT + AXIS, {role: 'img', 'aria-label': label});
    context.font = '11px system-ui, sans-serif';
    const each = Math.ceil(34 / step);
    for (let member = 0; member < members.count; member++) {
      let y = HEIGHT;
      for (const {values, paint} of layers) {
        const tall = (HEIGHT * values[member]) / most;
        context.fillStyle = paint;
        context.fillRect(member * step + gap / 2, y - tall, Math.max(0.6, step - gap), tall > 3 ? tall - 0.7 : tall);
        y -= tall;
      }
      if (member % each) continue;
      context.fillStyle = color('dim');
      context.fillText(String(members.list[member].number), member * step + gap / 2, HEIGHT + AXIS - 3);
    }
    place.replaceChildren(made);
  }

  function find(event) {
    const box = place.getBoundingClientRect();
    const member = Math.floor((event.clientX - box.left) / step);
    let y = HEIGHT - (event.clientY - box.top);
    if (!(member in members.list) || y < 0) return null;
    for (const layer of layers) {
      y -= (HEIGHT * layer.values[member]) / most;
      if (y < 0) return {member, layer};
    }
    return null;
  }

  function go(i) {
    at = i;
    hideTip();
    divide();
    trail.replaceChildren(...wayTo(profile, at, go));
    key.replaceChildren(
      ...layers.map(({i: node, name, paint}) => {
        const square = element('i', {style: `background:${paint}`});
        return node !== undefined && profile.children(node).length
          ? element('button', {class: 'code link', onclick: () => go(node)}, square, name)
          : element('span', {class: 'code'}, square, name);
      }),
    );
    draw();
  }

  place.addEventListener('pointermove', event => {
    const found = find(event);
    if (!found) return hideTip();
    const {member, layer} = found;
    const whole = layers.reduce((sum, {values}) => sum + values[member], 0);
    return showTip(
      event,
      `${layer.name}\n${members.name(member)}: ${time(layer.values[member], layer.mark)}, ${percent(layer.values[member] / whole)} of its column`,
    );
  });
  place.addEventListener('pointerleave', hideTip);
  place.addEventListener('click', event => {
    const found = find(event);
    if (found?.layer.i !== undefined && profile.children(found.layer.i).length) go(found.layer.i);
  });
  holder.append(trail, place, key);
  go(at);
  const watch = new ResizeObserver(draw);
  watch.observe(place);
  return {remove: () => watch.disconnect()};
}
