/*
 * heatmap.js - functions by ranks: where a rank spent more or less time in a function than the others did. A line is made when it is
 * scrolled to.
 */
import {canvas, color, dark, div, drawnIn, element, span} from '../dom.js';
import {axisLabels} from '../parts/axes.js';
import {timeChoices, WHAT} from '../parts/choose.js';
import {tipOn} from '../parts/tip.js';
import {fixed, NOT_SEEN, percent, time} from '../words.js';

const ROW = 24;
const HEAD = 16; /* the ranks above */
const WIDEST = 90;
const LEAST_STEP = 2; /* pixels of a cell */
const LABEL = 320; /* pixels of a name and its share, where they stand beside the picture */
const NARROW = 700;
const AHEAD = 20; /* lines that are made at once */
const LEAST_MEAN = 1000; /* ps: what is less than a nanosecond is neither more nor less than the mean */

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
  const {profile, search} = shell;
  const {members} = profile;
  const chosen = {what: 'exclusive_s', order: 'time'};
  const says = element('p', {class: 'says', 'aria-live': 'polite'}, 'Click a cell to see its rank and time.');
  const table = element('div', {class: 'lines', role: 'region', tabindex: 0, 'aria-label': 'functions by ranks'});
  let regions = [];
  let made = 0;

  /* Of many ranks each cell is of `each` of them. */
  function sizes() {
    const wide = table.clientWidth;
    const width = wide < NARROW ? wide : wide - LABEL;
    const each = Math.max(1, Math.ceil((members.count * LEAST_STEP) / width));
    const cells = Math.ceil(members.count / each);
    return {each, cells, step: Math.min(WIDEST, width / cells)};
  }

  function say({region, values, mean, mark}, member) {
    const times = `${fixed(values[member] / (mean || 1), 2)} times the mean of ${time(mean, mark)}`;
    return `${region.name} on ${members.name(member)}: ${time(values[member], mark)}, ${times}`;
  }

  /* A cell of several ranks shows the one that is farthest from the mean. */
  function picture(region) {
    const row = {region, ...profile.timesOf(region, chosen.what)};
    const {each, cells, step} = sizes();
    const label = `${WHAT[chosen.what]} of ${region.name} by ${profile.head.member}`;
    const [drawn, context] = canvas(step * cells, ROW, {role: 'img', 'aria-label': label});
    const gap = step > 6 ? 1 : 0;
    const off = member => Math.abs(row.values[member] - row.mean);
    const plain = row.mark === NOT_SEEN || row.mean < LEAST_MEAN;
    const shown = Array.from({length: cells}, (_, cell) => {
      let far = cell * each;
      for (let member = far + 1; member < Math.min(members.count, (cell + 1) * each); member++)
        if (off(member) > off(far)) far = member;
      return far;
    });
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    shown.forEach((member, cell) => {
      const ratio = plain ? 1 : row.values[member] / row.mean;
      context.fillStyle = balanceColor(ratio);
      context.fillRect(cell * step, 0, step - gap, ROW - 1);
      if (step < 54) return;
      context.fillStyle = dark() || ratio > 1.6 || ratio < 0.3 ? '#fff' : color('text');
      context.fillText(time(row.values[member], row.mark), cell * step + 6, ROW / 2);
    });
    const memberAt = event => shown[Math.floor(event.offsetX / step)];
    drawn.addEventListener('click', event => {
      if (memberAt(event) !== undefined) says.textContent = say(row, memberAt(event));
    });
    return tipOn(drawn, event => (memberAt(event) === undefined ? '' : say(row, memberAt(event))));
  }

  const line = (name, share, drawn) => div('line', name, span('note', share), drawn);

  /* The number of each rank above its column. */
  function ranks() {
    const {each, cells, step} = sizes();
    const numbers = Array.from({length: cells}, (_, cell) => String(members.list[cell * each].number));
    const [drawn, context] = canvas(step * cells, HEAD, {
      role: 'img',
      'aria-label': `${profile.head.members} ${numbers.join(' ')}`,
    });
    axisLabels(
      context,
      numbers.map((text, cell) => ({text, x: (cell + 0.5) * step, y: HEAD / 2})),
    );
    return line(span('dim', profile.head.member), '', drawn);
  }

  function lineOf(region) {
    const go = () => shell.show('functions', {region: region.id});
    const share = chosen.what === 'inclusive_s' ? profile.share(region) : profile.ownShare(region);
    const name = element('button', {class: 'code link', onclick: go}, span('', region.name));
    return line(name, percent(share), picture(region));
  }

  function more() {
    while (made < regions.length && table.scrollHeight - table.scrollTop < table.clientHeight + 300) {
      table.append(...regions.slice(made, made + AHEAD).map(lineOf));
      made += AHEAD;
    }
  }

  function draw() {
    if (!table.clientWidth) return;
    made = 0;
    table.classList.toggle('narrow', table.clientWidth < NARROW);
    table.replaceChildren(ranks());
    scale.replaceChildren(
      ...Array.from({length: 9}, (_, k) => element('i', {style: `background:${balanceColor(k / 4)}`})),
    );
    more();
  }

  function show() {
    const all = profile.functions(chosen);
    regions = search.active ? all.filter(({id}) => search.has(id)) : all;
    draw();
    table.scrollTop = 0;
  }

  const scale = span('scale');
  const key = span('', 'no time ', scale, ' twice the mean or more');
  holder.append(div('tools', timeChoices(profile, chosen, show)), table, div('key', key), says);
  table.addEventListener('scroll', more, {passive: true});
  show();
  return {searched: show, remove: drawnIn(table, draw)};
}
