/*
 * summary.mjs - what a person sees and clicks first: the bar of the time, what proves a finding and where it leads, the flame
 * graph of the Summary, its table. And the same as text, where no script runs.
 */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, open, same, text} from './browser.mjs';
import {writeTrace} from './trace.mjs';

const KNOWN = ['waits', 'waiting', 'threads', 'merged', 'rank0', 'unseen'];

/* The parts of the bar are seen, and fill it; a click on one leaves the functions that have any of it. */
async function timeBar({browser, make}) {
  const page = await open(browser, make('waiting'));
  const strip = await page.locator('.strip').boundingBox();
  const parts = await page.locator('.strip i').evaluateAll(all =>
    all.map(part => {
      const {width, height} = part.getBoundingClientRect();
      return {width, height, colour: getComputedStyle(part).backgroundColor};
    }),
  );
  const wide = parts.reduce((sum, {width}) => sum + width, 0);
  expect(Math.abs(wide - strip.width) < 1 && strip.height > 10, `parts of ${wide} pixels in a bar of ${strip.width}`);
  expect(
    parts.every(({height, colour}) => height > 10 && colour !== 'rgba(0, 0, 0, 0)'),
    `parts that nobody sees: ${JSON.stringify(parts)}`,
  );
  same('a colour each', new Set(parts.map(({colour}) => colour)).size, parts.length);
  const rows = () => page.locator('.row .text').allInnerTexts();
  expect((await rows()).includes('waiting in MPI'), `waiting is one row: ${await rows()}`);
  const waits = page.locator('.row', {hasText: 'waiting in MPI'}).getByRole('img', {name: 'time by rank'});
  await waits.hover({position: {x: 6, y: 9}});
  same('its bars by rank', (await page.getByRole('tooltip').innerText()).split('\n')[0], 'rank 0: 700.0 ms');
  await page.locator('.parts button', {hasText: 'waiting in MPI'}).click();
  const mpi = await rows();
  expect(mpi.length && mpi.every(name => name.startsWith('MPI_')), `functions that wait in MPI: ${mpi}`);
  expect((await text(page)).includes('hot functions, by waiting in MPI'), 'the table says what it has');
  const done = await open(browser, make('merged'));
  await done.locator('.strip i').last().click();
  expect((await text(done)).includes('hot functions, by computing'), 'a part of no function chooses none');
  await done.close();
  await page.close();
}

/* 4 ranks of 4 s, of which each second is in another function: rank 3 is in swap from 2 to 3 s, the others in wait. */
function fourSeconds(run) {
  const second = 1e9;
  const files = [0, 1, 2, 3].map(rank => {
    const call = region => [...Array.from({length: 1e4}, () => [[0, region], [second / 1e4]])].flat();
    const events = [[0, 0], ...call(1), ...call(2), ...call(rank === 3 ? 3 : 4), ...call(1), [0]];
    writeTrace(`second.${rank}.trace`, 'waits', ['main', 'load', 'solve', 'swap', 'idle'], events, 70 + rank, [
      rank,
      4,
    ]);
    return `second.${rank}.trace`;
  });
  run('html', '-o', 'second.html', 'waits.instr', ...files);
}

/* Draws a range in a timeline, from one part of its width to another, in the lanes of a process. */
const drawIn = (name, from, to) => async page => {
  const lane = page.getByRole('button', {name, exact: true});
  await lane.scrollIntoViewIfNeeded();
  const {y, height} = await lane.boundingBox();
  const {x, width} = await page.locator('.timeline').boundingBox();
  await page.mouse.move(x + from * width, y + height + 8);
  await page.mouse.down();
  await page.mouse.move(x + to * width, y + height + 8, {steps: 4});
  await page.mouse.up();
  await page.waitForFunction(() => /from=/.test(location.hash));
  await page.waitForTimeout(300);
};

/* What a person asks of a run, each from the Summary by two clicks at most: what is clicked, and what is read then. */
async function questions({browser, run, make, makeOdd}) {
  execFileSync(makeOdd, ['pair', '3000', '1000', '4', 'before.instr']);
  execFileSync(makeOdd, ['pair', '3000', '2500', '4', 'after.instr']);
  make('pair', 'before.instr', 'after.instr');
  execFileSync(makeOdd, ['hybrid', 'hybrid.instr']);
  make('hybrid');
  fourSeconds(run);
  const tab = name => page => page.getByRole('tab', {name, exact: true}).click();
  const click = text => page => page.getByText(text, {exact: true}).first().click();
  const finding = text => page => page.locator('.finding', {hasText: text}).click();
  const rank = number => page => page.getByRole('combobox', {name: 'whose time'}).selectOption(`rank ${number}`);
  for (const [question, file, clicks, answer] of [
    ['which rank is late', 'waiting', [], 'rank 3 works'],
    ['why', 'waiting', [], 'in compute (waits.c:20): 796 ms'],
    ['who calls it', 'waiting', [finding('rank 3 works')], 'Called by'],
    ['what changed', 'pair', [tab('Compare')], 'burn pair.c +6.000 ms'],
    ['what did rank 3 do', 'waiting', [tab('Functions'), rank(3)], 'compute waits.c:20 79.6% 796.0 ms'],
    ['is this function called too often', 'merged', [click('tiny'), click('tiny')], 'calls 3,000,000'],
    ['who waits for whom', 'waiting', [tab('Waiting')], '0 waits for 3'],
    ['where do they wait', 'waiting', [click('waiting in MPI 45.0%')], 'MPI_Barrier'],
    ['what did the late rank do meanwhile', 'waiting', [tab('Waiting')], 'Causes'],
    [
      'what was not measured',
      'merged',
      [tab('Functions'), click('not instrumented 1')],
      'trampoline start.c:80 · naked',
    ],
    [
      'what did rank 3 do between 2 and 3 s',
      'second',
      [tab('Timeline'), drawIn('rank 3 (node1)', 0.5, 0.75)],
      'rank 3 (node1) exclusive ▾ calls swap 9',
    ],
    ['which thread computes least', 'hybrid', [tab('Waiting')], 'thread 1 works least: 70.00 us'],
    ['which line waits', 'waiting', [tab('Waiting')], 'waits.c:17'],
    ['how much is probe overhead', 'merged', [], 'probe overhead'],
    ['what was excluded', 'merged', [], 'excluded from 100%'],
    ['how true is it', 'merged', [], '~ estimated by sampling'],
  ]) {
    const page = await open(browser, `${file}.html`, {view: 'summary'});
    for (const go of clicks) await go(page);
    expect((await text(page)).includes(answer), `${question}: no "${answer}" in ${await text(page)}`);
    await page.close();
  }
}

/* Each finding leads to a view that there is, with its row; and no more than three of them stand before the functions. */
async function findings({browser, run, make}) {
  for (const name of KNOWN) {
    const page = await open(browser, make(name));
    const count = await page.locator('.finding').count();
    const said = JSON.parse(run('summary', '--json', `${name}.instr`)).rows.filter(row => row.gain_s > 0);
    same(`${name}: findings`, count, Math.min(3, said.length));
    for (let k = 0; k < count; k++) {
      await page.goto(`file://${path.resolve(`${name}.html`)}#summary`);
      await page.locator('.finding').nth(k).click();
      const there = await page.evaluate(() => ({
        tab: document.querySelector('[role=tab][aria-selected=true]').dataset.view,
        wanted: location.hash.slice(1).split('&')[0],
        empty: document.querySelector('main [role=status]')?.textContent,
      }));
      same(`${name}: finding ${k + 1}`, [there.tab, there.empty ?? ''], [there.wanted, '']);
    }
    await page.close();
  }
  const page = await open(browser, 'waits.html');
  await page.locator('.finding', {hasText: 'rank 3 works'}).click();
  same('the function that it names', await page.locator('h2.code').innerText(), 'compute');
  await page.close();
}

/* A window of 1280 x 800 has the answer, its proof, the picture and the first functions. */
async function firstScreen({browser}) {
  const page = await open(browser, 'waits.html');
  await page.setViewportSize({width: 1280, height: 800});
  for (const part of ['.strip', '.answer', '.finding canvas', '.flame canvas']) {
    const box = await page.locator(part).first().boundingBox();
    expect(box.y + box.height <= 800, `${part} ends at ${box.y + box.height}`);
  }
  const seen = await page
    .locator('.row')
    .evaluateAll(all => all.filter(row => row.getBoundingClientRect().bottom <= 800));
  expect(seen.length >= 4, `${seen.length} functions on the first screen`);
  const wide = await page.locator('.summary').boundingBox();
  expect(wide.width <= 1100, `a column of ${wide.width} pixels`);
  same('its title', await page.title(), 'waits - instr');
  await page.close();
}

/* What part of each level of the flame graph is painted, from its top. */
const painted = page =>
  page.evaluate(() => {
    const picture = document.querySelector('.flame canvas');
    const scale = picture.width / picture.clientWidth;
    const {data} = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height);
    const shares = [];
    for (let y = 10; y < picture.clientHeight; y += 21) {
      let covered = 0;
      for (let x = 0; x < picture.width; x++) covered += data[(y * scale * picture.width + x) * 4 + 3] / 255;
      shares.push(covered / picture.width);
    }
    return shares;
  });

/* 10,000 paths, most of them too narrow for a box: each level is painted as wide as its time, but for gaps between boxes. */
async function narrowPaths({browser, run, make, makeOdd}) {
  execFileSync(makeOdd, ['wide', '10000', '1', 'narrow.instr']);
  const page = await open(browser, make('narrow'), {view: 'flame'});
  const rows = JSON.parse(run('tree', '--json', '--min=0', 'narrow.instr')).rows;
  const whole = rows[0].inclusive_s;
  const levels = [];
  for (const {path: names, inclusive_s: time} of rows) {
    const level = names ? names.split('/').length : 0;
    levels[level] = (levels[level] || 0) + time / whole;
  }
  const shares = await painted(page);
  levels.forEach((share, level) =>
    expect(shares[level] > 0.9 * share, `level ${level} has ${share} of the time, and ${shares[level]} is painted`),
  );
  await page.close();
}

/* Waiting is hatched: of 1.8 s in MPI that 3 ranks wait, as much of the row. */
async function waitingHatched({browser, run}) {
  const page = await open(browser, 'waiting.html', {view: 'flame'});
  const share = await page.evaluate(() => {
    const picture = document.querySelector('.flame canvas');
    const pen = picture.getContext('2d');
    const probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--waiting');
    probe.fillRect(0, 0, 1, 1);
    const wanted = probe.getImageData(0, 0, 1, 1).data;
    const columns = new Set();
    const {data, width, height} = pen.getImageData(0, 0, picture.width, picture.height);
    for (let at = 0; at < data.length; at += 4)
      if ([0, 1, 2].every(k => Math.abs(data[at + k] - wanted[k]) < 12)) columns.add((at / 4) % width);
    return {share: columns.size / width, height};
  });
  const summed = JSON.parse(run('waiting', '--json', 'waiting.instr')).rows.reduce(
    (sum, row) => sum + row.waiting_s,
    0,
  );
  const whole = JSON.parse(run('tree', '--json', 'waiting.instr')).rows[0].inclusive_s;
  expect(Math.abs(share.share - summed / whole) < 0.02, `${share.share} is hatched, and ${summed / whole} is waiting`);
  await page.close();
}

/* The first screen of the terminal stands in the file, for a browser that runs no scripts, or not this one. */
async function withoutScripts({browser, run}) {
  const wanted = run('summary', 'waits.instr').replace(/\s+/g, ' ').trim();
  const off = await browser.newPage({javaScriptEnabled: false});
  await off.goto(`file://${path.resolve('waits.html')}`);
  same('no scripts', (await off.locator('body').innerText()).replace(/\s+/g, ' ').trim(), wanted);
  await off.close();
  const strict = await browser.newPage();
  const headers = {'content-security-policy': "default-src 'self'", 'content-type': 'text/html'};
  await strict.route('**/*', route => route.fulfill({headers, body: readFileSync('waits.html')}));
  await strict.goto('http://ci.example/waits.html');
  const said = (await strict.locator('body').innerText()).replace(/\s+/g, ' ').trim();
  same("default-src 'self'", said, wanted);
  await strict.close();
}

export async function summaryTests(context) {
  await timeBar(context);
  await findings(context);
  await questions(context);
  await firstScreen(context);
  await narrowPaths(context);
  await waitingHatched(context);
  await withoutScripts(context);
}
