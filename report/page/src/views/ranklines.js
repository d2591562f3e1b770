/*
 * ranklines.js - the times of functions on ranks as lines, some functions at a time: over the ranks a line for each function, or
 * over the functions a line for each rank. A click, or the arrow keys, name a point.
 */
import {canvas, color, div, drawnIn, element, p, span} from '../dom.js';
import {axisLabels, roundTicks} from '../parts/axes.js';
import {choice, timeChoices, WHAT} from '../parts/choose.js';
import {rowColor} from '../parts/paint.js';
import {count, time} from '../words.js';

const SHOWN = 12;
const HEIGHT = 380;
const LEFT = 74; /* for the numbers of an axis */
const RIGHT = 20;
const BELOW = 44;
const NEAR = 26; /* pixels from a click to the point that it names */
const POINTS = 512; /* ranks in a picture; of more each point is the longest of several */
const OVER = {ranks: 'over ranks', functions: 'over functions'};

/* At most POINTS of them: {value, member: the first of the longest}. */
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

export function rankLines(shell, holder) {
  const {profile, search} = shell;
  const {members} = profile;
  const {member: rank, members: ranks} = profile.head;
  const picked = {what: 'exclusive_s', order: 'time'};
  const place = element('div', {class: 'ranklines', tabindex: 0, 'aria-label': 'functions by ranks, as lines'});
  const says = element('p', {class: 'says', 'aria-live': 'polite'});
  const axes = p('formula');
  const key = div('key');
  const range = element('span', {class: 'formula', 'aria-live': 'polite'});
  const steps = [
    ['previous functions', '‹', -SHOWN],
    ['next functions', '›', SHOWN],
  ].map(([label, text, by]) => element('button', {'aria-label': label, onclick: () => show((from += by))}, text));
  let over = 'ranks';
  let from = 0;
  let rows = [];
  let ticks = [0, 1];
  let seen = [];
  let chosen = null;
  let width = 0;

  const number = k => count(from + k + 1);

  /* The functions that are shown: SHOWN of those that a search leaves. */
  function show() {
    const all = profile.functions(picked).filter(({id}) => !search.active || search.has(id));
    from = Math.max(0, Math.min(from, all.length - 1));
    from -= from % SHOWN;
    rows = all.slice(from, from + SHOWN).map((region, k) => {
      const times = profile.timesOf(region, picked.what);
      return {region, ...times, k, points: thin(times.values)};
    });
    ticks = roundTicks(Math.max(1, ...rows.flatMap(({points}) => points.map(({value}) => value))));
    chosen = null;
    says.textContent = 'Click a point to see its rank and time. Arrow keys go to the next one.';
    range.textContent = `functions ${count(Math.min(from + 1, all.length))} to ${count(from + rows.length)} of ${count(all.length)}`;
    steps[0].disabled = !from;
    steps[1].disabled = from + rows.length >= all.length;
    draw();
  }

  /* What the axes are. */
  function said() {
    const all = `${rank} ${members.list[0].number} to ${members.list.at(-1).number}`;
    const some = `functions ${number(0)} to ${number(rows.length - 1)}`;
    const [x, lines] = over === 'ranks' ? [all, some] : [some, all];
    return rows.length
      ? `x: ${x}; y: ${WHAT[picked.what]}, 0 to ${time(ticks.at(-1))}; lines: ${lines}`
      : 'no function';
  }

  function at(k, member, value) {
    const [place_, last] = over === 'ranks' ? [member, members.count - 1] : [k, rows.length - 1];
    return {
      x: LEFT + (last > 0 ? place_ / last : 0.5) * (width - LEFT - RIGHT),
      y: HEIGHT - BELOW - (value / ticks.at(-1)) * (HEIGHT - BELOW - 28),
    };
  }

  function frame(context) {
    const base = HEIGHT - BELOW;
    context.fillStyle = color('line');
    const marks = ticks.map(value => ({text: time(value), x: LEFT - 8, y: at(0, 0, value).y}));
    for (const {y} of marks) context.fillRect(LEFT, y, width - LEFT - RIGHT, 1);
    const below =
      over === 'ranks'
        ? members.list.map((one, member) => ({text: String(one.number), x: at(0, member, 0).x, y: base + 14}))
        : rows.map(({k}) => ({text: number(k), x: at(k, 0, 0).x, y: base + 14}));
    axisLabels(context, marks, 'right');
    axisLabels(context, below);
    axisLabels(context, [{text: WHAT[picked.what], x: 4, y: 10}], 'left');
    axisLabels(context, [{text: over === 'ranks' ? rank : 'function', x: (LEFT + width - RIGHT) / 2, y: base + 32}]);
  }

  function line(context, points, paint) {
    context.strokeStyle = context.fillStyle = paint;
    context.lineWidth = 1.6;
    context.beginPath();
    for (const {x, y} of points) context.lineTo(x, y);
    context.stroke();
    if (points.length > 64) return;
    for (const {x, y} of points) {
      context.beginPath();
      context.arc(x, y, 3, 0, 7);
      context.fill();
    }
  }

  function draw() {
    width = place.clientWidth;
    if (!width) return;
    const label = `${WHAT[picked.what]} of functions by ${rank}; ${said()}`;
    const [made, context] = canvas(width, HEIGHT, {role: 'img', 'aria-label': label});
    seen = rows.flatMap(({k, points}) => points.map(point => ({...point, k, ...at(k, point.member, point.value)})));
    if (rows.length) frame(context);
    const lines = over === 'ranks' ? rows.length : (rows[0]?.points.length ?? 0);
    for (let i = 0; i < lines; i++) {
      const own = seen.filter((point, at_) => (over === 'ranks' ? point.k : at_ % lines) === i);
      line(context, own, rowColor(i));
    }
    const point = chosen && seen.find(({k, member}) => k === chosen.k && member === chosen.member);
    if (point) {
      context.strokeStyle = color('text');
      context.lineWidth = 2;
      context.beginPath();
      context.arc(point.x, point.y, 6, 0, 7);
      context.stroke();
    }
    place.replaceChildren(made);
    key.replaceChildren(
      ...rows.map(({region, k}) =>
        span(
          'code',
          over === 'ranks' && element('i', {style: `background:${rowColor(k)}`}),
          `${number(k)} ${region.name}`,
        ),
      ),
    );
    axes.textContent = said();
  }

  function name(point) {
    chosen = point;
    draw();
    if (!point) return;
    const {region, mean, mark} = rows[point.k];
    says.textContent = `${region.name} on ${members.name(point.member)}: ${time(point.value, mark)}, the mean is ${time(mean, mark)}`;
  }

  /* The point that is nearest to a place, or null. */
  function near({offsetX, offsetY}) {
    let best = null;
    let least = NEAR * NEAR;
    for (const point of seen) {
      const away = (point.x - offsetX) ** 2 + (point.y - offsetY) ** 2;
      if (away < least) [best, least] = [point, away];
    }
    return best;
  }

  /* The point beside the chosen one: so many ranks on, so many functions on. */
  function beside(along, across) {
    const {k, member} = chosen || {k: 0, member: seen[0]?.member};
    const row = seen.filter(point => point.k === Math.max(0, Math.min(rows.length - 1, k + across)));
    const here = row.findIndex(point => point.member >= member);
    return row[Math.max(0, Math.min(row.length - 1, (here < 0 ? row.length - 1 : here) + along))];
  }

  place.addEventListener('click', event => name(near(event)));
  place.addEventListener('keydown', event => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!step) return;
    name(over === 'ranks' ? beside(...step) : beside(step[1], step[0]));
    event.preventDefault();
  });
  const thinned = members.count > POINTS && `each point is the maximum of several of ${count(members.count)} ${ranks}`;
  holder.append(
    div(
      'tools',
      choice(
        'what stands below',
        Object.entries(OVER).map(([way, text]) => [text, over === way, () => show((over = way))]),
      ),
      timeChoices(profile, picked, show),
      span('', steps[0], ' ', steps[1], ' ', range),
      thinned && span('formula', thinned),
    ),
    axes,
    place,
    says,
    key,
  );
  show();
  return {searched: show, remove: drawnIn(place, draw)};
}
