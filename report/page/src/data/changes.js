/*
 * changes.js - what changed between two runs: functions, and the call paths of both runs in one tree. Its path 0 is the root;
 * before and after are own times, allBefore and allAfter those of a path with all below it.
 */
import {fixed, NOT_SEEN} from '../words.js';
import {group} from './profile.js';

/* In one of the runs at least the time is an estimate; the function was not measured before, or not after; its time is below what
 * was seen; the own one of a path is. */
const ESTIMATED = 1;
const NOT_BEFORE = 2;
const NOT_AFTER = 4;
const UNSEEN = {before: 8, after: 16};
const OWN_UNSEEN = {before: 32, after: 64};
const LEFT_ALONE = NOT_BEFORE | NOT_AFTER;

/* What stands before a time of a row, or in its place; `side` is before or after. */
const estimateMark = marks => (marks & ESTIMATED ? '~' : '');
export const sideMark = ({marks}, side) => (marks & UNSEEN[side] ? NOT_SEEN : estimateMark(marks));
export const ownSideMark = ({marks}, side) => (marks & OWN_UNSEEN[side] ? NOT_SEEN : estimateMark(marks));

/* The same of their difference: what is no more than noise is not seen where one of them is not. */
export const changeMark = row =>
  row.marks & (UNSEEN.before | UNSEEN.after) && Math.abs(row.after - row.before) <= row.noise
    ? NOT_SEEN
    : estimateMark(row.marks);

/* What a time of 0 means where it is none. */
export function aloneNote({marks}) {
  return marks & NOT_AFTER ? 'not instrumented any more' : marks & NOT_BEFORE ? 'not instrumented before' : '';
}

export class Changes {
  constructor(head, columns) {
    const {change, changedPath} = columns;
    this.runs = head.runs;
    this.leftOut = head.leftOut;
    this.wholeNoise = head.noise;
    this.functions = head.functions.map(([name, file, kind], id) => ({
      ...{id, name, file, kind, before: change.before[id], after: change.after[id], noise: change.noise[id]},
      ...{callsBefore: change.callsBefore[id], callsAfter: change.callsAfter[id], marks: change.marks[id]},
    }));
    this.#paths(changedPath);
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
    [this.allBefore[0], this.allAfter[0]] = this.runs.map(run => run.total);
    this.larger = this.allAfter.map((after, i) => Math.max(after, this.allBefore[i]));
    this.below = group(this.parent, this.count, 1);
    this.order((a, b) => this.larger[b] - this.larger[a] || a - b);
  }

  order(compare) {
    const {start, list} = this.below;
    for (let i = 0; i < this.count; i++)
      if (start[i + 1] - start[i] > 1) list.subarray(start[i], start[i + 1]).sort(compare);
  }

  children(i) {
    return this.below.list.subarray(this.below.start[i], this.below.start[i + 1]);
  }
  functionOf(i) {
    return i ? this.functions[this.name[i]] : {name: '(whole run)', file: '', kind: 0};
  }

  /* "new", "gone", "+12.3%"; nothing where `before` is next to nothing, or the function was not measured. */
  relative({before, after, noise, callsBefore, callsAfter, marks}) {
    if (marks & LEFT_ALONE) return '';
    if (!callsBefore || !callsAfter) return callsBefore ? 'gone' : 'new';
    if (!(before > noise)) return '';
    return `${after >= before ? '+' : ''}${fixed((100 * (after - before)) / before, 1)}%`;
  }
  isNoise({before, after, noise, callsBefore, callsAfter}) {
    return callsBefore > 0 && callsAfter > 0 && Math.abs(after - before) <= noise;
  }
}
