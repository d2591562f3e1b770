/*
 * choices.mjs - what a person chooses, and what stays chosen: rows that are folded, a rank and a thread, colours, a function between
 * its callers and what it calls; the keys, and a search by a regular expression.
 */
import {execFileSync} from 'node:child_process';
import {address, expect, fits, open, same, show, text} from './browser.mjs';

const names = page => page.locator('.row .text').allInnerTexts();
const where = page => page.url().split('#')[1];
const shown = seconds =>
  seconds < 1e-3 ? `${(seconds * 1e6).toPrecision(4)} us` : `${(seconds * 1000).toPrecision(4)} ms`;

/* What is folded stands in the address: it is there after going back, and for whom the page is sent to. */
async function foldedRows({browser, make}) {
  const page = await open(browser, make('waits'), {view: 'tree'});
  const before = await names(page);
  await page.locator('.row', {hasText: 'compute'}).locator('.twist').click();
  const folded = await names(page);
  expect(folded.length < before.length, `a row less: ${folded}`);
  await page.waitForFunction(() => location.hash.includes('rows='));
  const other = await open(browser, 'waits.html', {view: where(page)});
  same('from an address', await names(other), folded);
  await other.close();
  await show(page, 'Functions');
  await page.goBack();
  await page.waitForFunction(() => location.hash.startsWith('#tree'));
  same('going back', await names(page), folded);
  await page.locator('input[type=search]').fill('log');
  expect((await names(page)).includes('log'), 'a search unfolds it');
  await page.locator('input[type=search]').fill('');
  same('and folds it again', await names(page), folded);
  await page.locator('.row', {hasText: 'compute'}).locator('.twist').click();
  await page.locator('.row', {hasText: 'log'}).click();
  await page.locator('.row', {hasText: 'main'}).locator('.twist').click();
  await page.waitForFunction(() => /rows=[^&]*-\d+&path=/.test(location.hash));
  const hidden = await open(browser, 'waits.html', {view: where(page)});
  same('a chosen row opens nothing that is folded', await names(hidden), await names(page));
  await hidden.close();
  await page.close();
}

/* Functions of one thread, with the terminal's figures; a profile of one thread has none to choose. */
async function oneThread({browser, run, make, makeOdd}) {
  execFileSync(makeOdd, ['threads', 'two.instr']);
  const page = await open(browser, make('two'), {view: 'functions'});
  const box = page.getByRole('combobox', {name: 'which threads'});
  await box.selectOption('thread 1');
  const wanted = JSON.parse(run('flat', '--json', '--thread=1', 'two.instr')).rows;
  const rows = await page
    .locator('.row')
    .evaluateAll(all =>
      all.map(row => [row.querySelector('.text').textContent, row.querySelectorAll('.cell')[1].textContent]),
    );
  same(
    'functions of thread 1',
    rows,
    wanted.map(row => [row.name, row.exclusive_s ? shown(row.exclusive_s) : '0']),
  );
  await show(page, 'Tree');
  expect(where(page).endsWith('thread=1'), `it stays: ${where(page)}`);
  const [root] = JSON.parse(run('tree', '--json', '--thread=1', 'two.instr')).rows;
  same('its whole time', await page.locator('.row .cell:nth-child(3)').first().innerText(), shown(root.inclusive_s));
  await box.selectOption('all threads');
  const [all] = JSON.parse(run('tree', '--json', 'two.instr')).rows;
  same('all of them', await page.locator('.row .cell:nth-child(3)').first().innerText(), shown(all.inclusive_s));
  await page.close();
  const none = await open(browser, 'waits.html', {view: 'functions'});
  expect(!(await none.getByRole('combobox', {name: 'which threads'}).isVisible()), 'one thread, no choice');
  await none.close();
}

/* The bar, the functions, the balance and the waiting of one rank. */
async function rankEverywhere({browser, run, make}) {
  const page = await open(browser, make('waiting'), {view: 'summary&rank=1'});
  same('its time', await page.locator('.parts .key button').allInnerTexts(), [
    'waiting in MPI 60.0%',
    'work 34.8%',
    'MPI itself 5.2%',
  ]);
  expect((await page.locator('.answer').innerText()).startsWith('rank 1: 1.000 s.'), 'it says whose');
  const flat = JSON.parse(run('flat', '--json', '--rank=1', 'waiting.instr')).rows;
  const compute = flat.find(row => row.name === 'compute');
  const cells = page.locator('.row', {hasText: 'compute'}).locator('.cell');
  same('a hot function', await cells.nth(1).innerText(), shown(compute.exclusive_s));
  await page.locator('.parts .key button', {hasText: 'MPI itself'}).click();
  const mpi = flat.filter(row => row.name.startsWith('MPI') && row.exclusive_s).map(row => row.name);
  same('its calls of MPI', await names(page), mpi);
  await show(page, 'Balance');
  expect(where(page).includes('rank=1'), 'the rank stays');
  const work = page.getByRole('grid', {name: 'unequal work by call path'});
  same('a column', await work.locator('.head .cell').nth(1).innerText(), 'rank 1');
  const times = await work.locator('.row', {hasText: 'compute'}).first().locator('.cell').nth(1).innerText();
  same('its work', times, shown(compute.exclusive_s));
  await show(page, 'Waiting');
  const pairs = page.getByRole('grid', {name: 'who waits for whom'}).locator('.row .text');
  same('its pairs', await pairs.allInnerTexts(), ['1 waits for 3']);
  await page.getByRole('combobox', {name: 'whose time'}).selectOption('rank 3');
  same('all that wait for it', await pairs.count(), 3);
  await fits(page, 'waiting of a rank');
  await page.close();
}

/* Each cell of a table's rows behind its name. */
const table = (page, name) =>
  page
    .getByRole('grid', {name, exact: true})
    .locator('.row')
    .evaluateAll(all =>
      all.map(row => [
        row.querySelector('.text').textContent,
        ...[...row.querySelectorAll('.cell')].map(cell => cell.textContent),
      ]),
    );

/* Balance and Waiting of one thread of each rank, as `waiting --thread` has it; and they say what is of all threads. */
async function threadEverywhere({browser, run, make, makeOdd}) {
  execFileSync(makeOdd, ['hybrid', 'hybrid.instr']);
  const page = await open(browser, make('hybrid'), {view: 'balance'});
  const uneven = () => table(page, 'unequal work by call path');
  const [all] = await uneven();
  same('of all threads', [all[0], all[1]], ['main › start › work', '15.00 us']);
  await page.getByRole('combobox', {name: 'which threads'}).selectOption('thread 1');
  const wanted = JSON.parse(run('waiting', '--by=work', '--json', '--thread=1', 'hybrid.instr')).rows;
  const {lost_s: lost, rank_mean_s: middle, rank_max_s: most} = wanted.find(row => row.path === 'main/start/work');
  same('unequal work of thread 1', await uneven(), [
    ['main › start › work', shown(lost), `${((100 * lost) / middle).toFixed(1)}%`, shown(middle), shown(most), '0'],
  ]);
  expect((await text(page)).includes('this table has all threads'), 'it says what is of all threads');
  expect((await text(page)).includes('mean of the work, 35.00 us'), `the bars: ${await text(page)}`);
  await page.getByRole('combobox', {name: 'which threads'}).selectOption('thread 0');
  same('thread 0 works as much on both ranks', await uneven(), []);
  await show(page, 'Waiting');
  const waits = () => table(page, 'where threads wait');
  same('thread 0 waits for none', await waits(), []);
  expect((await text(page)).includes('No waiting of thread 0 is known'), `no dead end: ${await text(page)}`);
  for (const [rank, thread] of [
    ['', 1],
    [0, 1],
    [1, ''],
  ]) {
    const chosen = [rank !== '' && `--rank=${rank}`, thread !== '' && `--thread=${thread}`].filter(Boolean);
    await address(page, `#waiting${rank === '' ? '' : `&rank=${rank}`}${thread === '' ? '' : `&thread=${thread}`}`);
    const [row] = JSON.parse(run('waiting', '--json', ...chosen, 'hybrid.instr')).rows;
    same(
      `waiting, ${chosen}`,
      (await waits()).map(([, one]) => one),
      [shown(row.thread_waiting_s)],
    );
  }
  await fits(page, 'waiting of a thread');
  await page.close();
}

/* Who was waited for and why, of all ranks or of one: as `waiting --by=cause` has it. */
async function causesByRank({browser, run}) {
  const page = await open(browser, 'waiting.html', {view: 'waiting'});
  const {rows} = JSON.parse(run('waiting', '--by=cause', '--json', 'waiting.instr'));
  const wanted = rows.map(row => [
    `rank ${row.late_rank}`,
    ...[row.delay_s, row.cause_s].map(time => `${time.toPrecision(4)} s`),
    String(row.ranks),
    `${(row.rank_waiting_max_s * 1000).toPrecision(4)} ms`,
    String(row.rank_waiting_max),
  ]);
  same('late ranks', await table(page, 'late ranks'), wanted);
  const late = page.getByRole('grid', {name: 'late ranks', exact: true}).locator('.row');
  same('its path', await late.locator('.note').innerText(), rows[0].cause.replace('/', ' › '));
  await page.getByRole('combobox', {name: 'whose time'}).selectOption('rank 1');
  same('for whom rank 1 waits', await table(page, 'late ranks'), wanted);
  await late.dblclick();
  same('it leads to the path of that rank', await page.locator('.row.active .text').innerText(), 'compute');
  expect(where(page).includes('rank=3'), where(page));
  await page.close();
}

/* The colours of boxes of the flame graph, in the third level from its top. */
const coloursAt = (page, places) =>
  page.locator('.flame canvas').evaluate((picture, parts) => {
    const y = Math.round((45 * picture.width) / picture.clientWidth);
    const {data} = picture.getContext('2d').getImageData(0, y, picture.width, 1);
    return parts.map(part => {
      const at = 4 * Math.round(part * picture.width);
      return `rgb(${[...data.slice(at, at + 3)].join(', ')})`;
    });
  }, places);

/* One colour for each folder, and for MPI, with a key that says how much of the time each has. */
async function folderColours({browser}) {
  for (const [width, scheme] of [
    [1280, 'light'],
    [420, 'dark'],
  ]) {
    const page = await open(browser, 'waits.html', {width, scheme, view: 'flame'});
    same('no key at first', await page.locator('.key > *').count(), 0);
    await page.getByRole('button', {name: 'folder'}).click();
    same('the key', await page.locator('.key > *').allInnerTexts(), ['mpi 50.2%', './ 49.8%']);
    const colours = await page
      .locator('.key i')
      .evaluateAll(all => all.map(one => getComputedStyle(one).backgroundColor));
    same('MPI_Barrier and compute', await coloursAt(page, [0.3, 0.7]), colours);
    await page.locator('.flame').click({position: {x: 0.3 * width, y: 52}});
    expect(/color=folder/.test(where(page)) && /path=/.test(where(page)), `it stays: ${where(page)}`);
    await fits(page, `folders at ${width}`);
    await page.close();
  }
}

/* A function with its callers above it and what it calls below, as wide as their time. */
async function sandwich({browser}) {
  const page = await open(browser, 'waits.html', {view: 'functions'});
  await page.locator('.row', {hasText: 'compute'}).first().dblclick();
  const [up, down] = ['of its callers', 'of what it calls'].map(what =>
    page.getByRole('application', {name: `flame graph ${what}`}),
  );
  const says = place => place.evaluate(made => made.nextElementSibling.textContent);
  await up.focus();
  await page.keyboard.press('ArrowUp');
  same('above it', (await says(up)).slice(0, 36), 'main  ·  waits.c:10  ·  1.400 s via ');
  await down.focus();
  await page.keyboard.press('ArrowDown');
  expect((await says(down)).startsWith('log  ·  waits.c:40  ·  120.0 ms incl'), await says(down));
  const box = await down.boundingBox();
  const above = await up.boundingBox();
  expect(Math.abs(above.y + above.height - 21 - box.y) < 3, `one box of it: ${above.y + above.height}, ${box.y}`);
  await up.click({position: {x: 100, y: above.height - 30}});
  expect((await says(up)).startsWith('main'), `a click goes in: ${await says(up)}`);
  await page.close();
}

/* The keys are listed; and a search by a regular expression finds what it matches, or says that it is none. */
async function keysAndPatterns({browser, make}) {
  const page = await open(browser, 'waits.html', {view: 'functions'});
  await page.keyboard.press('?');
  expect((await page.getByRole('dialog').innerText()).includes('regular expression'), 'the keys');
  await page.keyboard.press('Escape');
  expect(!(await page.getByRole('dialog').isVisible()), 'Escape closes them');
  await page.getByTitle('keys (?)').click();
  await page.getByRole('button', {name: 'close'}).click();
  expect(!(await page.getByRole('dialog').isVisible()), 'and so does a click');
  const input = page.locator('input[type=search]');
  await input.fill('/^(comp.*|LOG)$/');
  same('found', [await names(page), await page.locator('output').innerText()], [['compute', 'log'], '2 found']);
  const other = await open(browser, 'waits.html', {view: where(page)});
  same('from an address', await names(other), ['compute', 'log']);
  await other.close();
  await input.fill('/(/');
  same('half of one', await page.locator('output').innerText(), 'not a valid regular expression');
  await input.fill('nobody_is_called_so');
  for (const title of ['Functions', 'Tree']) {
    await show(page, title);
    expect(
      (await text(page)).includes('Nothing matches the search. Clear it'),
      `${title} without a hit says what to do`,
    );
  }
  await input.fill('');
  await address(page, '#functions&q=waits.c%3F');
  expect(!(await text(page)).includes('compute'), 'a text is no pattern');
  await page.close();
  const even = await open(browser, make('even', 'hybrid.instr'), {view: 'balance&thread=0'});
  expect((await text(even)).includes('All ranks work equally long in each call path.'), 'an empty table says why');
  await even.close();
}

export async function choiceTests(context) {
  await foldedRows(context);
  await oneThread(context);
  await rankEverywhere(context);
  await threadEverywhere(context);
  await causesByRank(context);
  await folderColours(context);
  await sandwich(context);
  await keysAndPatterns(context);
}
