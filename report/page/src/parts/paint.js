/* paint.js - the colours of functions in pictures. */
import {color, dark} from '../dom.js';

function hash(text) {
  let sum = 7;
  for (let k = 0; k < text.length; k++) sum = (sum * 31 + text.charCodeAt(k)) % 9973;
  return sum;
}

/* Of one file functions have like colours; MPI is blue, threads are green. */
export function paintOf(region, kinds) {
  const own = hash(region.name);
  const file = hash(region.file);
  const name = kinds[region.kind];
  const hue = name === 'mpi' ? 205 + (own % 18) : name === 'thread' ? 140 : name === 'root' ? 30 : 8 + (file % 44);
  const shade = dark() ? 35 + (own % 9) : 68 + (own % 10);
  return `hsl(${hue} ${dark() ? 50 : 78}% ${shade}%)`;
}

/* Of a folder or library, by its place in the order of their times. */
export const folderColor = k => (k < 0 ? color('strip') : `hsl(${(212 + k * 137.5) % 360} 60% ${dark() ? 35 : 76}%)`);

/* Of things that stand beside each other: colours that can be told apart. */
export function rowColor(k) {
  return `hsl(${(212 + k * 137.5) % 360} 62% ${dark() ? 62 : 48}%)`;
}
