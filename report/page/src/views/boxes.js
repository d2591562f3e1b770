/* boxes.js - how the own time of a function spreads over the ranks: least, quartiles, median, most, and the mean. */
import {spread} from '../data/members.js';
import {canvas, color} from '../dom.js';
import {pictureLines} from '../parts/lines.js';
import {tipOn} from '../parts/tip.js';
import {time} from '../words.js';
import {hottest} from './heatmap.js';

const SHOWN = 20;
const ROW = 24;

export function boxPlots(shell, holder) {
  const {profile} = shell;
  const rows = hottest(profile, SHOWN).map(row => ({...row, ...spread(row.values)}));
  const most = rows.reduce((top, row) => Math.max(top, row.max), 1);

  function picture(row, width) {
    const label = `spread of the own time of ${row.region.name} over the ${profile.head.members}`;
    const [made, context] = canvas(width, ROW, {role: 'img', 'aria-label': label});
    const x = value => 3 + ((width - 8) * value) / most;
    const middle = ROW / 2;
    const line = (from, to, top, bottom, name) => {
      context.fillStyle = color(name);
      context.fillRect(from, top, Math.max(1.5, to - from), bottom - top);
    };
    line(0, width, ROW - 1, ROW - 0.5, 'soft');
    line(x(row.min), x(row.max), middle - 0.75, middle + 0.75, 'dim');
    line(x(row.min), x(row.min), middle - 5, middle + 5, 'dim');
    line(x(row.max), x(row.max), middle - 5, middle + 5, 'dim');
    line(x(row.q1), x(row.q3), middle - 7, middle + 7, 'bar');
    line(x(row.median) - 1, x(row.median) + 1, middle - 7, middle + 7, 'text');
    context.fillStyle = color('hot');
    context.beginPath();
    context.arc(x(row.mean), middle, 3, 0, 7);
    context.fill();
    const last = row.values.indexOf(row.max);
    const figures = ['min', 'q1', 'median', 'mean', 'q3', 'max'].map(key => `${key} ${time(row[key])}`).join('\n');
    return tipOn(made, () => `${row.region.name}\n${figures}\nmax on ${profile.members.name(last)}`);
  }
  return pictureLines(shell, holder, rows, picture);
}
