/*
 * timeline.js - the calls of a trace along the time: a lane for each thread with a row for each level of calls, which can be folded.
 * From the whole run down to single calls, by wheel, keys, or the pointer.
 */
import {HEAD, Lanes, ROW} from '../data/lanes.js';
import {Slices} from '../data/slices.js';
import {canvas, color, dark, div, drawnIn, element, p, sheets} from '../dom.js';
import {paintOf} from '../parts/paint.js';
import {sortedTable} from '../parts/rows.js';
import {hideTip, showTip} from '../parts/tip.js';
import {count, lastPart, several, time} from '../words.js';

const RULER = 22;
const HITS = 20000;
const FONT = '12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';

const shown = ns => time(ns * 1000);

/* Round steps, so that a picture has some eight of them. */
function stepOf(length, width) {
  const least = (length * 110) / width;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least);
}

function describe(slices, i) {
  const region = slices.regions[slices.region[i]];
  const length = shown(slices.end[i] - slices.begin[i]);
  const where = region.file ? `${region.file}:${region.line}` : '';
  const what = slices.several[i]
    ? `${several(slices.calls[i], 'call')} in ${length}, most of it ${region.name}`
    : `${region.name}  ${length}${slices.calls[i] ? '' : ', a call that continues'}`;
  return [what, where, `at ${shown(slices.begin[i])}`].filter(Boolean).join('\n');
}

function make(shell, place) {
  const {profile, search} = shell;
  const slices = (profile.sliced = profile.sliced || new Slices(profile.head.timeline, profile.columns.slice));
  const {whole} = slices;
  const palettes = {}; /* in the light and in the dark, for paper is light */
  const lanes = (profile.lanes = profile.lanes || new Lanes(slices, RULER)); /* what is folded stays so */

  const rank = profile.member === null ? '' : `${profile.members.name(profile.member)} (`;
  const only = slices.processes.some(name => name.startsWith(rank)) ? rank : '';
  const isThread = lane => profile.thread === null || lane.name === `thread ${profile.thread}`;
  const part = only + (profile.thread ?? '');
  if ((lanes.part ?? '') !== part)
    for (const group of lanes.groups) {
      lanes.fold(group, !group.name.startsWith(only));
      for (const lane of group.lanes) lanes.fold(lane, !isThread(lane));
    }
  lanes.part = part;

  let from = Math.min(shell.chosen('from') ?? 0, whole - 1);
  let to = Math.min(Math.max(shell.chosen('to') ?? whole, from + 1), whole);
  let holding =
    profile.member === null
      ? shell.chosen('lane')
      : null; /* the process in whose lanes the range was drawn, of several */
  let selected = -1;
  let dragged = null;
  let drawn = 0;
  let hits = [];
  let waiting = 0; /* for the range to stay as it is for 60 ms */
  const table = sortedTable(shell, place, [], {
    label: 'functions in this range',
    empty: 'No call in this range. Choose a longer one.',
    nameTitle: 'function, exclusive time in this range',
    columns: [
      {key: 'exclusive', title: 'exclusive', width: 84, value: one => one.exclusive, cell: one => shown(one.exclusive)},
      {key: 'calls', title: 'calls', width: 92, value: one => one.calls, cell: one => count(one.calls)},
    ],
    found: one => hasName(one.region),
    name: ({region}) => ({text: region.name, note: region.file && `${region.file}:${region.line}`}),
    choose: ({region: {name, file}}) =>
      shell.show('functions', {region: profile.called.find(one => one.name === name && one.file === file)?.id}),
  });

  const says = element('p', {class: 'says', 'aria-live': 'polite'});
  const range = element('span', {class: 'formula', 'aria-live': 'polite'});
  const sheet = div('sheet');
  const times = div('times');
  const heads = div();
  const spacer = div('spacer', times, sheet, heads);
  const scroller = element(
    'div',
    {class: 'timeline', tabindex: 0, role: 'application', 'aria-label': 'timeline'},
    spacer,
  );
  const notes = [
    slices.fine
      ? `calls below ${shown(slices.fine)} that follow each other closely are drawn as one`
      : 'each call is drawn',
    'all other views subtract the probe overhead',
    slices.lanesLeft ? `${several(slices.lanesLeft, 'more thread')} not shown` : '',
    slices.tooDeep ? `${several(slices.tooDeep, 'call')} below level 64 not shown` : '',
    ...slices.left.map(([calls, why]) => `${several(calls, 'call')} not in the trace: ${why}`),
    'click a name to fold its lane; drag to choose a range, double-click a call; zoom: + and -, W and S, Ctrl and the wheel; move: arrows, A and D',
  ].filter(Boolean);
  place.append(
    div(
      'tools',
      element('button', {onclick: () => look(0, whole, null)}, 'whole run'),
      element('button', {'aria-label': 'closer', onclick: () => zoom(0.5)}, '+'),
      element('button', {'aria-label': 'farther', onclick: () => zoom(2)}, '−'),
      element('button', {onclick: () => foldAll(true)}, 'fold all'),
      element('button', {onclick: () => foldAll(false)}, 'unfold all'),
      range,
    ),
    scroller,
    says,
    table.box,
    p('formula', `${count(slices.allCalls)} calls; ${notes.join('; ')}`),
  );

  function showHeads() {
    spacer.style.height = `${lanes.height}px`;
    heads.replaceChildren(
      ...lanes.heads.map(({item, indent, name, y}) =>
        element(
          'button',
          {
            class: indent ? 'lane' : 'lane outer',
            style: `top:${y}px;height:${HEAD}px`,
            'aria-expanded': String(!item.folded),
            'aria-label': item.full,
            onclick: event => {
              event.stopPropagation();
              lanes.fold(item, !item.folded);
              showHeads();
              heads.children[lanes.heads.findIndex(head => head.item === item)].focus({preventScroll: true});
            },
          },
          element('i', null, item.folded ? '▸' : '▾'),
          name,
        ),
      ),
    );
    later();
  }
  function foldAll(folded) {
    lanes.foldAll(folded);
    showHeads();
  }
  function look(first, last, process = holding) {
    holding = process;
    const length = Math.min(whole, Math.max(last - first, 10));
    from = Math.min(Math.max(0, first), whole - length);
    to = from + length;
    shell.note({from: Math.floor(from), to: Math.ceil(to), lane: process});
    later();
  }
  function zoom(factor, at = 0.5) {
    const moment = from + (to - from) * at;
    look(moment - (moment - from) * factor, moment + (to - moment) * factor);
  }
  function later() {
    drawn = drawn || requestAnimationFrame(draw);
    clearTimeout(waiting);
    const isDrawn = ({process}) =>
      holding === null ? slices.processes[process].startsWith(only) : process === holding;
    const isShown = lane => isDrawn(lane) && isThread(lane);
    const title = `function, exclusive time in this range${holding === null ? '' : `, ${slices.processes[holding]}`}`;
    waiting = setTimeout(() => table.keep(slices.between(from, to, isShown), title), 60);
  }

  function ruler(width) {
    const [picture, context] = canvas(width, RULER, {'aria-hidden': 'true'});
    context.font = FONT;
    context.textBaseline = 'middle';
    const length = to - from;
    const step = stepOf(length, width);
    const near = length < 0.02 * to; /* then moments differ in digits that are far behind */
    const base = near ? from : 0;
    context.fillStyle = color('dim');
    for (let k = Math.ceil((from - base) / step); base + k * step <= to; k++) {
      const x = ((base + k * step - from) / length) * width;
      context.fillRect(x, RULER - 5, 1, 5);
      const text = k ? `${near ? '+' : ''}${shown(k * step)}` : near ? shown(base) : '0';
      if (x + 3 + context.measureText(text).width <= width) context.fillText(text, x + 3, RULER / 2);
    }
    times.replaceChildren(picture);
  }

  function row(context, one, y, width, letter, paint) {
    const {tall} = one;
    slices.seen(one, from, to, width, (i, x, wide, share) => {
      const region = slices.regions[slices.region[i]];
      const found = hasName(region);
      context.globalAlpha = 0.25 + 0.75 * share;
      context.fillStyle = found ? paint.found : paint.colours[region.id];
      context.fillRect(x, y, wide > 3 ? wide - 0.5 : wide, tall > 2 ? tall - 1 : tall);
      context.globalAlpha = 1;
      const room = Math.floor((wide - 6) / letter);
      if (room >= 3 && tall === ROW) {
        const whole_ = slices.several[i] ? `${count(slices.calls[i])} calls` : region.name;
        const name = whole_.length > room ? lastPart(whole_) : whole_;
        context.fillStyle = found ? paint.onFound : paint.letters;
        context.fillText(name.length > room ? `${name.slice(0, room - 1)}…` : name, x + 3, y + ROW / 2);
      }
      if (i === selected) {
        context.strokeStyle = paint.text;
        context.strokeRect(x + 0.5, y + 0.5, Math.max(1, wide - 1), Math.max(1, tall - 2));
      }
    });
  }

  function draw() {
    drawn = 0;
    const width = scroller.clientWidth;
    const tall = Math.min(scroller.clientHeight, lanes.height);
    if (!width || !tall) return;
    const top = scroller.scrollTop;
    const [picture, context] = canvas(width, tall, {'aria-hidden': 'true'});
    context.font = FONT;
    context.textBaseline = 'middle';
    const letter = context.measureText('0').width;
    const onFound = '#1b1f2a';
    const letters = dark() ? '#f2f4f9' : onFound;
    const colours = (palettes[dark()] ??= slices.regions.map(region => paintOf(region, profile.kinds)));
    const paint = {found: color('found'), text: color('text'), onFound, letters, colours};
    for (const one of slices.rows)
      if (one.tall && one.y + one.tall > top && one.y < top + tall)
        row(context, one, one.y - top, width, letter, paint);
    if (dragged) {
      const [left, right] = dragged.map(moment => ((moment - from) / (to - from)) * width);
      context.fillStyle = '#3b6fd64d';
      context.fillRect(left, 0, right - left, tall);
    }
    sheet.replaceChildren(...sheets(picture));
    ruler(width);
    range.textContent = `${shown(from)} to ${shown(to)}: ${shown(to - from)} of ${shown(whole)}, with probe overhead`;
    says.textContent = selected < 0 ? '' : describe(slices, selected).split('\n').join('  ·  ');
  }

  const heightOf = event => event.clientY - scroller.getBoundingClientRect().top + scroller.scrollTop;
  function under(event) {
    const {left} = scroller.getBoundingClientRect();
    const y = heightOf(event);
    const one = slices.rows.find(({y: above, tall}) => tall && y >= above && y < above + tall);
    const nsOfPixel = (to - from) / scroller.clientWidth;
    return one ? slices.at(one, from + (event.clientX - left) * nsOfPixel, nsOfPixel / 2) : -1;
  }
  const hasName = region => search.finds(`${region.name}\n${region.file}`);

  let [held, holder] = [null, null]; /* where a drag began, and in whose lanes */
  const processAt = event => {
    const head = lanes.heads.findLast(({y}) => y <= heightOf(event));
    return head ? slices.lanes[head.item.rows[0].lane].process : null;
  };
  scroller.addEventListener('pointerdown', event => {
    held = event.target.closest('.lane') ? null : event.clientX;
    holder = processAt(event);
  });
  const momentAt = x => from + ((x - scroller.getBoundingClientRect().left) * (to - from)) / scroller.clientWidth;
  const release = event => {
    held = null;
    const isOne = lanes.several && profile.member === null && holder === processAt(event);
    if (dragged) look(...dragged, isOne ? holder : null);
    dragged = null;
  };
  addEventListener('pointerup', release);
  scroller.addEventListener('pointermove', event => {
    if (held !== null && event.buttons) {
      if (Math.abs(event.clientX - held) > 3) dragged = [momentAt(held), momentAt(event.clientX)].sort((a, b) => a - b);
      later();
      return;
    }
    const i = under(event);
    if (i >= 0) showTip(event, describe(slices, i));
    else hideTip();
  });
  scroller.addEventListener('pointerleave', hideTip);
  scroller.addEventListener('click', event => {
    selected = under(event);
    later();
  });
  scroller.addEventListener('dblclick', event => {
    const i = under(event);
    if (i >= 0) around(i);
  });
  scroller.addEventListener('scroll', later);
  scroller.addEventListener(
    'wheel',
    event => {
      const {left} = scroller.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey)
        zoom(event.deltaY > 0 ? 1.3 : 1 / 1.3, (event.clientX - left) / scroller.clientWidth);
      else if (event.shiftKey || event.deltaX) {
        const by = ((event.deltaX || event.deltaY) * (to - from)) / scroller.clientWidth;
        look(from + by, to + by);
      } else return;
      event.preventDefault();
    },
    {passive: false},
  );
  scroller.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = (to - from) / 5;
    const key = event.key.toLowerCase();
    if ('+=w'.includes(key)) zoom(0.5);
    else if ('-s'.includes(key)) zoom(2);
    else if (key === 'arrowleft' || key === 'a') look(from - by, to - by);
    else if (key === 'arrowright' || key === 'd') look(from + by, to + by);
    else if (key === 'home') look(0, whole);
    else return;
    event.preventDefault();
  });

  /* A slice in the middle, with a fifth of its time on both sides. */
  function around(i) {
    selected = i;
    const slack = (slices.end[i] - slices.begin[i]) / 5;
    look(slices.begin[i] - slack, slices.end[i] + slack);
  }

  showHeads();
  const unwatch = drawnIn(scroller, draw);
  return {
    searched() {
      hits = [];
      if (search.active) {
        const wanted = slices.regions.map(hasName);
        for (let i = 0; i < slices.region.length && hits.length < HITS; i++) if (wanted[slices.region[i]]) hits.push(i);
      }
      later();
      table.update();
      return hits.length;
    },
    go(k) {
      around(hits[k]);
      const one = slices.rows.find(({from: first, to: last}) => hits[k] >= first && hits[k] < last);
      if (one.tall !== ROW) {
        lanes.reveal(one);
        showHeads();
      }
      if (one.y < scroller.scrollTop + RULER || one.y + ROW > scroller.scrollTop + scroller.clientHeight)
        scroller.scrollTop = one.y - scroller.clientHeight / 2;
    },
    leave() {
      hideTip();
      clearTimeout(waiting);
      table.remove();
      removeEventListener('pointerup', release);
      unwatch();
    },
  };
}

export const timeline = {
  key: 'timeline',
  title: 'Timeline',
  byRank: true,
  when: profile => Boolean(profile.head.timeline),
  make,
};
