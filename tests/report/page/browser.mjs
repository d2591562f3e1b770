/* browser.mjs - a Chromium for the tests of the page, and what every page must keep to. Skips (77) where there is none. */
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

let failed = 0;

export function expect(truth, what) {
  if (truth) return;
  failed++;
  console.log(`FAILED: ${what}`);
}

export function same(what, got, wanted) {
  expect(
    JSON.stringify(got) === JSON.stringify(wanted),
    `${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`,
  );
}

export const status = () => (failed ? 1 : 0);

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

export async function launch(modules) {
  const program = ['chromium', 'chromium-browser', 'google-chrome'].find(
    name => spawnSync(name, ['--version']).status === 0,
  );
  if (!existsSync(path.join(modules, 'playwright-core'))) skip("npm's playwright-core is not here");
  if (!program) skip('no chromium here (Debian: chromium)');
  const executablePath = spawnSync('sh', ['-c', `command -v ${program}`])
    .stdout.toString()
    .trim();
  const {chromium} = createRequire(path.join(modules, 'x.js'))('playwright-core');
  return chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']});
}

/* What a person does has been drawn when it is done: the page follows its address, which changes behind a click. */
const drawn = page => page.evaluate(() => new Promise(done => setTimeout(() => requestAnimationFrame(done))));

function drawBehind(page) {
  const actions = Object.getPrototypeOf(page.locator('main'));
  if (actions.drawsBehind) return;
  actions.drawsBehind = true;
  for (const name of ['click', 'dblclick', 'fill', 'press', 'selectOption']) {
    const act = actions[name];
    actions[name] = async function (...rest) {
      await act.apply(this, rest);
      await drawn(this.page());
    };
  }
}

/* Another address within the page. */
export async function address(page, hash) {
  await page.evaluate(to => (location.hash = to), hash);
  await drawn(page);
}

/* A page of that size; that it says nothing on the console and asks for no other file is held for as long as it is open. */
export async function open(browser, file, {width = 1280, height = 850, scheme = 'light', view = ''} = {}) {
  const page = await browser.newPage({viewport: {width, height}, colorScheme: scheme});
  page.setDefaultTimeout(60000);
  const name = () => `${path.basename(page.url().replace(/#.*/, ''))} at ${width}, ${scheme}`;
  page.on('console', message => expect(false, `${name()}: the console says ${message.text()}`));
  page.on('pageerror', error => expect(false, `${name()}: ${error.message}`));
  page.on('dialog', dialog => {
    expect(false, `${name()}: a script of the profile runs`);
    dialog.dismiss();
  });
  page.on('request', request =>
    expect(/^file:.*\.html(#.*)?$/.test(request.url()), `${name()}: it asks for ${request.url()}`),
  );
  await turnTo(page, file, view);
  drawBehind(page);
  return page;
}

/* Another file in a page that is open, which is cheaper than one more page. */
export async function turnTo(page, file, view = '') {
  await page.goto(`file://${path.resolve(file)}#${view}`);
  await page.waitForSelector('main > *');
}

/* Opens a view by its name on the tab. */
export async function show(page, title) {
  await page.getByRole('tab', {name: title, exact: true}).click();
  await page.waitForFunction(
    name => document.querySelector('[role=tab][aria-selected=true]').textContent === name,
    title,
  );
}

/* What a person sees, in one line. */
export async function text(page) {
  return (await page.locator('main').innerText()).replace(/\s+/g, ' ');
}

/* Nothing is wider than the window, and no name is cut off. */
export async function fits(page, what) {
  const wrong = await page.evaluate(() => {
    const out = [];
    const main = document.querySelector('main');
    if (document.documentElement.scrollWidth > innerWidth || main.scrollWidth > main.clientWidth)
      out.push('it is wider than the window');
    for (const name of document.querySelectorAll('.row .text, .row .note')) {
      const box = name.getBoundingClientRect();
      const row = name.closest('.row').getBoundingClientRect();
      if (box.right > innerWidth + 0.5 || box.bottom > row.bottom + 0.5) out.push(`${name.textContent} is cut off`);
      const figure = name.closest('.row').querySelector('.cell')?.getBoundingClientRect();
      if (figure && figure.top < box.bottom - 1 && box.right > figure.left + 1)
        out.push(`${name.textContent} is under a figure`);
    }
    return out.slice(0, 5);
  });
  same(what, wrong, []);
}
