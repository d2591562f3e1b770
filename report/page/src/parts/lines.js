/* lines.js - functions below each other, each with a picture of what the ranks did in it. */
import {element} from '../dom.js';
import {percent} from '../words.js';

const LABEL = 320; /* pixels of a name and its share, where they stand beside the picture */
const NARROW = 700;

/* rows: [{region, ...}]; picture(row, width) makes a canvas. Drawn anew when the width changes. */
export function pictureLines(shell, holder, rows, picture) {
  const table = element('div', {class: 'lines'});
  let drawn = 0;
  function draw() {
    const width = table.clientWidth;
    if (!width || width === drawn) return;
    drawn = width;
    const narrow = width < NARROW;
    const name = region =>
      element('button', {class: 'code link', onclick: () => shell.show('functions', {region: region.id})}, region.name);
    table.classList.toggle('narrow', narrow);
    table.replaceChildren(
      ...rows.map(row =>
        element(
          'div',
          {class: 'line'},
          name(row.region),
          element('span', {class: 'note'}, percent(shell.profile.regionOwnShare(row.region))),
          picture(row, narrow ? width : width - LABEL),
        ),
      ),
    );
  }
  holder.append(table);
  const watch = new ResizeObserver(draw);
  watch.observe(table);
  return {remove: () => watch.disconnect()};
}
