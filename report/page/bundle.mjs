/*
 * bundle.mjs MODULES SOURCES OUT - makes page.js, page.css and page.csp in OUT: the page's program in one text with the
 * libraries it uses and their licences, its style, and the policy by which a browser runs this program and no other.
 */
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const [modules, sources, out] = process.argv.slice(2);
const esbuild = createRequire(path.join(modules, 'x.js'))('esbuild');

/* The package that a file of MODULES belongs to. */
function packageOf(file) {
  const parts = path.relative(modules, path.resolve(file)).split(path.sep);
  return parts.slice(0, parts[0].startsWith('@') ? 2 : 1).join('/');
}

function licence(name) {
  const folder = path.join(modules, name);
  const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file), 'utf8').trim() : '';
  return {name, version: about.version, licence: about.license, text};
}

const common = {bundle: true, write: false, minify: true, charset: 'utf8', legalComments: 'none', nodePaths: [modules]};
const target = ['chrome90', 'firefox90', 'safari15'];
function script(licences) {
  return esbuild.build({
    ...common,
    entryPoints: [path.join(sources, 'main.js')],
    format: 'iife',
    target,
    metafile: true,
    define: {LICENCES: JSON.stringify(licences)},
  });
}

const first = await script([]);
const used = Object.keys(first.metafile.inputs).filter(file =>
  path.resolve(file).startsWith(path.resolve(modules) + path.sep),
);
const licences = [...new Set(used.map(packageOf))].sort().map(licence);
const made = await script(licences);
const style = await esbuild.build({...common, entryPoints: [path.join(sources, 'style', 'page.css')], target});

/* Nothing in it may end the element that it stands in. */
const program = made.outputFiles[0].text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
/* Nor is there a character that a terminal would obey: a library may have one in a text. */
const plain = program.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, c => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
const hash = createHash('sha256').update(`\n${plain}`).digest('base64');
writeFileSync(path.join(out, 'page.js'), plain);
writeFileSync(path.join(out, 'page.css'), style.outputFiles[0].text);
writeFileSync(
  path.join(out, 'page.csp'),
  `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:`,
);
