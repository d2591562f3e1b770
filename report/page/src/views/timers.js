/*
 * timers.js - the times of functions over the ranks, some functions at a time: as lines in the plane of ranks and time; in space,
 * where a function is a wall along the ranks that is as high as its time; and that from above, ranks and functions, with the
 * time as a colour. x is the rank, y the time, z the function. Drawn with a projection of ten lines: a library for three
 * dimensions would be larger than all else in the page.
 */
import {timersOf, timesOf, WHAT} from '../data/timers.js';
import {canvas, color, dark, element} from '../dom.js';
import {axisLabels, roundTicks} from '../parts/axes.js';
import {choice, timerChoices} from '../parts/choose.js';
import {rowColor} from '../parts/paint.js';
import {count, time} from '../words.js';

const SHOWN = 12;
const HEIGHT = 380;
const LEFT = 74; /* for the numbers of an axis */
const BELOW = 44;
const NEAR = 26; /* pixels from a click to the point that it names */
const POINTS = 512; /* ranks in a line; of more each point is the longest of several */
const WAYS = {plane: '2-D', space: '3-D', above: '3-D from above (z-x)'};

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
    Object.assign(this, {shell, place, profile, members: profile.members, way: 'plane', chosen: null, from: 0});
    Object.assign(this, {turn: 0.65, tilt: 0.5, picked: {what: 'exclusive', order: 'time'}});
  }

  /* The functions that are shown: SHOWN of those that a search leaves. */
  gather() {
    const {search} = this.shell;
    const all = timersOf(this.profile, this.picked);
    this.all = search.active ? all.filter(({id}) => search.has(id)) : all;
    this.from = Math.min(this.from, Math.max(0, this.all.length - 1));
    this.from -= this.from % SHOWN;
    this.rows = this.all.slice(this.from, this.from + SHOWN).map((region, k) => {
      const times = timesOf(this.profile, region, this.picked.what);
      return {region, ...times, k, points: thin(times.values)};
    });
    this.ticks = roundTicks(
      this.rows.reduce((top, {points}) => points.reduce((a, {value}) => Math.max(a, value), top), 1),
    );
    this.most = this.ticks.at(-1);
    this.chosen = null;
  }

  number(k) {
    return count(this.from + k + 1);
  }

  /* What the axes are. */
  axes() {
    const {list} = this.members;
    const member = this.profile.head.member;
    const ranks = `x: ${member} ${list[0].number} to ${list.at(-1).number}`;
    const times = `${this.way === 'above' ? 'colour' : 'y'}: ${WHAT[this.picked.what]}, 0 to ${time(this.most)}`;
    const functions = `${this.way === 'plane' ? 'lines' : 'z'}: functions ${this.number(0)} to ${this.number(this.rows.length - 1)}`;
    return this.rows.length ? `${ranks}; ${times}; ${functions}` : 'no function';
  }

  /* Where a time of the k-th function on a member is seen; depth: how near. */
  #at(k, member, value) {
    const along = this.members.count > 1 ? member / (this.members.count - 1) : 0.5;
    const up = value / this.most;
    if (this.way === 'plane')
      return {x: LEFT + along * (this.width - LEFT - 20), y: HEIGHT - BELOW - up * (HEIGHT - BELOW - 28), depth: 0};
    const across = this.rows.length > 1 ? k / (this.rows.length - 1) : 0.5;
    const [sine, cosine] = [Math.sin(this.turn), Math.cos(this.turn)];
    const x = (along - 0.5) * 1.5;
    const z = across - 0.5;
    const size = Math.min((this.width - 150) * 0.52, 340);
    const depth = x * sine + z * cosine;
    return {
      x: this.width / 2 + (x * cosine - z * sine) * size,
      y: HEIGHT * 0.53 + depth * size * Math.sin(this.tilt) * 0.6 - (up - 0.3) * 165 * Math.cos(this.tilt),
      depth,
    };
  }

  draw() {
    this.width = this.place.clientWidth;
    if (!this.width) return;
    const label = `${WHAT[this.picked.what]} of functions by ${this.profile.head.member}; ${this.axes()}`;
    const [made, context] = canvas(this.width, HEIGHT, {role: 'img', 'aria-label': label});
    this.seen = [];
    if (this.rows.length) this.#paint(context);
    const point = this.chosen && this.seen.find(({k, member}) => k === this.chosen.k && member === this.chosen.member);
    if (point) {
      context.strokeStyle = color('text');
      context.lineWidth = 2;
      context.beginPath();
      if (point.wide) context.rect(point.x - point.wide / 2, point.y - point.tall / 2, point.wide, point.tall);
      else context.arc(point.x, point.y, 6, 0, 7);
      context.stroke();
    }
    this.place.replaceChildren(made);
  }

  #paint(context) {
    if (this.way === 'plane') this.#plane(context);
    else if (this.way === 'space') this.#space(context);
    else this.#above(context);
  }

  #plane(context) {
    const base = HEIGHT - BELOW;
    context.fillStyle = color('line');
    const marks = this.ticks.map(value => ({text: time(value), x: LEFT - 8, y: this.#at(0, 0, value).y}));
    for (const {y} of marks) context.fillRect(LEFT, y, this.width - LEFT - 20, 1);
    axisLabels(context, marks, 'right');
    const {list} = this.members;
    axisLabels(
      context,
      list.map(({number}, member) => ({text: String(number), x: this.#at(0, member, 0).x, y: base + 14})),
    );
    axisLabels(context, [{text: WHAT[this.picked.what], x: 4, y: 10}], 'left');
    axisLabels(context, [{text: this.profile.head.member, x: (LEFT + this.width - 20) / 2, y: base + 32}]);
    for (const row of this.rows) this.#line(context, row);
  }

  #space(context) {
    this.#room(context);
    const middle = this.members.count >> 1;
    const order = [...this.rows].sort((a, b) => this.#at(a.k, middle, 0).depth - this.#at(b.k, middle, 0).depth);
    for (const row of order) this.#line(context, row);
  }

  #line(context, row) {
    const points = row.points.map(({value, member}) => ({...this.#at(row.k, member, value), member, value, k: row.k}));
    this.seen.push(...points);
    if (this.way === 'space') {
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

  /* The floor, the lines of the time on the two walls behind, and the numbers along the edges in front. */
  #room(context) {
    const last = this.members.count - 1;
    const end = this.rows.length - 1;
    const near = (a, b) => (this.#at(...a, 0).depth > this.#at(...b, 0).depth ? [a, b] : [b, a]);
    const [[frontK], [backK]] = near([0, last / 2], [end, last / 2]);
    const [[, frontMember], [, backMember]] = near([end / 2, 0], [end / 2, last]);
    const path = corners => {
      context.beginPath();
      for (const corner of corners) {
        const {x, y} = this.#at(...corner);
        context.lineTo(x, y);
      }
    };
    context.strokeStyle = color('line');
    context.fillStyle = color('panel');
    path([
      [0, 0, 0],
      [0, last, 0],
      [end, last, 0],
      [end, 0, 0],
    ]);
    context.closePath();
    context.fill();
    context.stroke();
    for (const value of this.ticks) {
      path([
        [backK, frontMember, value],
        [backK, backMember, value],
        [frontK, backMember, value],
      ]);
      context.stroke();
    }
    const center = this.#at(end / 2, last / 2, 0);
    const outward = (k, member) => {
      const {x, y} = this.#at(k, member, 0);
      const length = Math.hypot(x - center.x, y - center.y) || 1;
      return [(x - center.x) / length, (y - center.y) / length];
    };
    const taken = [];
    /* The time stands at the upright edge that is farthest to a side, where no wall is in front of it. */
    const sides = [
      [backK, frontMember],
      [frontK, backMember],
    ].sort((a, b) => this.#at(...a, 0).x - this.#at(...b, 0).x);
    const up = this.ticks.map(value => ({value, ...this.#at(...sides[0], value)}));
    axisLabels(
      context,
      up.map(({value, x, y}) => ({text: time(value), x: x - 8, y})),
      'right',
      taken,
    );
    axisLabels(context, [{text: WHAT[this.picked.what], x: up.at(-1).x, y: up.at(-1).y - 16}], 'center', taken);
    const edge = (items, [dx, dy], title, titleAt) => {
      const labels = items.map(({text, at}) => ({text, x: at.x + 16 * dx, y: at.y + 8 + 8 * dy}));
      axisLabels(context, labels, 'center', taken);
      const under = {text: title, x: titleAt.x + 58 * dx, y: Math.min(HEIGHT - 8, titleAt.y + 14 + 26 * dy)};
      axisLabels(context, [under], 'center', taken);
    };
    const {list} = this.members;
    edge(
      list.map(({number}, member) => ({text: String(number), at: this.#at(frontK, member, 0)})),
      outward(frontK, last / 2),
      this.profile.head.member,
      this.#at(frontK, last / 2, 0),
    );
    edge(
      this.rows.map(({k}) => ({text: this.number(k), at: this.#at(k, frontMember, 0)})),
      outward(end / 2, frontMember),
      'function',
      this.#at(end / 2, frontMember, 0),
    );
  }

  #above(context) {
    const top = 30;
    const points = this.rows[0].points.length;
    const wide = (this.width - LEFT - 20) / points;
    const tall = (HEIGHT - BELOW - top) / Math.max(this.rows.length, 4);
    const gap = wide > 6 ? 1 : 0;
    const base = top + tall * this.rows.length;
    for (const {k, points: values, mark} of this.rows)
      values.forEach(({value, member}, i) => {
        const share = value / this.most;
        const cell = {x: LEFT + (i + 0.5) * wide, y: top + (k + 0.5) * tall, wide: wide - gap, tall: tall - 1};
        this.seen.push({...cell, k, member, value});
        context.fillStyle = color('soft');
        context.fillRect(cell.x - cell.wide / 2, cell.y - cell.tall / 2, cell.wide, cell.tall);
        context.globalAlpha = share;
        context.fillStyle = color('accent');
        context.fillRect(cell.x - cell.wide / 2, cell.y - cell.tall / 2, cell.wide, cell.tall);
        context.globalAlpha = 1;
        if (wide < 64 || tall < 15) return;
        context.font = '11px system-ui, sans-serif';
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.fillStyle = share > 0.55 ? (dark() ? '#11141b' : '#fff') : color('text');
        context.fillText(time(value, mark), cell.x, cell.y);
      });
    const {list} = this.members;
    axisLabels(
      context,
      this.rows.map(({k}) => ({text: this.number(k), x: LEFT - 8, y: top + (k + 0.5) * tall})),
      'right',
    );
    axisLabels(
      context,
      this.rows[0].points.map(({member}, i) => ({
        text: String(list[member].number),
        x: LEFT + (i + 0.5) * wide,
        y: base + 12,
      })),
    );
    axisLabels(context, [{text: this.profile.head.member, x: (LEFT + this.width - 20) / 2, y: base + 28}]);
    axisLabels(context, [{text: 'function', x: 4, y: top - 16}], 'left');
    const scale = Math.min(220, this.width - LEFT - 120);
    const left = this.width - 60 - scale;
    for (let x = 0; x < scale; x++) {
      context.globalAlpha = x / scale;
      context.fillStyle = color('accent');
      context.fillRect(left + x, 2, 1, 8);
    }
    context.globalAlpha = 1;
    axisLabels(
      context,
      [this.ticks[0], this.ticks.at(-1)].map((value, k) => ({text: time(value), x: left + k * scale, y: 18})),
    );
  }

  /* The point that is nearest to a place, or null. */
  near(x, y) {
    let best = null;
    let least = NEAR * NEAR;
    for (const point of this.seen) {
      if (point.wide && Math.abs(point.x - x) <= point.wide / 2 + 1 && Math.abs(point.y - y) <= point.tall / 2 + 1)
        return point;
      const away = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (away < least) [best, least] = [point, away];
    }
    return best;
  }

  /* The point beside the chosen one: so many points along its function, so many functions on. */
  beside(along, across) {
    const {k, member} = this.chosen || {k: 0, member: this.seen[0]?.member};
    const row = this.seen.filter(point => point.k === Math.max(0, Math.min(this.rows.length - 1, k + across)));
    const at = row.findIndex(point => point.member >= member);
    return row[Math.max(0, Math.min(row.length - 1, (at < 0 ? row.length - 1 : at) + along))];
  }
}

export function timers(shell, holder) {
  const {profile} = shell;
  const place = element('div', {class: 'timers', tabindex: 0, 'aria-label': 'functions by ranks'});
  const picture = new Picture(shell, place);
  const says = element('p', {class: 'says', 'aria-live': 'polite'});
  const axes = element('p', {class: 'formula'});
  const key = element('div', {class: 'key'});
  const range = element('span', {class: 'formula', 'aria-live': 'polite'});
  const steps = [
    ['the functions before', '‹', -SHOWN],
    ['the next functions', '›', SHOWN],
  ].map(([label, text, by]) => element('button', {'aria-label': label, onclick: () => go(by)}, text));

  function start() {
    says.textContent =
      picture.way === 'space'
        ? 'A click names a point; a drag or the arrow keys turn the picture.'
        : 'A click names a point; the arrow keys go from one to the next.';
  }
  function draw() {
    picture.draw();
    axes.textContent = picture.axes();
  }
  function show() {
    picture.gather();
    start();
    const {all, from, rows} = picture;
    range.textContent = `functions ${count(Math.min(from + 1, all.length))} to ${count(from + rows.length)} of ${count(all.length)}`;
    steps[0].disabled = !from;
    steps[1].disabled = from + rows.length >= all.length;
    key.replaceChildren(
      ...rows.map(({region, k}) =>
        element(
          'span',
          {class: 'code'},
          element('i', {style: `background:${rowColor(k)}`}),
          `${picture.number(k)} ${region.name}`,
        ),
      ),
    );
    draw();
  }
  function go(by) {
    picture.from += by;
    show();
  }
  function look(way) {
    picture.way = way;
    start();
    draw();
  }
  function turn(across, up) {
    picture.turn += across;
    picture.tilt = Math.max(0.05, Math.min(1.3, picture.tilt + up));
    draw();
  }
  function name(point) {
    picture.chosen = point;
    draw();
    if (!point) return;
    const {region, mean, mark} = picture.rows[point.k];
    says.textContent = `${region.name} on ${picture.members.name(point.member)}: ${time(point.value, mark)}, the mean is ${time(mean, mark)}`;
  }
  let drag = null;
  place.addEventListener('pointerdown', event => {
    drag = {x: event.clientX, y: event.clientY, moved: 0};
    if (picture.way === 'space') place.setPointerCapture(event.pointerId);
  });
  place.addEventListener('pointermove', event => {
    if (!drag || picture.way !== 'space') return;
    const [across, up] = [event.clientX - drag.x, event.clientY - drag.y];
    drag = {x: event.clientX, y: event.clientY, moved: drag.moved + Math.abs(across) + Math.abs(up)};
    turn(-across / 150, up / 200);
  });
  place.addEventListener('pointerup', event => {
    const moved = drag?.moved ?? 0;
    drag = null;
    if (moved > 5) return;
    const box = place.getBoundingClientRect();
    name(picture.near(event.clientX - box.left, event.clientY - box.top));
  });
  place.addEventListener('keydown', event => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!step) return;
    if (picture.way === 'space') turn(-step[0] / 10, step[1] / 10);
    else name(picture.beside(...step));
    event.preventDefault();
  });
  const all = picture.members.count;
  const thinned = all > POINTS ? `of ${count(all)} each point is the longest of ${Math.ceil(all / POINTS)}` : null;
  holder.append(
    element(
      'div',
      {class: 'tools'},
      choice('how it is drawn', WAYS, picture.way, look),
      timerChoices(profile, picture.picked, show),
      element('span', null, steps[0], ' ', steps[1], ' ', range),
      thinned && element('span', {class: 'formula'}, thinned),
    ),
    axes,
    place,
    says,
    key,
  );
  show();
  const watch = new ResizeObserver(() => {
    if (place.clientWidth !== picture.width) draw();
  });
  watch.observe(place);
  return {searched: show, remove: () => watch.disconnect()};
}
