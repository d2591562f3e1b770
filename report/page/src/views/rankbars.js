/* rankbars.js - a bar for each rank: what it did outside MPI, and above that its time in MPI. */
import {mean} from '../data/profile.js';
import {canvas, color, div, drawnIn, element, span} from '../dom.js';
import {axisLabels} from '../parts/axes.js';
import {tipOn} from '../parts/tip.js';
import {time} from '../words.js';

const HEIGHT = 150;
const AXIS = 18;
const WIDEST = 90;

export function rankBars(shell, holder) {
  const {member} = shell;
  const {members} = shell.profile;
  const {work, mpi} = members.split();
  const most = work.reduce((top, value, i) => Math.max(top, value + mpi[i]), 1);
  const middle = mean(work);
  const place = div('picture');
  const key = (name, text) => span('', element('i', {style: `background:var(--${name})`}), text);
  holder.append(
    place,
    div('key', key('computing', 'work'), key('mpi', 'in MPI'), key('hot', `mean of the work, ${time(middle)}`)),
  );

  function draw(width) {
    const step = Math.min(WIDEST, width / members.count);
    const gap = step > 5 ? Math.min(6, step * 0.18) : 0;
    const label = {role: 'img', 'aria-label': 'work and time in MPI by rank'};
    const [picture, context] = canvas(width, HEIGHT + AXIS, label);
    const y = value => HEIGHT * (1 - value / most);
    for (let i = 0; i < members.count; i++) {
      context.globalAlpha = member === null || member === i ? 1 : 0.4; /* the one that is chosen stands out */
      const bar = (colour, from, to) => {
        context.fillStyle = color(colour);
        context.fillRect(i * step + gap / 2, y(to), Math.max(0.5, step - gap), y(from) - y(to));
      };
      bar('computing', 0, work[i]);
      bar('mpi', work[i], work[i] + mpi[i]);
    }
    context.globalAlpha = 1;
    context.fillStyle = color('hot');
    context.fillRect(0, y(middle), step * members.count, 1.5);
    const numbers = members.list.map(({number}, i) => ({text: String(number), x: (i + 0.5) * step, y: HEIGHT + 10}));
    axisLabels(context, numbers);
    place.replaceChildren(
      tipOn(picture, event => {
        const i = Math.floor(event.offsetX / step);
        if (!(i in members.list)) return '';
        return `${members.name(i)} on ${members.list[i].host || '?'}\nwork ${time(work[i])}\nin MPI ${time(mpi[i])}`;
      }),
    );
  }
  return {remove: drawnIn(place, draw)};
}
