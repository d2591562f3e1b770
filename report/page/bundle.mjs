/*
 * bundle.mjs MODULES SOURCES OUT - makes page.js, page.css and page.csp in OUT: the page's program in one text, its style, and
 * the policy by which a browser runs this program and no other.
 */
import {createHash} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const [modules, sources, out] = process.argv.slice(2);
const esbuild = createRequire(path.join(modules, 'x.js'))('esbuild');

/* What data/read.js needs is DecompressionStream('deflate'): Chromium 80, Firefox 113, Safari 16.4. */
const target = ['chrome90', 'firefox113', 'safari16.4'];
async function bundle(file, more) {
  const entryPoints = [path.join(sources, file)];
  const common = {bundle: true, write: false, minify: true, charset: 'utf8', legalComments: 'none', target};
  return (await esbuild.build({...common, entryPoints, ...more})).outputFiles[0].text;
}

/* Nothing in it may end the element that it stands in, nor is there a character that a terminal would obey. */
const program = (await bundle('main.js', {format: 'iife'}))
  .replace(/<\/(script)/gi, '<\\/$1')
  .replace(/<!--/g, '<\\!--')
  .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, c => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
const hash = createHash('sha256').update(`\n${program}`).digest('base64');
writeFileSync(path.join(out, 'page.js'), program);
writeFileSync(path.join(out, 'page.css'), await bundle(path.join('style', 'page.css')));
writeFileSync(
  path.join(out, 'page.csp'),
  `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:`,
);
