/*
 * places.mjs - where a page is read: on paper and on a wide screen; and what of it one can send by its address.
 */
import {expect, fits, open, same, show} from './browser.mjs';
import {writeTrace} from './trace.mjs';

/* What stands on the paper while it is printed; colours: of its pictures. */
async function print(page) {
  await page.evaluate(() =>
    addEventListener(
      'beforeprint',
      () => {
        const all = selector => [...document.querySelectorAll(selector)];
        window.printed = {
          rows: all('.row').length,
          lines: all('.lines .link').length,
          wide: Math.max(...all('canvas, .row').map(one => one.getBoundingClientRect().right)),
          back: getComputedStyle(document.body).backgroundColor,
          colours: [
            ...all('canvas.cells').map(one => one.toDataURL()),
            ...all('.scale i, .key i').map(one => getComputedStyle(one).backgroundColor),
          ],
          cut: all('main, .lines').some(one => one.scrollHeight > one.clientHeight + 1),
        };
      },
      {once: true},
    ),
  );
  await page.pdf({preferCSSPageSize: true});
  return page.evaluate(() => window.printed);
}

/* A view stands there as a whole: all functions, all lines, and a flame graph no wider than the paper. */
async function onPaper({browser, run, make}) {
  const page = await open(browser, make('timers'), {view: 'functions', scheme: 'dark'});
  const known = JSON.parse(run('flat', '--json', 'timers.instr')).rows.length;
  const functions = await print(page);
  same('all functions', functions.rows, known);
  same('black on white', functions.back, 'rgb(255, 255, 255)');
  expect(!functions.cut && functions.wide <= 1040, `on paper: ${JSON.stringify(functions)}`);
  const rows = await page.locator('.row').count();
  expect(rows < known, `on the screen ${rows} rows, as before`);
  await show(page, 'Balance');
  const balance = await print(page);
  same('all lines of the map of heat', [balance.lines, balance.cut], [known, false]);
  await show(page, 'Flame graph');
  const flame = await print(page);
  expect(flame.wide <= 1040, `a flame graph of ${flame.wide} pixels on paper of 1040`);
  await page.close();
  for (const view of ['summary', 'functions&region=2', 'balance', 'flame&color=folder']) {
    const [light, dark] = await Promise.all(
      ['light', 'dark'].map(async scheme => {
        const one = await open(browser, 'waits.html', {view, scheme});
        const {colours} = await print(one);
        await one.close();
        return colours;
      }),
    );
    expect(light.length > 0, `${view} has colours`);
    expect(JSON.stringify(light) === JSON.stringify(dark), `${view} is printed in other colours from the dark`);
  }
}

/* At 3,840 pixels no line is longer than half of that. */
async function wideScreen({browser}) {
  const page = await open(browser, 'waits.html', {width: 3840});
  for (const title of await page.getByRole('tab').allInnerTexts()) {
    await show(page, title);
    await fits(page, `${title} at 3840`);
    const wide = await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('main *')].map(one => one.getBoundingClientRect().width)),
    );
    expect(wide <= 1720, `${title}: ${wide} pixels`);
  }
  await page.close();
}

/* One rank is chosen in the head, for all views that can show one: with the terminal's figures, and in the address. */
async function oneRank({browser, run}) {
  const page = await open(browser, 'waits.html', {view: 'functions'});
  await page.getByRole('combobox', {name: 'whose time'}).selectOption('rank 3');
  const wanted = JSON.parse(run('flat', '--json', '--rank=3', 'waits.instr')).rows;
  const rows = await page
    .locator('.row')
    .evaluateAll(all =>
      all.map(row => [row.querySelector('.text').textContent, row.querySelectorAll('.cell')[1].textContent]),
    );
  const shown = seconds => `${(seconds * 1000).toPrecision(4)} ms`;
  same(
    'functions of rank 3',
    rows.map(([name, time]) => [name, time]),
    wanted.map(row => [row.name, row.exclusive_s ? shown(row.exclusive_s) : '0']),
  );
  await show(page, 'Tree');
  expect(page.url().endsWith('#tree&rank=3'), `it stays in the address: ${page.url()}`);
  const [top] = await page.locator('.row .cell:nth-child(3)').allInnerTexts();
  same('the whole of rank 3', top, '1.000 s');
  await show(page, 'Flame graph');
  expect((await page.locator('.says').innerText()).includes('1.000 s inclusive'), 'and in the flame graph');
  await page.goBack();
  await page.getByRole('combobox', {name: 'whose time'}).selectOption('all ranks');
  same('and all again', await page.locator('.row .cell:nth-child(3)').first().innerText(), '4.000 s');
  const two = await open(browser, 'merged.html', {view: 'functions&rank=2'});
  const work = JSON.parse(run('flat', '--json', '--rank=0', 'merged.instr')).rows.some(row => row.name === 'work');
  same(
    'what a rank did not call is not there',
    [work, await two.locator('.row', {hasText: 'work'}).count()],
    [true, 0],
  );
  await two.close();
  const other = await open(browser, 'waits.html', {view: 'flame&rank=2'});
  same('from an address', await other.getByRole('combobox', {name: 'whose time'}).inputValue(), '2');
  await other.close();
  await page.close();
}

/* An address has the order of a table, what is sought, and where a flame graph is: another person sees the same. */
async function sentAddress({browser}) {
  const seen = page => page.locator('.row .text').allInnerTexts();
  for (const [view, sort] of [
    ['functions', 'calls'],
    ['tree', 'name'],
  ]) {
    const page = await open(browser, 'waits.html', {view});
    await page.getByLabel('sort by').selectOption(sort);
    await page.locator('input[type=search]').fill('M');
    const other = await open(browser, 'waits.html', {view: page.url().split('#')[1]});
    same(`${view}: rows`, await seen(other), await seen(page));
    same(`${view}: order`, await other.getByLabel('sort by').inputValue(), sort);
    same(`${view}: search`, await other.locator('input[type=search]').inputValue(), 'm');
    await other.close();
    await page.close();
  }
  const tree = await open(browser, 'waits.html', {view: 'tree'});
  await tree.locator('.row', {hasText: 'compute'}).click();
  const again = await open(browser, 'waits.html', {view: tree.url().split('#')[1]});
  same('a click chooses a path', await again.locator('.row.active .text').innerText(), 'compute');
  await again.locator('.row', {hasText: 'compute'}).click();
  same('the next one opens it', await again.locator('h2.code').innerText(), 'compute');
  await again.close();
  await tree.close();
  const page = await open(browser, 'waits.html', {view: 'flame'});
  await page.locator('.flame').click({position: {x: 5, y: 52}});
  const other = await open(browser, 'waits.html', {view: page.url().split('#')[1]});
  const says = await page.locator('.says').innerText();
  expect(says.startsWith('MPI_Barrier'), says);
  same('a path in the flame graph', await other.locator('.says').innerText(), says);
  await show(other, 'Tree');
  await other.goBack();
  same('back', await other.locator('.says').innerText(), says);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('.says').innerText.startsWith('waits'));
  same('back from a path is the whole run', await page.locator('[aria-selected=true]').innerText(), 'Flame graph');
  await other.close();
  await page.close();
}

/* The calls between two moments, of all ranks or one: steps of 30 us, with 10 us of tiny in each. */
async function timeRange({browser, run}) {
  const step = [[1000, 1], [10000, 2], [10000], [10000]];
  const events = [[0, 0], ...Array.from({length: 10}, () => step).flat(), [1000]];
  writeTrace('range.trace', 'range', ['main', 'step', 'tiny'], events);
  run('html', '-o', 'range.html', 'waits.instr', 'range.trace');
  const page = await open(browser, 'range.html', {view: 'timeline&from=1000&to=31000'});
  const rows = () =>
    page
      .getByRole('grid', {name: 'functions in this range'})
      .locator('.row')
      .evaluateAll(all => all.map(row => [...row.querySelectorAll('.text, .cell')].map(part => part.textContent)));
  const settle = wanted =>
    page.waitForFunction(text => document.querySelector('main .table')?.innerText.includes(text), wanted);
  await settle('20.00 us');
  same('one step', await rows(), [
    ['step', '20.00 us', '1'],
    ['tiny', '10.00 us', '1'],
  ]);
  await page.getByRole('button', {name: 'whole run'}).click();
  await settle('200.0 us');
  same('all of them', await rows(), [
    ['step', '200.0 us', '10'],
    ['tiny', '100.0 us', '10'],
    ['main', '11.00 us', '1'],
  ]);
  const {x, y, width} = await page.locator('.timeline').boundingBox();
  await page.mouse.move(x + 0.25 * width, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + 0.75 * width, y + 60, {steps: 4});
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('from='));
  const [from, to] = page.url().match(/\d+/g).slice(-2).map(Number);
  expect(Math.abs(from - 0.25 * 311000) < 500 && Math.abs(to - 0.75 * 311000) < 500, `dragged from ${from} to ${to}`);
  await page.locator('.timeline').focus();
  await page.keyboard.press('w');
  await page.waitForFunction(before => location.hash !== before, `#timeline&from=${from}&to=${to}`);
  const [nearer, end] = page.url().match(/\d+/g).slice(-2).map(Number);
  expect(nearer > from && end < to, `W goes closer: ${nearer} to ${end}`);
  const before = page.url();
  await page.keyboard.press('Control+d');
  same('a key of the browser is its own', page.url(), before);
  await page.close();
}

export async function placeTests(context) {
  await onPaper(context);
  await wideScreen(context);
  await oneRank(context);
  await sentAddress(context);
  await timeRange(context);
}
