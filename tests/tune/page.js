/* page.js - runs the page's program over its data with just enough of a browser, opens all its pages, and counts what is
 * drawn. */
'use strict';
const fs = require('fs');
const html = fs.readFileSync(process.argv[2], 'utf8');
const scripts = [...html.matchAll(/<script([^>]*)>\n([\s\S]*?)<\/script>/g)];
const json = scripts.find(([, attributes]) => attributes.includes('id="tune"'))[2];

class Made {
  constructor(tag) { this.tag = tag; this.children = []; this.attributes = {}; this.listeners = {}; }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  addEventListener(key, listener) { this.listeners[key] = listener; }
  append(...children) { this.children.push(...children); }
  prepend(...children) { this.children.unshift(...children); }
  replaceChildren(...children) { this.children = children; }
  set textContent(text) { this.children = [text]; }
  get textContent() { return this.children.map(child => child instanceof Made ? child.textContent : String(child)).join(''); }
  all(tag) { return this.children.flatMap(child => child instanceof Made ? [...(child.tag === tag ? [child] : []), ...child.all(tag)] : []); }
}
const body = new Made('body');
global.document = {body, getElementById: () => ({textContent: json}), createElement: tag => new Made(tag), createElementNS: (space, tag) => new Made(tag)};
new Function(scripts.filter(([, attributes]) => !attributes).map(([, , code]) => code).join('\n'))();

const data = JSON.parse(json), measured = data.variants.filter(([, state]) => state === 1).length;
const main = body.all('main')[0], tabs = body.all('button').filter(button => button.attributes.role === 'tab');
function expect(truth, what) { if (!truth) { console.error('FAILED: ' + what); process.exitCode = 1; } }
const noNumber = () => expect(!/NaN|undefined|Infinity/.test(JSON.stringify(main.all('path').map(p => p.attributes.d)) + JSON.stringify(main.all('circle').map(c => c.attributes)) + main.textContent), 'NaN in ' + main.textContent.slice(0, 300));
function set(value) { main.all('input').find(input => input.attributes.type === 'text').listeners.change({target: {value}}); }

/* A row of variants opens what differs between its functions and those of the variant it is compared with. */
if (process.argv[3]) {
  tabs.find(tab => tab.textContent === 'Best').listeners.click();
  const changed = data.variants.find(variant => variant.at(-1).length).at(-1)[0][0], rows = main.all('tr').filter(row => row.listeners.click);
  expect(rows.length === measured && changed === process.argv[3] && rows.some(row => (row.listeners.click(), main.all('table').some(table => table.attributes.class === 'diff' && table.textContent.includes(changed)))), 'a row tells its functions: ' + main.textContent);
  process.exit();
}
expect(main.all('circle').length === measured, 'a point for each variant in the scatter');
noNumber();
set('a * (b + 2) ^ 2 / 3 - min(a, b)');
expect(main.all('circle').length === measured, 'an equation: ' + main.textContent);
noNumber();
set('nosuch + log2(b)');
expect(main.textContent.includes("no parameter 'nosuch'"), 'a wrong equation is told');
set('a * (');
expect(main.textContent.includes('it ends too early'), 'an equation that ends');
set('a');
/* A filter takes away what has the value. */
const filter = main.all('details')[0].all('input')[0];
filter.listeners.change({target: {checked: false}});
expect(main.all('circle').length > 0 && main.all('circle').length < measured, 'a filter');
filter.listeners.change({target: {checked: true}});
main.all('circle')[0].listeners.click();
expect(main.all('a').length === 1, 'a click on a point shows where its profile is');
for (const tab of tabs) {
  tab.listeners.click();
  expect(main.textContent.length > 20, 'the page ' + tab.textContent);
  noNumber();
}
expect(tabs.map(tab => tab.textContent).join() === 'Scatter,Best,What matters,Progress,Trade-off,Failed', 'tabs: ' + tabs.map(tab => tab.textContent));
