/*
 * changes.js - what changed between two runs: functions, and the call paths of both runs in one tree. Its path 0 is the root; times
 * of a path are with all below it, but for own_before and own_after.
 */
import {fixed, NOT_SEEN, shortened} from '../words.js';
import {entriesOf, group} from './profile.js';

/* In one of the runs at least the time is an estimate; the function was not measured before, or not after; its time is below what
 * was seen; the own one of a path is. */
const ESTIMATED = 1;
const NOT_BEFORE = 2;
const NOT_AFTER = 4;
const UNSEEN = {before: 8, after: 16};
const OWN_UNSEEN = {before: 32, after: 64};

/* What stands before a time of a row, or in its place; `side` is before or after. */
const estimateMark = marks => (marks & ESTIMATED ? '~' : '');
export const sideMark = (marks, side) => (marks & UNSEEN[side] ? NOT_SEEN : estimateMark(marks));
export const ownSideMark = (marks, side) => (marks & OWN_UNSEEN[side] ? NOT_SEEN : estimateMark(marks));

/* The same of their difference: what is no more than noise is not seen where one of them is not. */
export const changeMark = (marks, change, noise) =>
  marks & (UNSEEN.before | UNSEEN.after) && Math.abs(change) <= noise ? NOT_SEEN : estimateMark(marks);

/* What a time of 0 means where it is none. */
export function aloneNote({marks}) {
  return marks & NOT_AFTER ? 'not instrumented any more' : marks & NOT_BEFORE ? 'not instrumented before' : '';
}

/* "new", "gone", "+12.3%"; nothing where `before` is next to nothing, or the function was not measured. */
export function relativeText(relative, marks, before, after) {
  if (marks & (NOT_BEFORE | NOT_AFTER)) return '';
  if (!before || !after) return before ? 'gone' : 'new';
  return Number.isNaN(relative) ? '' : `${relative >= 0 ? '+' : ''}${fixed(100 * relative, 1)}%`;
}

export class Changes {
  constructor({head, columns}) {
    const {runs, leftOut, noise, assumed, functions} = head.changes;
    Object.assign(this, {runs, leftOut, assumed, wholeNoise: noise});
    this.functions = entriesOf(columns.change, id => {
      const [name, file, kind] = functions[id];
      return {name: shortened(name), file, kind};
    });
    this.#paths(columns.changedPath);
  }

  #paths({name, above, ...columns}) {
    const shift = (from, Type) => {
      const made = new Type(from.length + 1);
      made.set(from, 1);
      return made;
    };
    this.count = name.length + 1;
    this.name = shift(name, Uint32Array);
    this.parent = shift(above, Uint32Array);
    for (const [key, values] of Object.entries(columns)) this[key] = shift(values, Float64Array);
    const [before, after] = this.runs.map(run => run.total);
    const root = {
      inclusive_before_s: before,
      inclusive_after_s: after,
      change: after - before,
      relative: after / before - 1,
    };
    for (const [key, value] of Object.entries({...root, calls_before: 1, calls_after: 1})) this[key][0] = value;
    const larger = this.inclusive_after_s.map((time, i) => Math.max(time, this.inclusive_before_s[i]));
    this.below = group(this.parent, this.count, 1);
    const {start, list} = this.below;
    for (let i = 0; i < this.count; i++)
      if (start[i + 1] - start[i] > 1)
        list.subarray(start[i], start[i + 1]).sort((a, b) => larger[b] - larger[a] || a - b);
  }

  children(i) {
    return this.below.list.subarray(this.below.start[i], this.below.start[i + 1]);
  }
  functionOf(i) {
    return i ? this.functions[this.name[i]] : {name: '(whole run)', file: '', kind: 0};
  }
}
