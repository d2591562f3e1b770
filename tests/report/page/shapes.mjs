/*
 * shapes.mjs - a function in focus, hidden, or with its recursion merged: the figures of `tree --focus` and `--hide`, in all views that say
 * they have it; it stands in the head and in the address, and going back undoes it.
 */
import {execFileSync} from 'node:child_process';
import {expect, fits, open, same, show} from './browser.mjs';

const UNITS = {s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9};
const seconds = text => {
  const [, value, unit] = /^~?\??([\d.]+) ?(\w*)/.exec(text) || [];
  return value === undefined ? text : value * (UNITS[unit] ?? 1);
};

/* {path: [inclusive, exclusive, calls]} of all rows; a search that finds all opens all. */
async function treeOf(page) {
  await page.locator('input[type=search]').fill('/./');
  const rows = await page
    .locator('.row')
    .evaluateAll(all =>
      all
        .sort((a, b) => a.offsetTop - b.offsetTop)
        .map(row => [
          Number(row.getAttribute('aria-level')),
          row.querySelector('.text').textContent,
          ...[...row.querySelectorAll('.cell')].slice(1, 4).map(cell => cell.textContent),
        ]),
    );
  await page.locator('input[type=search]').fill('');
  const path = [];
  return Object.fromEntries(
    rows.map(([level, name, inclusive, exclusive, calls]) => {
      path.length = level - 1;
      path.push(name);
      const figures = [seconds(inclusive), seconds(exclusive), Number(calls.replace(/[~,]/g, ''))];
      return [path.slice(1).join('/'), figures];
    }),
  );
}

/* As many figures have as many digits as the page shows. */
function agree(what, shown, rows) {
  same(`${what}: paths`, Object.keys(shown).sort(), rows.map(row => row.path).sort());
  for (const row of rows) {
    const [inclusive, exclusive, calls] = shown[row.path] ?? [];
    const near = (a, b) => a === 'not seen' || Math.abs(a - b) <= 6e-4 * b + 1e-10;
    expect(
      near(inclusive, row.inclusive_s) && near(exclusive, row.exclusive_s) && (!row.path || calls === row.calls),
      `${what}: ${row.path}: ${shown[row.path]}, not ${[row.inclusive_s, row.exclusive_s, row.calls]}`,
    );
  }
}

const marks = page => page.locator('.shapes button').allInnerTexts();

/* Each function of each profile in focus and hidden, in the tree; and the share of all is 100 %. */
async function figures({browser, run, make, makeOdd}) {
  execFileSync(makeOdd, ['marks', 'marks.instr']);
  execFileSync(makeOdd, ['threads', 'two.instr']);
  execFileSync(makeOdd, ['beside', 'beside.instr']);
  for (const name of ['waits', 'merged', 'marks', 'two', 'beside']) {
    const page = await open(browser, make(name), {view: 'tree', width: 1600});
    const {rows} = JSON.parse(run('flat', '--json', `${name}.instr`));
    const alone = ({name: one, kind}) => kind !== 'thread' && rows.filter(row => row.name === one).length === 1;
    const names = rows.filter(alone).map(row => row.name);
    for (const one of names) {
      await page.goto(page.url().replace(/#.*/, '#tree&q=%2F.%2F'));
      const row = page.locator('.row', {has: page.getByText(one, {exact: true})}).first();
      await row.click();
      await page.locator('.tools').getByRole('button', {name: 'focus'}).click();
      await page.locator('.shapes button').waitFor();
      const cli = (...shape) => JSON.parse(run('tree', '--json', '--min=0', ...shape, `${name}.instr`)).rows;
      agree(`${name}: focus on ${one}`, await treeOf(page), cli(`--focus=${one}`));
      same(`${name}: of 100%`, await page.locator('.row .share').first().innerText(), '100.0%');
      await page.goto(page.url().replace('focus=', 'hide='));
      agree(`${name}: without ${one}`, await treeOf(page), cli(`--hide=${one}`));
    }
    await page.close();
  }
}

/* A rank of it, two at once, the flame graph and the functions. */
async function together({browser, run}) {
  const page = await open(browser, 'waits.html', {view: 'functions'});
  const act = async (name, button) => {
    await page.locator('.row', {hasText: name}).first().click();
    await page.locator('.tools').getByRole('button', {name: button}).click();
  };
  await act('compute', 'focus');
  same('the head', await marks(page), ['focus: compute, 100% = 1.400 s ×']);
  await act('log', 'hide');
  same('both', await marks(page), ['focus: compute, 100% = 1.400 s ×', 'hidden: log ×']);
  const shape = ['--json', '--focus=compute', '--hide=log'];
  const rowsOf = JSON.parse(run('flat', ...shape, 'waits.instr')).rows;
  const shown = await page
    .locator('.row')
    .evaluateAll(all =>
      all.map(row => [
        row.querySelector('.text').textContent,
        ...[...row.querySelectorAll('.cell')].slice(0, 4).map(cell => cell.textContent),
      ]),
    );
  same(
    'functions',
    shown.map(([name]) => name),
    rowsOf.map(row => row.name),
  );
  rowsOf.forEach((row, k) => {
    const [, share, exclusive, calls, inclusive] = shown[k];
    const near = (a, b) => Math.abs(seconds(a) - b) <= 6e-4 * b + 1e-10;
    expect(
      near(exclusive, row.exclusive_s) && near(inclusive, row.inclusive_s) && Number(calls) === row.calls,
      `${shown[k]}, not ${JSON.stringify(row)}`,
    );
    same(`${row.name} of 100%`, share, `${((100 * row.exclusive_s) / 1.4).toFixed(1)}%`);
  });
  await page.getByRole('combobox', {name: 'whose time'}).selectOption('rank 2');
  await show(page, 'Tree');
  agree('of rank 2', await treeOf(page), JSON.parse(run('tree', '--min=0', '--rank=2', ...shape, 'waits.instr')).rows);
  await show(page, 'Flame graph');
  expect((await page.locator('.says').innerText()).includes('300.0 ms inclusive (100.0%)'), 'the flame graph');
  await page.locator('.flame').focus();
  await page.keyboard.press('ArrowDown');
  expect((await page.locator('.says').innerText()).startsWith('compute'), await page.locator('.says').innerText());
  await show(page, 'Summary');
  expect(
    (await marks(page)).every(one => one.includes('not in this view')),
    `the summary: ${await marks(page)}`,
  );
  await page.goBack();
  await page.locator('.shapes button', {hasText: 'focus'}).click();
  same('an x undoes one', await marks(page), ['hidden: log ×']);
  await page.goBack();
  same('and going back does it again', (await marks(page)).length, 2);
  await page.locator('.flame').focus();
  await page.locator('.flame').press('ArrowDown');
  await page.locator('.flame').press('h');
  same('a key hides', await marks(page), ['hidden: log ×', 'hidden: compute ×']);
  await fits(page, 'hidden functions');
  await page.close();
}

/* Merged recursion: no call of a function by itself, and all of its calls and time. */
async function recursion({browser}) {
  const page = await open(browser, 'merged.html', {view: 'tree', width: 1600});
  const before = await treeOf(page);
  await page
    .locator('.row', {has: page.getByText('fib', {exact: true})})
    .first()
    .click();
  await page.keyboard.press('m');
  await page.locator('.shapes button').waitFor();
  const after = await treeOf(page);
  const sum = (tree, k) => Object.entries(tree).reduce((all, [path, one]) => all + (/fib$/.test(path) ? one[k] : 0), 0);
  same('recursion', [/fib\/fib/.test(Object.keys(before)), /fib\/fib/.test(Object.keys(after))], [true, false]);
  expect(
    Math.abs(sum(before, 1) - sum(after, 1)) < 1e-3 * sum(before, 1),
    `${sum(before, 1)} s, then ${sum(after, 1)}`,
  );
  same('calls', sum(after, 2), sum(before, 2));
  await page.close();
  const none = await open(browser, 'merged.html', {view: 'flame'});
  await none.getByRole('button', {name: 'hide'}).click();
  same(
    'nothing is chosen',
    await none.locator('.shapes').innerText(),
    'Choose a function first: click its row or box.',
  );
  await none.close();
}

export async function shapeTests(context) {
  await figures(context);
  await together(context);
  await recursion(context);
}
