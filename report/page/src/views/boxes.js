/* boxes.js - how the own time of a function spreads over the ranks: least, quartiles, median, most, and the mean. */
import {spread} from '../data/members.js';
import {canvas, color} from '../dom.js';
import {WHAT} from '../parts/choose.js';
import {timePictures} from '../parts/pictures.js';
import {tipOn} from '../parts/tip.js';
import {time} from '../words.js';

const ROW = 24;

const longestOf = (profile, what) =>
  profile.called.reduce((top, region) => profile.timesOf(region, what).values.reduce((a, b) => Math.max(a, b), top), 1);

export function boxPlots(shell, holder) {
  const {profile} = shell;
  const chosen = {what: 'exclusive_s', order: 'time'};
  const longest = {}; /* of any function on any rank */

  function picture(region, width) {
    const {values, mark} = profile.timesOf(region, chosen.what);
    const row = spread(values);
    const most = (longest[chosen.what] ??= longestOf(profile, chosen.what));
    const label = `spread of the ${WHAT[chosen.what]} of ${region.name} over the ${profile.head.members}`;
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
    const last = values.indexOf(row.max);
    const figures = ['min', 'q1', 'median', 'mean', 'q3', 'max']
      .map(key => `${key} ${time(row[key], mark)}`)
      .join('\n');
    return tipOn(made, () => `${region.name}\n${figures}\nmax on ${profile.members.name(last)}`);
  }
  return timePictures(shell, holder, chosen, {label: 'spread of functions over ranks', picture});
}
