/* heatmap.js - functions by ranks: where a rank spent more or less own time in a function than the others did. */
import {KIND, MARK} from '../data/profile.js';
import {canvas, color, dark, element} from '../dom.js';
import {tipOn} from '../parts/tip.js';
import {percent, time} from '../words.js';

const SHOWN = 30;
const ROW = 24;
const LEAST = 0.002; /* of the total */
const WIDEST = 90;

/* The functions that take most time themselves, each with that of every rank. */
export function hottest(profile, most) {
  const counts = region => region.kind !== KIND.ROOT && region.calls && !(region.marks & MARK.STARTUP);
  return profile.regions
    .filter(region => counts(region) && region.exclusive >= LEAST * profile.total)
    .sort((a, b) => b.exclusive - a.exclusive)
    .slice(0, most)
    .map(region => {
      const values = profile.members.sums(profile.nodesOf(region.id), 'exclusive');
      return {region, values, mean: values.reduce((a, b) => a + b, 0) / (values.length || 1)};
    });
}

/* Blue below the mean, plain at it, red from twice the mean on. */
export function balanceColor(ratio) {
  const off = Math.max(-1, Math.min(1, ratio - 1));
  const strong = Math.abs(off) ** 0.8;
  const hue = off < 0 ? 214 : 10;
  return dark()
    ? `hsl(${hue} ${70 * strong}% ${19 + 27 * strong}%)`
    : `hsl(${hue} ${25 + 60 * strong}% ${94 - 40 * strong}%)`;
}

export function heatMap(shell, holder) {
  const {profile} = shell;
  const {members} = profile;
  const rows = hottest(profile, SHOWN);
  const says = element('p', {class: 'says', 'aria-live': 'polite'}, 'A click names a cell.');
  const table = element('div', {class: 'heat'});
  let drawn = 0;

  function say(row, member) {
    const times = `${(row.values[member] / row.mean).toFixed(2)} times the mean of ${time(row.mean)}`;
    return `${row.region.name} on ${members.name(member)}: ${time(row.values[member])}, ${times}`;
  }

  function cellsOf(row, step) {
    const label = `own time of ${row.region.name} by ${profile.head.member}`;
    const [picture, context] = canvas(step * members.count, ROW, {role: 'img', 'aria-label': label});
    const gap = step > 6 ? 1 : 0;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    row.values.forEach((value, member) => {
      const ratio = row.mean > 0 ? value / row.mean : 1;
      context.fillStyle = balanceColor(ratio);
      context.fillRect(member * step, 0, Math.max(0.6, step - gap), ROW - 1);
      if (step < 54) return;
      context.fillStyle = dark() || ratio > 1.6 || ratio < 0.3 ? '#fff' : color('text');
      context.fillText(time(value), member * step + 6, ROW / 2);
    });
    const memberAt = event => Math.floor(event.offsetX / step);
    picture.addEventListener('click', event => {
      if (memberAt(event) in members.list) says.textContent = say(row, memberAt(event));
    });
    return tipOn(picture, event => (memberAt(event) in members.list ? say(row, memberAt(event)) : ''));
  }

  function draw() {
    const width = table.clientWidth;
    if (!width || width === drawn) return;
    drawn = width;
    const narrow = width < 700;
    const step = Math.min(WIDEST, (narrow ? width : width - 320) / members.count);
    table.classList.toggle('narrow', narrow);
    table.replaceChildren(
      ...rows.map(row =>
        element(
          'div',
          {class: 'line'},
          element(
            'button',
            {class: 'code link', onclick: () => shell.show('functions', {region: row.region.id})},
            row.region.name,
          ),
          element('span', {class: 'note'}, percent(profile.regionOwnShare(row.region))),
          cellsOf(row, step),
        ),
      ),
    );
  }

  const scale = element('span', {class: 'scale'});
  for (let k = 0; k <= 8; k++) scale.append(element('i', {style: `background:${balanceColor(k / 4)}`}));
  holder.append(
    table,
    element('div', {class: 'key'}, element('span', null, 'nothing ', scale, ' twice the mean or more')),
    says,
  );
  const watch = new ResizeObserver(draw);
  watch.observe(table);
  return {remove: () => watch.disconnect()};
}
