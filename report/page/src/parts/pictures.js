/* pictures.js - functions below each other, each with a picture of what the ranks did in it. A line is made when it is scrolled to. */
import {drawnIn, element} from '../dom.js';
import {percent} from '../words.js';
import {timeChoices} from './choose.js';

const LABEL = 320; /* pixels of a name and its share, where they stand beside the picture */
const NARROW = 700;
const AHEAD = 20; /* lines that are made at once */

/* picture(region, width) makes a canvas; anew when the width changes. The lines of the functions that a search leaves, with a choice
 * of their time and order above them: `chosen`, {what, order}. */
export function timePictures(shell, holder, chosen, {label, picture}) {
  const {profile, search} = shell;
  const table = element('div', {class: 'lines', role: 'region', tabindex: 0, 'aria-label': label});
  let regions = [];
  let made = 0;
  function line(region) {
    const wide = table.clientWidth;
    const go = () => shell.show('functions', {region: region.id});
    const share = chosen.what === 'inclusive_s' ? profile.share(region) : profile.ownShare(region);
    return element(
      'div',
      {class: 'line'},
      element('button', {class: 'code link', onclick: go}, element('span', null, region.name)),
      element('span', {class: 'note'}, percent(share)),
      picture(region, wide < NARROW ? wide : wide - LABEL),
    );
  }
  function more() {
    while (made < regions.length && table.scrollHeight - table.scrollTop < table.clientHeight + 300) {
      table.append(...regions.slice(made, made + AHEAD).map(line));
      made += AHEAD;
    }
  }
  function draw() {
    if (!table.clientWidth) return;
    made = 0;
    table.classList.toggle('narrow', table.clientWidth < NARROW);
    table.replaceChildren();
    more();
  }
  function show() {
    const all = profile.functions(chosen);
    regions = search.active ? all.filter(({id}) => search.has(id)) : all;
    draw();
    table.scrollTop = 0;
  }
  holder.append(element('div', {class: 'tools'}, timeChoices(profile, chosen, show)), table);
  table.addEventListener('scroll', more, {passive: true});
  show();
  return {searched: show, remove: drawnIn(table, draw)};
}
