/*
 * timers.js - the own times of functions over the ranks: as lines, or in space, where a function is a wall along the ranks
 * that is as high as its time. Drawn with a projection of ten lines: a library for three dimensions would be larger than
 * all else in the page.
 */
import {timersOf, timesOf} from '../data/timers.js';
import {canvas, color, element} from '../dom.js';
import {rowColor} from '../parts/paint.js';
import {count, time} from '../words.js';

const SHOWN = 12;
const HEIGHT = 340;
const NEAR = 26; /* pixels from a click to the point that it names */
const POINTS = 512; /* ranks in a line; of more each point is the longest of several */

/* At most POINTS of them: [value, first member]. */
function thin(values) {
  const each = Math.ceil(values.length / POINTS);
  const points = [];
  for (let i = 0; i < values.length; i += each) {
    let most = i;
    for (let k = i; k < Math.min(values.length, i + each); k++) if (values[k] > values[most]) most = k;
    points.push({value: values[most], member: most});
  }
  return points;
}

class Picture {
  constructor(shell, place) {
    const {profile} = shell;
    Object.assign(this, {shell, place, members: profile.members, space: false, turn: 0.65, tilt: 0.5, chosen: null});
    this.rows = timersOf(profile, {what: 'exclusive', order: 'time'})
      .slice(0, SHOWN)
      .map((region, k) => ({region, ...timesOf(profile, region, 'exclusive'), k}))
      .map(row => ({...row, points: thin(row.values)}));
    this.most = this.rows.reduce((top, row) => row.points.reduce((a, {value}) => Math.max(a, value), top), 1);
  }

  /* Where a time of the k-th function on a member is seen; depth: how far away. */
  #at(k, member, value) {
    const along = this.members.count > 1 ? member / (this.members.count - 1) : 0.5;
    const up = value / this.most;
    if (!this.space) return {x: 56 + along * (this.width - 76), y: HEIGHT - 34 - up * (HEIGHT - 54), depth: 0};
    const across = this.rows.length > 1 ? k / (this.rows.length - 1) : 0.5;
    const [sine, cosine] = [Math.sin(this.turn), Math.cos(this.turn)];
    const x = (along - 0.5) * 1.5;
    const z = across - 0.5;
    const size = Math.min(this.width * 0.46, 340);
    const depth = x * sine + z * cosine;
    return {
      x: this.width / 2 + (x * cosine - z * sine) * size,
      y: HEIGHT * 0.57 + depth * size * Math.sin(this.tilt) * 0.6 - (up - 0.3) * 165 * Math.cos(this.tilt),
      depth,
    };
  }

  draw() {
    this.width = this.place.clientWidth;
    if (!this.width) return;
    const label = 'own time of functions by rank';
    const [made, context] = canvas(this.width, HEIGHT, {role: 'img', 'aria-label': label});
    this.seen = [];
    if (this.space) this.#floor(context);
    else this.#axes(context);
    const middle = this.members.count >> 1;
    const order = [...this.rows].sort((a, b) => this.#at(a.k, middle, 0).depth - this.#at(b.k, middle, 0).depth);
    for (const row of order) this.#line(context, row);
    if (this.chosen) {
      const point = this.seen.find(({k, member}) => k === this.chosen.k && member === this.chosen.member);
      context.strokeStyle = color('text');
      context.lineWidth = 2;
      context.beginPath();
      if (point) context.arc(point.x, point.y, 6, 0, 7);
      context.stroke();
    }
    this.place.replaceChildren(made);
  }

  #line(context, row) {
    const points = row.points.map(({value, member}) => ({...this.#at(row.k, member, value), member, value, k: row.k}));
    this.seen.push(...points);
    if (this.space) {
      context.beginPath();
      for (const {x, y} of points) context.lineTo(x, y);
      for (const {member} of [...points].reverse()) {
        const foot = this.#at(row.k, member, 0);
        context.lineTo(foot.x, foot.y);
      }
      context.fillStyle = rowColor(row.k, 0.35);
      context.fill();
    }
    context.strokeStyle = rowColor(row.k);
    context.lineWidth = 1.6;
    context.beginPath();
    for (const {x, y} of points) context.lineTo(x, y);
    context.stroke();
    if (points.length > 64) return;
    context.fillStyle = rowColor(row.k);
    for (const {x, y} of points) {
      context.beginPath();
      context.arc(x, y, 3, 0, 7);
      context.fill();
    }
  }

  #axes(context) {
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = color('dim');
    for (let k = 0; k <= 4; k++) {
      const {y} = this.#at(0, 0, (this.most * k) / 4);
      context.globalAlpha = 0.25;
      context.fillRect(56, y, this.width - 76, 1);
      context.globalAlpha = 1;
      context.textAlign = 'right';
      context.fillText(time((this.most * k) / 4), 50, y + 4);
    }
    this.#numbers(context, HEIGHT - 14);
  }

  #numbers(context, y) {
    const {list, count: all} = this.members;
    const each = Math.max(1, Math.ceil(all / Math.max(2, Math.floor(this.width / 60))));
    context.textAlign = 'center';
    for (let member = 0; member < all; member += each)
      context.fillText(String(list[member].number), this.#at(0, member, 0).x, y);
    context.textAlign = 'left';
  }

  #floor(context) {
    const last = this.members.count - 1;
    const end = this.rows.length - 1;
    context.strokeStyle = color('line');
    context.fillStyle = color('panel');
    context.beginPath();
    for (const [k, member] of [
      [0, 0],
      [0, last],
      [end, last],
      [end, 0],
    ]) {
      const {x, y} = this.#at(k, member, 0);
      context.lineTo(x, y);
    }
    context.closePath();
    context.fill();
    context.stroke();
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = color('dim');
    for (const member of new Set([0, last])) {
      const {x, y} = this.#at(end, member, 0);
      context.fillText(this.members.name(member), x + 4, y + 14);
    }
  }

  /* The point that is nearest to a place, or null. */
  near(x, y) {
    let best = null;
    let least = NEAR * NEAR;
    for (const point of this.seen) {
      const away = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (away < least) [best, least] = [point, away];
    }
    return best;
  }
}

export function timers(shell, holder) {
  const place = element('div', {class: 'timers', tabindex: 0, 'aria-label': 'functions by ranks: arrow keys turn it'});
  const picture = new Picture(shell, place);
  const start = 'A click names a point; in space a drag or the arrow keys turn the picture.';
  const says = element('p', {class: 'says', 'aria-live': 'polite'}, start);
  const ways = ['2-D', '3-D'].map((title, k) =>
    element('button', {'aria-pressed': String(!k), onclick: () => look(k === 1)}, title),
  );
  function look(space) {
    picture.space = space;
    ways.forEach((way, k) => way.setAttribute('aria-pressed', String(space === (k === 1))));
    picture.draw();
  }
  function turn(across, up) {
    picture.turn += across;
    picture.tilt = Math.max(0.05, Math.min(1.3, picture.tilt + up));
    picture.draw();
  }
  let drag = null;
  place.addEventListener('pointerdown', event => {
    drag = {x: event.clientX, y: event.clientY, moved: 0};
    if (picture.space) place.setPointerCapture(event.pointerId);
  });
  place.addEventListener('pointermove', event => {
    if (!drag || !picture.space) return;
    const [across, up] = [event.clientX - drag.x, event.clientY - drag.y];
    drag = {x: event.clientX, y: event.clientY, moved: drag.moved + Math.abs(across) + Math.abs(up)};
    turn(-across / 150, up / 200);
  });
  place.addEventListener('pointerup', event => {
    const moved = drag?.moved ?? 0;
    drag = null;
    if (moved > 5) return;
    const box = place.getBoundingClientRect();
    const point = picture.near(event.clientX - box.left, event.clientY - box.top);
    picture.chosen = point;
    picture.draw();
    if (!point) return;
    const {region, mean} = picture.rows[point.k];
    says.textContent = `${region.name} on ${picture.members.name(point.member)}: ${time(point.value)}, the mean is ${time(mean)}`;
  });
  place.addEventListener('keydown', event => {
    const step = {ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]}[event.key];
    if (!step || !picture.space) return;
    turn(...step);
    event.preventDefault();
  });
  const key = picture.rows.map(({region, k}) =>
    element('span', {class: 'code'}, element('i', {style: `background:${rowColor(k)}`}), region.name),
  );
  const all = picture.members.count;
  const thinned = all > POINTS ? `of ${count(all)} each point is the longest of ${Math.ceil(all / POINTS)}` : null;
  holder.append(
    element(
      'div',
      {class: 'tools'},
      element('div', {class: 'choice', role: 'group'}, ways),
      thinned && element('span', {class: 'formula'}, thinned),
    ),
    place,
    says,
    element('div', {class: 'key'}, key),
  );
  const watch = new ResizeObserver(() => {
    if (place.clientWidth !== picture.width) picture.draw();
  });
  watch.observe(place);
  return {remove: () => watch.disconnect()};
}
