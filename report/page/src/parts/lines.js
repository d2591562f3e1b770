/* lines.js - functions below each other, each with a picture of what the ranks did in it. A line is made when it is scrolled to. */
import {timersOf} from '../data/timers.js';
import {element} from '../dom.js';
import {percent} from '../words.js';
import {timerChoices} from './choose.js';

const LABEL = 320; /* pixels of a name and its share, where they stand beside the picture */
const NARROW = 700;
const AHEAD = 20; /* lines that are made at once */

/* picture(region, width) makes a canvas, share(region) is what stands beside the name. Drawn anew when the width changes. */
export function pictureLines(shell, holder, {label, picture, share}) {
  const table = element('div', {class: 'lines', role: 'region', tabindex: 0, 'aria-label': label});
  let regions = [];
  let drawn = 0;
  let made = 0;
  function line(region) {
    const go = () => shell.show('functions', {region: region.id});
    return element(
      'div',
      {class: 'line'},
      element('button', {class: 'code link', onclick: go}, element('span', null, region.name)),
      element('span', {class: 'note'}, percent(share(region))),
      picture(region, drawn < NARROW ? drawn : drawn - LABEL),
    );
  }
  function more() {
    while (made < regions.length && table.scrollHeight - table.scrollTop < table.clientHeight + 300) {
      table.append(...regions.slice(made, made + AHEAD).map(line));
      made += AHEAD;
    }
  }
  function draw() {
    drawn = table.clientWidth;
    if (!drawn) return;
    made = 0;
    table.classList.toggle('narrow', drawn < NARROW);
    table.replaceChildren();
    more();
  }
  holder.append(table);
  table.addEventListener('scroll', more, {passive: true});
  const watch = new ResizeObserver(() => {
    if (table.clientWidth !== drawn) draw();
  });
  watch.observe(table);
  return {
    show(list) {
      regions = list;
      draw();
      table.scrollTop = 0;
    },
    remove: () => watch.disconnect(),
  };
}

/* The lines of the functions that a search leaves, with a choice of their time and order above them. `chosen`: {what, order}. */
export function timerLines(shell, holder, chosen, lines) {
  const {profile, search} = shell;
  holder.append(element('div', {class: 'tools'}, timerChoices(profile, chosen, show)));
  const made = pictureLines(shell, holder, {...lines, share: region => shareOf(region, chosen.what)});
  const shareOf = (region, what) =>
    what === 'inclusive' ? profile.regionShare(region) : profile.regionOwnShare(region);
  function show() {
    const all = timersOf(profile, chosen);
    made.show(search.active ? all.filter(({id}) => search.has(id)) : all);
  }
  show();
  return {searched: show, remove: made.remove};
}
