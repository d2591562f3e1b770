/*
 * words.js - what pages share: numbers as a person reads them, elements, tables that sort by a click on a heading.
 */
'use strict';
const words = (function () {
  const STEP = 400;

  /* --- numbers --- */

  function time(seconds) {
    if (!(seconds > 0)) return '0';
    const [factor, unit] = seconds >= 0.9995 ? [1, 's'] : seconds >= 0.9995e-3 ? [1e3, 'ms'] : seconds >= 0.9995e-6 ? [1e6, 'us'] : [1e9, 'ns'];
    const value = seconds * factor;
    return value.toFixed(unit === 'ns' ? (value < 99.95 ? 1 : 0) : value < 9.9995 ? 3 : value < 99.995 ? 2 : value < 999.95 ? 1 : 0) + ' ' + unit;
  }
  const count = number => number.toLocaleString('en-US');
  function size(bytes) {
    let unit = 0;
    for (; bytes >= 1024 && unit < 6; unit++) bytes /= 1024;
    return bytes.toFixed(unit && bytes < 100 ? 1 : 0) + ' ' + ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'][unit];
  }
  const percent = share => (100 * share).toFixed(1) + '%';

  /* --- elements --- */

  /* element('td', {class: 'name'}, 'text', child ...) */
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const key in attributes || {})
      if (key.startsWith('on')) made.addEventListener(key.slice(2), attributes[key]);
      else if (attributes[key] !== null && attributes[key] !== undefined) made.setAttribute(key, attributes[key]);
    for (const child of children) if (child !== null && child !== undefined) made.append(child);
    return made;
  }

  /* Shown in steps, so that a long one opens at once. */
  function sortable(page, columns, rows, order, makeRow) {
    const table = element('table'), state = {...order};
    let shown = STEP;
    function draw() {
      const by = columns[state.column].value;
      rows.sort((a, b) => { const x = by(a), y = by(b); return (x < y ? -1 : x > y ? 1 : 0) * (state.down ? -1 : 1); });
      table.replaceChildren(element('thead', null, element('tr', null, ...columns.map((column, i) => element('th', {
        class: 'sortable' + (column.name ? ' name' : ''), 'aria-sort': i === state.column ? (state.down ? 'descending' : 'ascending') : null,
        onclick: () => { state.down = i === state.column ? !state.down : !column.name; state.column = i; draw(); }},
        column.title + (i === state.column ? (state.down ? ' ▾' : ' ▴') : ''))))),
        element('tbody', null, ...rows.slice(0, shown).map(makeRow)));
      more.hidden = rows.length <= shown;
      more.textContent = `show ${count(Math.min(rows.length - shown, 10 * STEP))} more of ${count(rows.length - shown)}`;
    }
    const more = element('button', {class: 'more', onclick: () => { shown += 10 * STEP; draw(); }});
    page.append(table, more);
    draw();
  }

  return {time, count, size, percent, element, sortable};
})();
