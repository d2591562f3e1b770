/*
 * draw.mjs MODULES OUT - opens pages in a browser and says what their scripts draw, for rules_page.py. Standard input:
 * [{file, views, queries}]. Into the file OUT, of each page and view: the tables, and of each query what is found and what is
 * highlighted.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {launch, open, status, turnTo} from '../page/browser.mjs';

const TALL = 9000; /* pixels: a table makes the rows that are seen */

/* Runs in the page: all of one view. */
async function look({view, queries}) {
  const MOST = 60; /* paths that are opened */
  const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const all = (where, selector) => [...where.querySelectorAll(selector)];
  const clean = text => text.replace(/ [▾▴]$/, '').trim();
  const input = document.querySelector('input[type=search]');
  function search(query) {
    input.value = query;
    input.dispatchEvent(new Event('input', {bubbles: true}));
    const found = all(document, 'main .found').map(one => one.textContent);
    return {query, found, hits: document.querySelector('output').textContent};
  }
  const rowOf = row => ({
    level: Number(row.getAttribute('aria-level') || 1) - 1,
    name: row.querySelector('.text').textContent,
    cells: all(row, '.cell').map(one => one.textContent),
  });
  location.hash = view;
  await drawn();
  for (let k = 0; k < MOST; k++) document.querySelector('.row[aria-expanded=false] .twist')?.click();
  const tables = all(document, 'main .table').map(table => ({
    label: table.getAttribute('aria-label'),
    titles: all(table, '.head .cell').map(one => clean(one.textContent)),
    rows: all(table, '.row')
      .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
      .map(rowOf),
  }));
  const searched = queries.map(search);
  search('');
  return {view, tables, searched};
}

const [modules, out] = process.argv.slice(2);
const browser = await launch(modules);
const said = [];
try {
  let page;
  for (const {file, views, queries} of JSON.parse(readFileSync(0, 'utf8'))) {
    if (page) await turnTo(page, file);
    else page = await open(browser, file);
    await page.setViewportSize({width: 1600, height: TALL});
    const keys = await page.evaluate(() => [...document.querySelectorAll('[role=tab]')].map(tab => tab.dataset.view));
    const seen = [];
    for (const view of views.filter(name => keys.includes(name.split('&')[0])))
      seen.push(await page.evaluate(look, {view, queries}));
    said.push({file, views: seen});
  }
} finally {
  await browser.close();
}
writeFileSync(out, JSON.stringify(said));
process.exitCode = status();
