/* words.js - numbers as a person reads them, as the terminal writes them. Times are in picoseconds. */

const UNITS = [
  [1, 's'],
  [1e3, 'ms'],
  [1e6, 'us'],
  [1e9, 'ns'],
];

/* As printf writes it: of two that are as near the even one, where toFixed takes the larger. */
export function fixed(value, digits) {
  const text = value.toFixed(digits);
  if ((value * 10 ** digits * 2) % 1 || !/5$/.test(value.toFixed(digits + 1))) return text;
  const exact = value.toFixed(20);
  const cut = exact.indexOf('.') + 1 + digits;
  return /^50*$/.test(exact.slice(cut)) && Number(text.at(-1)) % 2 ? exact.slice(0, digits ? cut : cut - 1) : text;
}

/* The mark of a time that is below what was seen: it stands in its place. */
export const NOT_SEEN = 'not seen';

export function time(ps, mark = '') {
  if (mark === NOT_SEEN) return mark;
  if (!(ps > 0)) return '0';
  const seconds = ps / 1e12;
  const [factor, unit] = UNITS.find(([by]) => seconds * by >= 0.9995) || UNITS[3];
  const value = seconds * factor;
  const digits =
    unit === 'ns' ? (value < 99.95 ? 1 : 0) : value < 9.9995 ? 3 : value < 99.995 ? 2 : value < 999.95 ? 1 : 0;
  return `${mark + fixed(value, digits)} ${unit}`;
}

/* +1.2 s, ~-3.4 ms */
export const change = (ps, mark = '') =>
  mark === NOT_SEEN ? mark : ps < 0 ? time(-ps, `${mark}-`) : time(ps, `${mark}+`);

const grouped = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
export const count = number => grouped.format(number);

export function size(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  let unit = 0;
  let value = bytes;
  for (; value >= 1024 && unit < 6; unit++) value /= 1024;
  return `${fixed(value, unit && value < 100 ? 1 : 0)} ${units[unit]}`;
}

/* A number of a metric in its unit, as `metrics` names it. */
export function measured(value, unit) {
  if (unit === 'ns') return time(value * 1e3);
  if (unit === 'B') return size(value);
  return unit ? `${count(value)} ${unit}` : count(value);
}

/* Nothing of what is not a number. */
export const percent = share => (Number.isNaN(share) ? '' : `${fixed(100 * share, 1)}%`);

/* A name without its scopes and template arguments, where there is little room: ns::parser<...>::parse is parse. */
export function lastPart(name) {
  let [before, short] = ['', name];
  while (before !== short) [before, short] = [short, short.replace(/<[^<>]*>/g, '')];
  return short.replace(/^[^(]*::/, '') || name;
}

/* 1 path, 2 paths */
export const several = (number, one, more = `${one}s`) => `${count(number)} ${number === 1 ? one : more}`;

/* A name as it is shown: one of more than 400 letters without its middle. */
export const shortened = name =>
  name.length > 400 ? `${name.slice(0, 240)} … ${count(name.length - 360)} letters more … ${name.slice(-120)}` : name;
