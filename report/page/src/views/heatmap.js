/* heatmap.js - functions by ranks: where a rank spent more or less time in a function than the others did. */
import {canvas, color, dark, element} from '../dom.js';
import {WHAT} from '../parts/choose.js';
import {timePictures} from '../parts/pictures.js';
import {tipOn} from '../parts/tip.js';
import {fixed, time} from '../words.js';

const ROW = 24;
const WIDEST = 90;
const LEAST_STEP = 2; /* pixels of a cell */

/* Blue below the mean, plain at it, red from twice the mean on. */
function balanceColor(ratio) {
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
  const says = element('p', {class: 'says', 'aria-live': 'polite'}, 'Click a cell to see its rank and time.');

  const chosen = {what: 'exclusive_s', order: 'time'};

  function say(row, member) {
    const {region, values, mean, mark} = row;
    const times = `${fixed(values[member] / (mean || 1), 2)} times the mean of ${time(mean, mark)}`;
    return `${region.name} on ${members.name(member)}: ${time(values[member], mark)}, ${times}`;
  }

  /* Of many ranks each cell is of several, and shows the one that is farthest from the mean. */
  function picture(region, width) {
    const row = {region, ...profile.timesOf(region, chosen.what)};
    const each = Math.max(1, Math.ceil((members.count * LEAST_STEP) / width));
    const cells = Math.ceil(members.count / each);
    const step = Math.min(WIDEST, width / cells);
    const label = `${WHAT[chosen.what]} of ${region.name} by ${profile.head.member}`;
    const [made, context] = canvas(step * cells, ROW, {role: 'img', 'aria-label': label});
    const gap = step > 6 ? 1 : 0;
    const off = member => Math.abs(row.values[member] - row.mean);
    const shown = Array.from({length: cells}, (_, cell) => {
      let far = cell * each;
      for (let member = far + 1; member < Math.min(members.count, (cell + 1) * each); member++)
        if (off(member) > off(far)) far = member;
      return far;
    });
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    shown.forEach((member, cell) => {
      const value = row.values[member];
      const ratio = row.mean > 0 ? value / row.mean : 1;
      context.fillStyle = balanceColor(ratio);
      context.fillRect(cell * step, 0, step - gap, ROW - 1);
      if (step < 54) return;
      context.fillStyle = dark() || ratio > 1.6 || ratio < 0.3 ? '#fff' : color('text');
      context.fillText(time(value, row.mark), cell * step + 6, ROW / 2);
    });
    const memberAt = event => shown[Math.floor(event.offsetX / step)];
    made.addEventListener('click', event => {
      if (memberAt(event) !== undefined) says.textContent = say(row, memberAt(event));
    });
    return tipOn(made, event => (memberAt(event) === undefined ? '' : say(row, memberAt(event))));
  }

  const made = timePictures(shell, holder, chosen, {label: 'functions by ranks', picture});
  const scale = element('span', {class: 'scale'});
  for (let k = 0; k <= 8; k++) scale.append(element('i', {style: `background:${balanceColor(k / 4)}`}));
  const key = element('span', null, 'nothing ', scale, ' twice the mean or more');
  holder.append(element('div', {class: 'key'}, key), says);
  return made;
}
