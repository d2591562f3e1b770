/*
 * shape.js - the call paths below one function, without others, or those that one rank came to: as --focus, --hide and --rank of the
 * terminal have them (report/shape/shape.c). A path keeps its number. Siblings that become equal are one, under the lowest of theirs.
 */
import {isSeen} from './derived.js';
import {group, KIND, MARK} from './profile.js';

const OWN = /^(exclusive_s|ownMetric\d+|left)$/;
const ALL = /^(inclusive_s|metric\d+|waiting_s)$/;
const NOWHERE = -1;

export class Shape {
  /* focus: the function that is the new 100 %, or none; hide: their callers have their time; merge: a call of one by itself is one with the
   * call above; reached: 1 for paths that are in it, null: all are. */
  constructor(profile, {focus: [focus], hide, merge}, reached) {
    const {node, regions} = profile.all;
    const {count} = profile;
    const [hidden, merged] = [new Set(hide), new Set(merge)];
    const places = new Map();
    this.focus = focus;
    /* Of each path which one has its own time, which has its time with all below, and which its calls. */
    this.own = new Int32Array(count).fill(NOWHERE);
    this.all = new Int32Array(count).fill(NOWHERE);
    this.calls = new Int32Array(count).fill(NOWHERE);
    this.parent = new Uint32Array(count).fill(count);
    this.held = []; /* by the root, where there is a focus */
    if (focus === undefined) this.own[0] = this.all[0] = 0;
    this.parent[0] = this.calls[0] = 0;
    for (let i = 1; i < count; i++) {
      const region = node.region[i];
      const {kind, place: what} = regions[region];
      const beside = kind === KIND.THREAD;
      const outside = this.own[node.parent[i]] === NOWHERE;
      if ((outside && region !== focus) || !(reached?.[i] ?? true)) continue;
      const up = outside ? 0 : this.own[node.parent[i]];
      if (focus !== undefined && (outside || (beside && what !== 'device'))) this.held.push(i);
      this.own[i] = up;
      if (hidden.has(region) && !beside) continue;
      this.calls[i] = up;
      if (merged.has(region) && node.region[up] === region) continue;
      const key = up * regions.length + region;
      if (!places.has(key)) places.set(key, i);
      this.own[i] = this.all[i] = this.calls[i] = places.get(key);
      this.parent[this.own[i]] = up;
    }
    this.region = node.region.map((region, i) => (i && this.parent[i] === count ? regions.length : region));
    this.madeOf = {exclusive: this.own, inclusive: this.all};
    for (const [what, to] of Object.entries(this.madeOf))
      this.madeOf[what] = group(
        Array.from(to, at => (at === NOWHERE ? count : at)),
        count + 1,
      );
  }

  /* The paths whose exclusive time, or whose time with all below, a path has. */
  partsOf(i, what) {
    const {start, list} = this.madeOf[what === 'exclusive' ? what : 'inclusive'];
    if (!i && what === 'inclusive' && this.held.length) return this.held;
    return list.subarray(start[i], start[i + 1]);
  }

  /* Their figures, made of those of all paths. */
  figures(node) {
    const isOwn = MARK.OWN_ESTIMATED | MARK.OWN_DOUBTFUL;
    const {own, all, calls, parent, region} = this;
    const made = {...node, parent, region};
    const sums = (values, to) => {
      const sum = new Float64Array(values.length);
      for (let i = 0; i < values.length; i++) if (to[i] !== NOWHERE) sum[to[i]] += values[i];
      return sum;
    };
    for (const [key, values] of Object.entries(node))
      if (OWN.test(key)) made[key] = sums(values, own);
      else if (ALL.test(key)) {
        made[key] = sums(values, all);
        for (const i of this.held) made[key][0] += values[i];
      }
    made.calls = sums(node.calls, calls);
    made.mean_s = made.inclusive_s.map((time, i) => (made.calls[i] ? time / made.calls[i] : 0));
    const squares = node.error.map(one => one * one);
    made.error = sums(squares, all).map(Math.sqrt);
    made.first = node.first.slice();
    made.marks = node.marks.slice();
    for (let i = 0; i < own.length; i++) {
      const parts = this.partsOf(i, 'exclusive');
      if (parts.length === 1) continue;
      let unseen = parts.length && MARK.OWN_UNSEEN; /* of all of them */
      made.marks[i] = isSeen(made.inclusive_s[i], made.error[i] ** 2) ? 0 : MARK.UNSEEN;
      for (const part of parts) {
        made.marks[i] |=
          node.marks[part] & (all[part] === NOWHERE ? isOwn : isOwn | MARK.ESTIMATED | MARK.CALLS_ESTIMATED);
        if (all[part] !== NOWHERE) made.first[i] = Math.min(made.first[i], node.first[part]);
        unseen &= node.marks[part];
      }
      made.marks[i] |= unseen;
    }
    if (this.focus !== undefined) made.outermost = node.outermost.map((is, i) => is || this.#isOutermost(i));
    return made;
  }

  #isOutermost(i) {
    const {parent, region} = this;
    let up = parent[i];
    while (up && up < parent.length && region[up] !== region[i]) up = parent[up];
    return up === 0;
  }
}
