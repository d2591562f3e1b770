/*
 * details.mjs - what each view must not do: leave by a search, cut off the column that matters, colour what was not seen, name a
 * figure that is another one's, or fill the screen with one name.
 */
import {execFileSync} from 'node:child_process';
import {address, expect, open, same, show, text} from './browser.mjs';

/* Enter goes from one hit to the next, and stays in its view. */
async function searchStays({browser, make}) {
  for (const [name, query] of [
    ['waiting', 'm'],
    ['both', 'm'],
  ]) {
    const page = await open(browser, `${name}.html`);
    for (const title of await page.getByRole('tab').allInnerTexts()) {
      await show(page, title);
      const view = await page.evaluate(() => location.hash.split('&')[0]);
      await page.locator('input[type=search]').fill(query);
      const found = parseInt(await page.locator('output').innerText(), 10) || 0;
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      same(`${name}: ${title}: the view`, await page.evaluate(() => location.hash.split('&')[0]), view);
      const at = await page.locator('output').innerText();
      if (found > 1) expect(at.startsWith('2 of '), `${name}: ${title}: ${at}`);
      await page.locator('input[type=search]').fill('');
    }
    await page.close();
  }
  const page = await open(browser, make('waits'), {view: 'tree'});
  await page.locator('input[type=search]').fill('compute');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowUp');
  same('Escape leads to the hit', await page.locator('.row.active .text').innerText(), 'main');
  await page.close();
}

/* Of the metrics, waiting is the first that has room; and its table has the terminal's figures. */
async function waitingShown({browser, run}) {
  const page = await open(browser, 'waiting.html', {view: 'functions'});
  const titles = await page.locator('.head .cell').allInnerTexts();
  expect(titles.includes('waiting'), `columns: ${titles}`);
  expect(!titles.includes('paths'), `there is no room for all columns: ${titles}`);
  await page.getByLabel('sort by').selectOption('paths');
  same('what is sorted by is shown', (await page.locator('.head .cell').allInnerTexts()).at(-1), 'paths ▾');
  const known = JSON.parse(run('waiting', '--json', 'waiting.instr')).rows.filter(row => row.waiting_s > 0);
  await show(page, 'Balance');
  const rows = page.getByRole('grid', {name: 'time waited in MPI'}).locator('.row');
  same('calls that wait', await rows.count(), known.length);
  for (const [k, row] of known.entries()) {
    const cells = await rows.nth(k).locator('.cell').allInnerTexts();
    same('longest on a rank', cells.slice(2), [
      `${(row.rank_waiting_max_s * 1000).toPrecision(4)} ms`,
      String(row.rank_of_waiting_max),
    ]);
  }
  await show(page, 'Waiting');
  const causes = JSON.parse(run('waiting', '--json', 'waiting.instr')).rows.filter(row => row.cause_s > 0);
  const named = causes.sort((a, b) => b.cause_s - a.cause_s).map(row => row.path.replaceAll('/', ' › '));
  const shown = page.getByRole('grid', {name: 'late ranks were in'}).locator('.row .text');
  same('causes', await shown.allInnerTexts(), named);
  expect(named.length > 0, 'there are causes');
  await page.close();
}

/* How far the colour of each cell of a row is from grey. */
const colours = (page, name) =>
  page.getByRole('img', {name}).evaluate(picture => {
    const pen = picture.getContext('2d', {willReadFrequently: true});
    const {data} = pen.getImageData(0, 2, picture.width, 1);
    let most = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] > 250) most = Math.max(most, Math.abs(data[at] - data[at + 2]));
    return most;
  });

/* What was not seen has no colour, nor what took no time; and each column says its rank. */
async function heatOfTheSeen({browser, make, makeOdd}) {
  const page = await open(browser, make('waits'), {view: 'balance'});
  expect((await colours(page, 'exclusive time of compute by rank')) > 40, 'unequal times have a colour');
  await page.close();
  const unseen = await open(browser, make('unseen'), {view: 'balance'});
  const far = await colours(unseen, 'exclusive time of peek by rank');
  expect(far < 20, `what was not seen has a colour: ${far}`);
  execFileSync(makeOdd, ['faint', 'faint.instr']);
  const faint = await open(browser, make('faint'), {view: 'balance'});
  const nothing = await colours(faint, 'exclusive time of faint by rank');
  expect(nothing < 20, `0.0 ns has a colour: ${nothing}`);
  await faint.close();
  expect(await unseen.getByRole('img', {name: /^ranks 0 1/}).isVisible(), 'the ranks stand above');
  await unseen.close();
}

/* What `diff` says beside its tables; work before the waiting that follows from it; callers have no colour of their callees. */
async function comparing({browser, run, make, makeOdd}) {
  const page = await open(browser, 'both.html');
  const said = await text(page);
  for (const part of ['one run per side: noise is assumed', 'measured on both sides'])
    expect(said.includes(part) && run('diff', 'before.instr', 'after.instr').includes(part), `${part}: ${said}`);
  const [root, burn] = await page.locator('.flame canvas').evaluate(picture => {
    const {data, width} = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height);
    const scale = picture.width / picture.clientWidth;
    const at = (x, y) => (Math.round(y * scale) * width + Math.round(x * scale)) * 4;
    const far = from => Math.abs(data[from] - data[from + 2]);
    return [far(at(picture.clientWidth - 5, 4)), far(at(0.7 * picture.clientWidth, 46))];
  });
  expect(burn > root + 60, `burn is ${burn} off grey, and the run ${root}`);
  await page.close();
  execFileSync(makeOdd, ['pair', '3000', '2500', '4', 'waits.after.instr', '9000']);
  const late = await open(browser, make('late', 'before.instr', 'waits.after.instr'));
  const rows = await late.getByRole('grid', {name: 'functions and what changed'}).locator('.row .text').allInnerTexts();
  same('what others wait for stands first', rows, ['burn', 'MPI_Barrier']);
  await late.close();
  const calls = await open(browser, make('same', 'waiting.instr', 'waiting.instr'));
  const waited = run('diff', 'waiting.instr', 'waiting.instr').match(
    /ranks waited (.*?) for each other before, (.*?) after/,
  );
  const wanted = `Ranks waited ${waited[1]} for each other before, ${waited[2]} after`;
  expect((await text(calls)).includes(wanted), `${wanted}: ${await text(calls)}`);
  await calls.close();
}

/* A name of 10,000 letters takes some lines, and a search finds its end. */
async function longName({browser, make, makeOdd}) {
  execFileSync(makeOdd, ['long', '10000', 'long.instr']);
  const page = await open(browser, make('long'), {view: 'functions'});
  const {height} = await page.locator('.row').first().boundingBox();
  expect(height < 200, `a row of ${height} pixels`);
  expect((await page.locator('.row .text').innerText()).includes('9,640 letters more'), 'it says how much is left out');
  await page.locator('.row').dblclick();
  await page.getByText('the whole name').click();
  expect((await page.locator('details .code').innerText()).length >= 10000, 'and has it');
  await address(page, '#summary');
  const tall = await page.evaluate(() => document.querySelector('main').scrollHeight);
  expect(tall < 1200, `a summary of ${tall} pixels`);
  await page.close();
}

export async function detailTests(context) {
  await searchStays(context);
  await waitingShown(context);
  await heatOfTheSeen(context);
  await comparing(context);
  await longName(context);
}
