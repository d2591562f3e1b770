/*
 * page.mjs MODULES REPORT MAKE_SAMPLE MAKE_ODD - the page in a browser, as its reader sees it: each view with the numbers of
 * known profiles, wide and narrow, light and dark; names that are long or hostile; search and keys; 10^5 call paths.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, unlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {address, expect, fits, launch, open, same, show, status, text} from './browser.mjs';
import {choiceTests} from './choices.mjs';
import {detailTests} from './details.mjs';
import {placeTests} from './places.mjs';
import {screenTests} from './screens.mjs';
import {shapeTests} from './shapes.mjs';
import {summaryTests} from './summary.mjs';
import {writeTrace} from './trace.mjs';

const [modules, report, makeSample, makeOdd] = process.argv.slice(2).map(file => path.resolve(file));
if (spawnSync(report, ['html']).stderr.includes('without its page')) {
  console.log('skipped: instr-report was built without its page');
  process.exit(77);
}
const browser = await launch(modules);
const work = mkdtempSync(path.join(tmpdir(), 'page-'));
process.chdir(work);
const run = (...words) =>
  execFileSync(report, words, {stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28}).toString();
const make = (name, ...profiles) => {
  run('html', '-o', `${name}.html`, ...(profiles.length ? profiles : [`${name}.instr`]));
  return `${name}.html`;
};
execFileSync(makeSample, ['.']);
execFileSync(makeOdd, ['hostile', 'hostile.instr']);
execFileSync(makeOdd, ['wide', '100000', '1', 'wide.instr']);

/* What a view must say of waits.instr, whose times are chosen (make-sample.c): as the terminal says it. */
const VIEWS = {
  Summary: [
    'waits: 4 ranks, 1.00 s each (100% = 4.00 s): up to 500 ms per rank can be saved',
    'MPI 50.2%',
    'load imbalance: rank 3 works 946 ms, mean 498 ms',
    'in compute (waits.c:20): 796 ms, mean 318 ms',
    'same number of calls, more work in each',
    'MPI calls, including any waiting for other ranks',
    'compute waits.c:20 31.8% 1.273 s',
    'log waits.c:40 3.0% 120.0 ms',
    'see callers of compute',
  ],
  Tree: ['MPI_Barrier', '50.0%', '2.000 s', 'compute', '35.0%', '1.273 s', 'MPI_Send', '7.000 ms'],
  'Flame graph': ['waits · root · 4.000 s inclusive (100.0%)'],
  Functions: [
    'compute waits.c:20',
    '31.8%',
    '1.273 s',
    'called 6 MPI 2',
    '100.0% of 4 functions of the program are instrumented: 4 called, 0 never called',
  ],
  Balance: ['main › compute', '447.8 ms', '128.6%', 'main › MPI_Barrier', '1.800 s', '45.0%'],
};

async function knownNumbers() {
  const file = make('waits');
  for (const width of [1280, 400])
    for (const scheme of ['light', 'dark']) {
      const page = await open(browser, file, {width, scheme});
      same('the views', await page.getByRole('tab').allInnerTexts(), Object.keys(VIEWS));
      for (const [view, parts] of Object.entries(VIEWS)) {
        await show(page, view);
        const said = await text(page);
        for (const part of parts)
          expect(said.includes(part), `${view} at ${width}: no "${part}" in ${said.slice(0, 900)}`);
        await fits(page, `${view} at ${width}`);
      }
      const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(scheme === 'dark' ? /^rgb\((1|2)\d, /.test(back) : back === 'rgb(255, 255, 255)', `${scheme}: ${back}`);
      await page.close();
    }
}

/* The estimates, threads and recursion of merged.instr, and who called what. */
async function marksAndCallers() {
  const page = await open(browser, make('merged'), {width: 1500, view: 'tree'});
  const said = await text(page);
  for (const part of [
    '~1.572 s',
    '(recursive)',
    '(open at the end)',
    'made by MAKE_TINY solve.c:7',
    '42.5%',
    'own quanta',
    '4,590 q',
  ])
    expect(said.includes(part), `tree: no "${part}" in ${said}`);
  await show(page, 'Functions');
  await page.locator('.row', {hasText: 'tiny'}).first().dblclick();
  await page.waitForSelector('h2.code');
  const function_ = await text(page);
  for (const part of ['tiny grid.h:50', '~48.00 ms', '3,000,000', 'solve solve.c:20'])
    expect(function_.includes(part), `function: no "${part}" in ${function_}`);
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector('h2.code'));
  await show(page, 'Functions');
  const list = name => page.getByRole('button', {name}).click();
  await list(/^never called 1/);
  const never = await text(page);
  for (const part of ['85.7% of 7 functions', '5 called, 1 never called', 'not instrumented 1'])
    expect(never.includes(part), `functions: no "${part}" in ${never}`);
  same('never called', await page.locator('.row .cell').allInnerTexts(), ['never called', '']);
  await list(/^not instrumented/);
  same('left alone', (await page.locator('.row').innerText()).split(/\s*\n\s*/).slice(0, 2), [
    'trampoline start.c:80 · naked',
    'not instrumented',
  ]);
  /* The terminal's functions, in its order. */
  await list(/^called/);
  const rows = await page.locator('.row .text').allInnerTexts();
  const wanted = JSON.parse(run('flat', '--json', 'merged.instr')).rows.map(row => row.name);
  same('functions by own time', rows, wanted);
  await page.close();
}

/* What is below what was seen has no number in any view: one path of tiny, all of peek. */
async function unseen() {
  const page = await open(browser, make('unseen'), {view: 'tree'});
  const row = name => page.locator('.row', {hasText: name}).first().innerText();
  const hidden = (what, said) => expect(said.includes('not seen') && !/[0-9] (ms|us)|%/.test(said), `${what}: ${said}`);
  await page.waitForSelector('.row');
  hidden('tree', await row('peek'));
  await show(page, 'Functions');
  hidden('functions', await row('peek'));
  const seen = await row('tiny');
  expect(seen.includes('~28.00 ms'), `functions: ${seen}`);
  await page.locator('.row', {hasText: 'tiny'}).first().dblclick();
  await page.waitForSelector('h2.code');
  hidden('callers', await row('solve'));
  const caller = await row('halo');
  expect(caller.includes('~20.00 ms'), `callers: ${caller}`);
  await show(page, 'Summary');
  expect(!(await text(page)).includes('peek'), 'summary: peek is hot');
  await page.close();
}

/* A click in a picture names what is there. */
async function pictures() {
  const page = await open(browser, 'waits.html', {view: 'balance'});
  const says = () => page.locator('.says').first().innerText();
  const cells = page.getByRole('img', {name: 'exclusive time of compute by rank'});
  const {width} = await cells.boundingBox();
  await cells.click({position: {x: (width * 7) / 8, y: 10}});
  same('a cell of the heat map', await says(), 'compute on rank 3: 796.0 ms, 2.50 times the mean of 318.2 ms');
  await page.close();
  const estimates = await open(browser, make('merged'), {view: 'balance'});
  await estimates.getByRole('img', {name: 'exclusive time of solve by rank'}).click({position: {x: 3, y: 10}});
  same(
    'an estimate in the heat map',
    (await estimates.locator('.says').nth(0).innerText()).split(',')[0],
    'solve on rank 0: ~424.0 ms',
  );
  await estimates.close();
}

/* Lines over ranks, a function each, and over functions, a rank each: the axes have numbers with their unit. */
async function lines() {
  for (const width of [1280, 400]) {
    const page = await open(browser, 'waits.html', {width, view: 'balance'});
    await page.evaluate(() => {
      const plain = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        const place = {left: 0, right: 1, center: 0.5}[this.textAlign] ?? 0;
        const left = x - place * this.measureText(text).width;
        window.drawn.push({text, left, right: left + this.measureText(text).width, y});
        plain.call(this, text, x, y);
      };
    });
    const place = page.locator('.ranklines');
    const said = () => page.locator('.ranklines + .says').innerText();
    const rows = await page.locator('.key .code', {hasText: /^\d+ /}).allInnerTexts();
    const k = rows.findIndex(row => row.endsWith(' compute'));
    /* Rank 3 spent 796 of 800 ms in compute. */
    const y = 380 - 44 - (796 / 800) * (380 - 44 - 28);
    const wide = await place.evaluate(made => made.clientWidth);
    for (const [way, numbers, x] of [
      ['over ranks', ['exclusive time', '0', '800.0 ms', 'rank', '0', '1', '2', '3'], 1],
      ['over functions', ['exclusive time', '0', '800.0 ms', 'function', '1', '6'], k / (rows.length - 1)],
    ]) {
      await page.evaluate(() => (window.drawn = []));
      await page.getByRole('button', {name: way, exact: true}).click();
      const drawn = await page.evaluate(() => window.drawn);
      const texts = drawn.map(({text: one}) => one);
      for (const number of numbers) expect(texts.includes(number), `${way} at ${width}: no ${number} in ${texts}`);
      const out = drawn.filter(({left, right, y: at}) => left < 0 || right > wide || at < 5 || at > 375);
      same(`${way} at ${width}: what is cut off`, out, []);
      const over = drawn.filter((a, i) =>
        drawn.slice(i + 1).some(b => a.left < b.right && b.left < a.right && Math.abs(a.y - b.y) < 10),
      );
      same(`${way} at ${width}: what is over another`, over, []);
      await place.click({position: {x: 74 + x * (wide - 94) - 3, y}});
      same(`a point ${way} at ${width}`, await said(), 'compute on rank 3: 796.0 ms, the mean is 318.2 ms');
    }
    expect(
      (await text(page)).includes('x: functions 1 to 6; y: exclusive time, 0 to 800.0 ms; lines: rank 0 to 3'),
      'the axes are said',
    );
    await page.getByRole('button', {name: 'over ranks', exact: true}).click();
    await place.click({position: {x: 74 + (wide - 94) - 3, y}});
    await place.focus();
    await page.keyboard.press('ArrowLeft');
    expect((await said()).startsWith('compute on rank 2: '), 'a key goes to the next');
    const section = page.locator('section', {has: place});
    await section.getByRole('button', {name: 'inclusive time'}).click();
    await section.getByRole('button', {name: 'first call first'}).click();
    expect((await place.locator('canvas').getAttribute('aria-label')).startsWith('inclusive time'), 'inclusive time');
    same('the first call', await page.locator('.key .code', {hasText: /^1 /}).innerText(), '1 main');
    await page.close();
  }
  const many = await open(browser, 'timers.html', {view: 'balance'});
  const section = many.locator('section', {has: many.locator('.ranklines')});
  const range = () => section.locator('.tools').innerText();
  expect((await range()).includes('functions 1 to 12 of'), await range());
  await section.getByRole('button', {name: 'next functions'}).click();
  expect((await range()).includes('functions 13 to 24 of'), await range());
  await many.close();
}

/* All functions are reached, by own or inclusive time or in the order of first calls, as `flat` has it. */
async function allTimers() {
  execFileSync(makeOdd, ['wide', '400', '4', 'timers.instr']);
  const file = make('timers');
  const flat = sort => JSON.parse(run('flat', '--json', `--sort=${sort}`, 'timers.instr')).rows.map(row => row.name);
  for (const width of [1280, 400]) {
    const page = await open(browser, file, {width, view: 'functions'});
    for (const [sort, text] of [
      ['inclusive', 'inclusive'],
      ['first', 'first'],
    ]) {
      await page.getByLabel('sort by').selectOption(text);
      const first = await page.locator('.row .text').allInnerTexts();
      same(`functions by ${sort} at ${width}`, first.slice(0, 8), flat(sort).slice(0, 8));
    }
    await page.locator('.table').focus();
    await page.keyboard.press('End');
    same('the last one', await page.locator('.row.active .text').innerText(), flat('first').at(-1));
    await show(page, 'Balance');
    const map = page.getByRole('region', {name: 'functions by ranks'});
    const names = () => map.locator('.link').allInnerTexts();
    expect((await names()).length < flat('first').length, 'lines are made as they are needed');
    await map.evaluate(async made => {
      for (let k = 0; k < 200; k++) {
        made.scrollTop = made.scrollHeight;
        await new Promise(requestAnimationFrame);
      }
    });
    same('by scrolling each function comes', await names(), flat('exclusive'));
    const section = page.locator('section', {has: map});
    await section.getByRole('button', {name: 'inclusive time'}).click();
    same('the largest with all it called', (await names()).slice(0, 8), flat('inclusive').slice(0, 8));
    await section.getByRole('button', {name: 'first call first'}).click();
    same('the first that was called', (await names()).slice(0, 8), flat('first').slice(0, 8));
    await page.locator('input[type=search]').fill(flat('exclusive').at(-1));
    expect((await names()).includes(flat('exclusive').at(-1)), 'a search finds what was not scrolled to');
    await fits(page, `all timers at ${width}`);
    await page.close();
  }
  const page = await open(browser, 'waits.html', {view: 'functions'});
  await page.getByRole('columnheader', {name: 'first'}).click();
  const firsts = JSON.parse(run('flat', '--json', '--sort=first', 'waits.instr')).rows.map(row => row.name);
  same('by the column', await page.locator('.row .text').allInnerTexts(), firsts);
  same('and the list says so', await page.getByLabel('sort by').inputValue(), 'first');
  await page.close();
}

/* The call stack of each rank, level by level; a click goes into what it meets: compute on the last rank, behind MPI_Barrier. */
async function levelsByRank() {
  const page = await open(browser, 'waits.html', {view: 'balance'});
  const levels = page.getByRole('application', {name: /^levels of calls on rank/});
  same('a picture of each rank', await levels.count(), 4);
  const {width} = await levels.last().boundingBox();
  await levels.last().click({position: {x: 0.3 * width, y: 52}});
  await page.waitForFunction(() => location.hash.startsWith('#flame'));
  const says = await page.locator('.says').innerText();
  expect(says.startsWith('compute · waits.c:20 · 800.0 ms incl'), `compute on rank 3: ${says}`);
  expect(page.url().includes('rank=3'), `on that rank: ${page.url()}`);
  await page.close();
}

/* All pairs as a map, of which a click chooses one, and the calls in which its ranks have most. */
async function whoWaitsForWhom() {
  const file = make('waiting');
  for (const width of [1280, 400]) {
    const page = await open(browser, file, {width, height: 1600, view: 'waiting'});
    const says = () => page.locator('.says').innerText();
    const rows = name => page.getByRole('grid', {name}).locator('.row .text').allInnerTexts();
    const map = page.getByRole('img', {name: 'who waits for whom, 3 pairs of ranks'});
    same('the pairs', await rows('who waits for whom'), ['0 waits for 3', '1 waits for 3', '2 waits for 3']);
    same('the lines', await rows('calls that wait by line'), ['waits.c:17', 'waits.c:12']);
    const said = await text(page);
    for (const part of ['700.0 ms', '38.9%', '1.200 s', 'main › MPI_Barrier'])
      expect(said.includes(part), `waiting at ${width}: no "${part}" in ${said}`);
    await map.click({position: {x: 52 + 3.5 * 36, y: 22 + 1.5 * 36}});
    expect((await says()).startsWith('rank 1 waited 600.0 ms for rank 3.'), await says());
    await map.click({position: {x: 52 + 1.5 * 36, y: 22 + 1.5 * 36}});
    expect(!(await says()).includes('rank 1 waited'), 'an empty cell chooses nothing');
    await page.getByRole('grid', {name: 'who waits for whom'}).locator('.row').nth(2).click();
    expect((await says()).startsWith('rank 2 waited 500.0 ms for rank 3.'), await says());
    await page.getByRole('button', {name: 'all calls'}).click();
    same('all lines', await rows('calls that wait by line'), ['waits.c:17', 'waits.c:12']);
    await page.locator('input[type=search]').fill('c:12');
    same('the line that is sought', await rows('calls that wait by line'), ['waits.c:12']);
    await fits(page, `waiting at ${width}`);
    await page.close();
  }
}

/* Threads that wait for each other, and what keeps them from running: the last two parts of `waiting`, in its words. */
async function whatThreadsWaitFor() {
  const page = await open(browser, make('threads'), {view: 'waiting'});
  const rows = name => page.getByRole('grid', {name}).locator('.row').allInnerTexts();
  const [wait] = await rows('where threads wait');
  for (const part of ['main › OpenMP wait: end of region', '60.00 ms', '30.0%', '3'])
    expect(wait.includes(part), `threads: no "${part}" in ${wait}`);
  const [kept] = await rows('where threads were not running');
  for (const part of ['main', 'lock', '~40.00 ms', '20.0%', '8', 'held in main › hold'])
    expect(kept.includes(part), `kernel: no "${part}" in ${kept}`);
  await page.close();
}

/* An address from another page. */
async function addresses() {
  const strange = await open(browser, 'waits.html', {view: 'timeline'});
  expect((await text(strange)).includes('This profile has no data for the view Timeline.'), 'a view without data');
  await strange.close();
  const wrong = await open(browser, 'waits.html', {view: 'nothing'});
  expect((await text(wrong)).includes('There is no view #nothing.'), 'an unknown view');
  await wrong.close();
}

/* Two runs beside each other, as `diff` tells them. */
async function comparison() {
  execFileSync(makeOdd, ['pair', '3000', '1000', '4', 'before.instr']);
  execFileSync(makeOdd, ['pair', '3000', '2500', '4', 'after.instr']);
  make('both', 'before.instr', 'after.instr');
  for (const width of [1280, 400]) {
    const page = await open(browser, 'both.html', {width, scheme: width === 400 ? 'dark' : 'light'});
    const said = await text(page);
    for (const part of [
      'before 16.40 ms',
      'after 22.40 ms',
      'change +36.6% +6.000 ms',
      'burn pair.c +6.000 ms +150.0% 4.000 ms 10.00 ms',
      'also 3 functions',
    ])
      expect(said.includes(part), `compare at ${width}: no "${part}" in ${said}`);
    const rows = () => page.getByRole('grid').locator('.row .text').allInnerTexts();
    same('what is no noise', await rows(), ['burn']);
    await page.getByRole('checkbox').check();
    same('all functions', (await rows()).sort(), ['MPI_Barrier', 'burn', 'main', 'solve']);
    await fits(page, `compare at ${width}`);
    await show(page, 'Summary');
    expect((await text(page)).includes('burn'), 'all else is of the run after');
    await page.close();
  }
}

/* A trace along its time: what is where, closer and farther, and a search; and one of very many calls. */
async function timeline() {
  const events = [[0, 0]];
  for (let k = 0; k < 10; k++) events.push([1000, 1], [10000, 2], [2000], [27000], [60000, 3], [0]);
  writeTrace('waits.trace', 'waits', ['main', 'step', 'tiny', 'gap'], [...events, [500]]);
  make('waits');
  for (const [width, scheme] of [
    [1280, 'light'],
    [400, 'dark'],
  ]) {
    const page = await open(browser, 'waits.html', {width, scheme, view: 'timeline'});
    const said = await text(page);
    for (const part of [
      '0 to 1.001 ms: 1.001 ms of 1.001 ms',
      '31 calls; each call is drawn; all other views subtract the probe overhead',
    ])
      expect(said.includes(part), `timeline at ${width}: no "${part}" in ${said}`);
    await fits(page, `timeline at ${width}`);
    /* The first step begins at 1 us and takes 39 us; it is in the second row. */
    const box = await page.locator('.timeline').boundingBox();
    const at = us => ({x: (us / 1000.5) * box.width, y: 22 + 20 + 17 + 8});
    /* On a busy machine the picture may still be laid out: then nothing was there, and one clicks again. */
    const closer = () => document.querySelector('main').innerText.includes('54.60 us');
    for (let tries = 3, there = false; !there;) {
      await page.locator('.timeline').dblclick({position: at(20)});
      const seen = page.waitForFunction(closer, null, {timeout: --tries ? 10000 : 60000});
      there = await seen.then(
        () => true,
        error => (tries ? false : Promise.reject(error)),
      );
    }
    expect((await text(page)).includes('step 39.00 us'), `a call: ${await text(page)}`);
    expect((await text(page)).includes('0 to 54.60 us'), `closer: ${await text(page)}`);
    await page.locator('.timeline').focus();
    await page.keyboard.press('Home');
    await page.locator('input[type=search]').fill('tiny');
    same('found', await page.locator('output').innerText(), '10 found');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('main').innerText.includes('2.000 us'));
    expect((await text(page)).includes('tiny 2.000 us'), `the first hit: ${await text(page)}`);
    await page.close();
  }
  unlinkSync('waits.trace');
  /* 10^6 calls of which no page can hold each: 1,000 calls of 500 ns, and a long one, a thousand times. */
  const many = [[0, 0]];
  for (let k = 0; k < 1000; k++) {
    many.push([100, 1]);
    for (let i = 0; i < 1000; i++) many.push([20, 2], [500]);
    many.push([20], [60000, 3], [k % 50 ? 40000 : 20000000]);
  }
  writeTrace('wide.trace', 'wide', ['main', 'step', 'tiny', 'long'], [...many, [500]]);
  run('html', '-o', 'many.html', 'waits.instr', 'wide.trace');
  expect(readFileSync('many.html').length < 5e6, `a page of ${readFileSync('many.html').length} bytes`);
  const page = await open(browser, 'many.html', {view: 'timeline'});
  const said = await text(page);
  expect(said.includes('1,002,001 calls'), `many: ${said}`);
  expect(said.includes('calls below 512 ns that follow each other closely are drawn as one'), `many: ${said}`);
  /* Steps of 520 us, gaps of 60 and long calls of 40: where there is a call there is colour, however few pixels it has. */
  const share = await page.evaluate(() => {
    const picture = document.querySelector('.timeline .sheet canvas');
    const scale = picture.width / picture.clientWidth;
    const line = picture.getContext('2d').getImageData(0, (22 + 20 + 17 + 8) * scale, picture.width, 1).data;
    let drawn = 0;
    for (let at = 3; at < line.length; at += 4) drawn += line[at] > 0;
    return drawn / picture.width;
  });
  expect(share > 0.99, `${share} of a row that is never empty for a pixel`);
  await page.locator('input[type=search]').fill('long');
  same('long calls are all there', await page.locator('output').innerText(), '1,000 found');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('main').innerText.includes('20.00 ms'));
  expect((await text(page)).includes('long 20.00 ms'), `a long call: ${await text(page)}`);
  await page.close();
}

/* Lanes of threads, below their process, are folded by a click or a key, and stay so. */
async function lanes() {
  const events = [[0, 0], [1000, 1], [10000, 2], [2000], [27000], [500]];
  writeTrace('waits.trace', 'waits', ['main', 'step', 'tiny'], events);
  writeTrace('other.trace', 'other', ['main', 'step', 'tiny'], events, 78);
  run('html', '-o', 'lanes.html', 'waits.instr', 'waits.trace', 'other.trace');
  unlinkSync('waits.trace');
  for (const width of [1280, 400]) {
    const page = await open(browser, 'lanes.html', {width, view: 'timeline'});
    const names = () => page.locator('.lane').evaluateAll(all => all.map(lane => lane.getAttribute('aria-label')));
    const open_ = () => page.locator('.lane[aria-expanded=true]').count();
    const tall = () => page.locator('.timeline .spacer').evaluate(made => made.offsetHeight);
    const threads = [
      'waits (77, node1)',
      'waits (77, node1), thread 0',
      'other (78, node1)',
      'other (78, node1), thread 0',
    ];
    same('a lane for each thread', await names(), threads);
    const whole = await tall();
    await page.getByRole('button', {name: threads[1]}).click();
    expect((await tall()) < whole, 'a folded lane is lower');
    same('it says so', await open_(), 3);
    const drawn = await page.evaluate(() => {
      const picture = document.querySelector('.timeline .sheet canvas');
      const scale = picture.width / picture.clientWidth;
      return [...picture.getContext('2d').getImageData(100 * scale, (22 + 20 + 20 + 2) * scale, 1, 1).data][3];
    });
    expect(drawn > 0, 'and shows its calls still');
    await page.locator('.lane').nth(2).focus();
    await page.keyboard.press('Enter');
    same('a process is folded by a key', await names(), threads.slice(0, 3));
    same('and keeps the focus', await page.evaluate(() => document.activeElement.ariaLabel), threads[2]);
    await page.getByRole('button', {name: 'closer'}).click();
    await show(page, 'Functions');
    await show(page, 'Timeline');
    same('it stays folded', [await names(), await open_()], [threads.slice(0, 3), 1]);
    await page.getByRole('button', {name: 'unfold all'}).click();
    same('all are unfolded', [await names(), await open_(), await tall()], [threads, 4, whole]);
    await page.getByRole('button', {name: 'fold all', exact: true}).click();
    same('all are folded', [await names(), await open_()], [[threads[0], threads[2]], 0]);
    await page.locator('input[type=search]').fill('tiny');
    await page.keyboard.press('Enter');
    same('a hit is unfolded', await names(), threads.slice(0, 3));
    await fits(page, `lanes at ${width}`);
    await page.close();
  }
}

async function everyView(name, width) {
  const page = await open(browser, `${name}.html`, {width});
  for (const view of await page.getByRole('tab').allInnerTexts()) {
    await show(page, view);
    await fits(page, `${name}: ${view} at ${width}`);
    const odd = (await text(page)).match(/.{0,40}(NaN|Infinity|\[object).{0,20}/);
    expect(!odd, `${name}: ${view} says ${odd?.[0]}`);
  }
  await page.close();
}

/* Processes of several programs, one rank, a part of a run, a path of 3,000 levels. */
async function otherProfiles() {
  for (const pid of [7, 8, 9])
    execFileSync(makeOdd, ['run', `/bin/program${pid}`, String(pid), '0', '0', `p${pid}.instr`]);
  execFileSync(makeOdd, ['deep', '3000', 'deep.instr']);
  make('several', 'p7.instr', 'p8.instr', 'p9.instr');
  make('rank0');
  make('deep');
  make('part', '--rank=1', '--focus=compute', 'waits.instr');
  for (const name of ['several', 'rank0', 'deep', 'part']) await everyView(name, 400);
}

async function hostileNames() {
  make('hostile');
  for (const width of [400, 1280]) await everyView('hostile', width);
  const page = await open(browser, 'hostile.html');
  await show(page, 'Tree');
  expect(
    (await text(page)).includes('maina\\nb\\rc\\u{1b}[31md\\te\\u{7f}\\u{9b}g\\u{202e}h\\xff'),
    'hostile: the name is told',
  );
  expect((await page.locator('main k, main i[onclick]').count()) === 0, 'hostile: a name became an element');
  await page.close();
}

/* Keys alone lead everywhere. */
async function keys() {
  const page = await open(browser, 'waits.html', {view: 'tree'});
  const active = () => page.locator('.row.active .text').innerText();
  await page.locator('.table').focus();
  const walked = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'ArrowUp', 'Home']) {
    await page.keyboard.press(key);
    walked.push(await active());
  }
  same('keys in the tree', walked, ['waits', 'main', 'main', 'waits', 'waits', 'main', 'waits', 'waits']);
  await page.keyboard.press('/');
  await page.keyboard.type('send');
  same('one is found', await page.locator('output').innerText(), '1 found');
  await page.keyboard.press('Enter');
  same('and gone to', [await active(), await page.locator('output').innerText()], ['MPI_Send', '1 of 1']);
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', {name: 'calls'}).focus();
  await page.keyboard.press('Enter');
  same('sorted', await page.locator('[aria-sort=descending]').innerText(), 'calls ▾');
  await page.close();
}

/* 10^5 call paths: they open, are searched and scrolled without a pause. Here for what no machine is too slow for; the figures
 * are printed, and docs/dev/page.md has those of a quiet one. */
async function large() {
  for (const width of [1280, 400]) {
    const page = await open(browser, width === 1280 ? make('wide') : 'wide.html', {width, view: 'tree'});
    await page.waitForSelector('.row');
    const opened = await page.evaluate(() => performance.now());
    const figures = await page.evaluate(async () => {
      const tasks = [];
      new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({
        type: 'longtask',
      });
      const input = document.querySelector('input');
      const begin = performance.now();
      input.focus();
      const times = [performance.now() - begin];
      for (const query of ['s', 'st', 'ste', 'step', 'step_', 'step_1', 'step_12', 'step_123']) {
        const start = performance.now();
        input.value = query;
        input.dispatchEvent(new Event('input', {bubbles: true}));
        times.push(performance.now() - start);
      }
      const found = document.querySelector('output').textContent;
      const next = performance.now();
      for (let k = 0; k < 100; k++) input.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
      const step = (performance.now() - next) / 100;
      const at = document.querySelector('output').textContent;
      input.value = 'step';
      input.dispatchEvent(new Event('input', {bubbles: true}));
      await new Promise(done => setTimeout(done, 50));
      tasks.length = 0;
      const main = document.querySelector('main');
      for (let k = 0; k < 40; k++) {
        main.scrollTop += 300;
        await new Promise(requestAnimationFrame);
      }
      await new Promise(done => setTimeout(done, 50));
      return {
        key: Math.max(...times),
        found,
        step,
        at,
        scroll: Math.max(0, ...tasks),
        rows: document.querySelectorAll('.row').length,
      };
    });
    console.log(
      `at ${width}: open ${opened.toFixed(0)} ms, a key ${figures.key.toFixed(0)} ms at most, a step ${figures.step.toFixed(1)} ms, longest task while scrolling ${figures.scroll.toFixed(0)} ms`,
    );
    same(`hits at ${width}`, [figures.found, figures.at], ['444 found', '100 of 444']);
    expect(figures.rows < 200, `${figures.rows} rows are made`);
    expect(figures.key < 2000 && figures.step < 500 && figures.scroll < 2000 && opened < 20000, 'it pauses');
    await fits(page, `10^5 paths at ${width}`);
    await page.close();
  }
}

try {
  await knownNumbers();
  await summaryTests({browser, run, make, makeOdd});
  await marksAndCallers();
  await unseen();
  await pictures();
  await allTimers();
  await lines();
  await levelsByRank();
  await whoWaitsForWhom();
  await whatThreadsWaitFor();
  await addresses();
  await comparison();
  await detailTests({browser, run, make, makeOdd});
  await choiceTests({browser, run, make, makeOdd});
  await placeTests({browser, run, make});
  await shapeTests({browser, run, make, makeOdd});
  await screenTests({browser, run, make, makeOdd});
  await timeline();
  await lanes();
  await hostileNames();
  await otherProfiles();
  await keys();
  await large();
} finally {
  await browser.close();
  process.chdir('/');
  rmSync(work, {recursive: true, force: true});
}
process.exit(status());
