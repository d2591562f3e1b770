/*
 * screens.mjs - what each view of each profile keeps to on a telephone, a laptop and on paper: no text over another one,
 * nothing outside of the window, no part of a picture lost, and no figure that contradicts one beside it.
 */
import {execFileSync} from 'node:child_process';
import {expect, fits, open, same, show, text} from './browser.mjs';
import {writeTrace} from './trace.mjs';

/* Texts that are drawn over each other or outside of the window, of what is not scrolled by itself. */
const collisions = page =>
  page.evaluate(() => {
    const found = [];
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement;
      if (!walk.currentNode.data.trim() || parent.closest('script, style, select, dialog, .head, .timeline, .lines'))
        continue;
      if (getComputedStyle(parent).color === 'rgba(0, 0, 0, 0)' || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      for (const box of range.getClientRects())
        if (box.width > 1 && box.bottom > 0 && box.top < innerHeight) texts.push({box, parent});
    }
    const name = ({parent}) => parent.textContent.trim().slice(0, 40);
    texts.forEach((a, i) => {
      if (a.box.right > innerWidth + 1 || a.box.left < 0) found.push(`outside: ${name(a)}`);
      for (const b of texts.slice(i + 1)) {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const tall = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (a.parent !== b.parent && wide > 2 && tall > 4) found.push(`${name(a)} over ${name(b)}`);
      }
    });
    return found.slice(0, 4);
  });

async function everyView({browser, make, makeOdd}) {
  execFileSync(makeOdd, ['hybrid', 'hybrid.instr']);
  for (const name of ['waiting', 'merged', 'hybrid'])
    for (const width of [420, 1280]) {
      const page = await open(browser, make(name), {width});
      for (const title of await page.getByRole('tab').allInnerTexts()) {
        await show(page, title);
        same(`${name}: ${title} at ${width}`, await collisions(page), []);
        await fits(page, `${name}: ${title} at ${width}`);
      }
      await show(page, 'Functions');
      await page.locator('.row').first().dblclick();
      same(`${name}: a function at ${width}`, await collisions(page), []);
      await page.close();
    }
}

/* What is written into pictures from now on, with its place. */
const listen = page =>
  page.addInitScript(() => {
    window.drawn = [];
    const plain = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (words, x, y) {
      window.drawn.push({
        words,
        x,
        right: x + this.measureText(words).width,
        wide: parseFloat(this.canvas.style.width),
      });
      plain.call(this, words, x, y);
    };
  });

/* A box that is too narrow for a name with scopes has the end of the name; the times of a trace are not cut off. */
async function pictures({browser, run}) {
  const name = 'a_namespace::of_several::levels<int, b::c<d>>::burn(std::string)';
  const events = [[0, 0], ...Array.from({length: 12}, () => [[100, 1], [900]]).flat(), [100]];
  writeTrace('scopes.trace', 'scopes', ['main', name], events);
  run('html', '-o', 'scopes.html', 'waits.instr', 'scopes.trace');
  const page = await browser.newPage({viewport: {width: 1280, height: 800}});
  await listen(page);
  for (const width of [1280, 800, 420]) {
    await page.setViewportSize({width, height: 800});
    await page.goto(`file://${process.cwd()}/scopes.html#timeline`);
    await page.reload();
    await page.locator('.sheet canvas').waitFor();
    const drawn = await page.evaluate(() => window.drawn);
    const calls = drawn.filter(({words}) => /burn|…/.test(words));
    expect(width < 1280 || calls.length > 0, 'calls have names');
    for (const {words} of calls) expect(/^bu?r?n?/.test(words), `a call of burn is called ${words}`);
    const cut = drawn.filter(({x, right, wide}) => x < 0 || right > wide + 1);
    same(`cut off at ${width}`, cut, []);
  }
  await page.close();
}

/* Of a picture that is higher than a sheet of paper each sheet has a part, and none is lost. */
async function highPictures({browser, make, makeOdd}) {
  execFileSync(makeOdd, ['deep', '120', 'deep.instr']);
  const page = await open(browser, make('deep'), {view: 'flame'});
  const high = () =>
    page.locator('.flame canvas').evaluateAll(all => all.map(one => one.getBoundingClientRect().height));
  const [whole] = await high();
  expect(whole > 120 * 21, `a picture of ${whole} pixels`);
  await page.evaluate(() =>
    addEventListener('beforeprint', () => {
      const parts = [...document.querySelectorAll('.flame canvas')];
      window.parts = parts.map(one => one.getBoundingClientRect().height);
      window.hidden = getComputedStyle(document.querySelector('.flame')).overflow;
    }),
  );
  await page.pdf({preferCSSPageSize: true});
  const {parts, hidden} = await page.evaluate(() => ({parts: window.parts, hidden: window.hidden}));
  expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - whole) < 2, `${parts} of ${whole}`);
  expect(Math.max(...parts) < 600 && hidden === 'visible', `on a sheet: ${parts}, ${hidden}`);
  same('on the screen again', await high(), [whole]);
  await page.close();
}

/* A function that was seen on one path and not on another has one exclusive time, wherever its page names it. */
async function oneFigure({browser, make}) {
  const page = await open(browser, make('unseen'), {view: 'functions'});
  await page.locator('.row', {hasText: 'tiny'}).first().dblclick();
  const exclusive = await page.locator('.facts b').first().innerText();
  const says = await page.locator('.sandwich .says').last().innerText();
  expect(says.includes(`${exclusive} exclusive`), `${exclusive} above, and below: ${says}`);
  await page.close();
  const threads = await open(browser, make('threads'));
  const part = await threads.locator('.parts .key button', {hasText: 'OpenMP'}).innerText();
  const share = part.match(/[\d.]+%/)[0];
  const row = await threads.locator('.row', {hasText: 'all of OpenMP'}).innerText();
  expect(row.includes(share), `OpenMP has ${share} of the time, and among hot functions: ${row}`);
  expect((await text(threads)).includes('hot functions, by computing'), 'by what they are sorted');
  await threads.close();
}

export async function screenTests(context) {
  await everyView(context);
  await pictures(context);
  await highPictures(context);
  await oneFigure(context);
}
