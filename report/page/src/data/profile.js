/*
 * profile.js - the profile as the views see it: regions as objects, call paths as columns, with what is found in them most
 * often: children in order, depth, sums of own time, the paths of a region.
 *
 * Times are in picoseconds. What the terminal derives, such as own times, was derived there and is only read here.
 */
import {count, NOT_SEEN} from '../words.js';

export const KIND = {ROOT: 0, FUNCTION: 1, MPI: 6, CONTEXT: 8, THREAD: 9};
export const FLAG = {FOLDED: 1, OPEN: 2};
export const MARK = {ESTIMATED: 1, OWN_ESTIMATED: 2, OWN_DOUBTFUL: 4, UNSEEN: 8, OWN_UNSEEN: 16, CALLS_ESTIMATED: 32};
export const COVERED = {CALLED: 1, NEVER: 2, NOT: 3, LIBRARY: 4};

/* Of entries with a number below `groups`, those of each group one after the other: start[g] to start[g + 1] in list. */
export function group(numbers, groups, from = 0) {
  const start = new Uint32Array(groups + 1);
  for (let i = from; i < numbers.length; i++) start[numbers[i] + 1]++;
  for (let g = 0; g < groups; g++) start[g + 1] += start[g];
  const next = start.slice();
  const list = new Uint32Array(numbers.length - from);
  for (let i = from; i < numbers.length; i++) list[next[numbers[i]]++] = i;
  return {start, list};
}

export class Profile {
  constructor({head, columns}) {
    Object.assign(this, {
      head,
      node: columns.node,
      ranks: columns.ranks,
      work: columns.work,
      slices: columns.slice,
      wait: columns.wait,
    });
    this.total = head.total || 1;
    this.count = this.node.region.length;
    this.kinds = head.kinds;
    this.several = head.several;
    this.regions = head.regions.map(([kind, line, name, place, file, reason, origin, groups], id) => ({
      ...{id, kind, line, name, place, file, reason, origin, groups},
      ...{
        calls: columns.region.calls[id],
        inclusive: columns.region.inclusive[id],
        exclusive: columns.region.exclusive[id],
      },
      ...{marks: columns.region.marks[id], covered: columns.region.covered[id]},
    }));
    this.#orderOfFirst(columns.region.first);
    head.metrics.forEach((_, m) => {
      for (const key of [`metric${m}`, `ownMetric${m}`])
        for (const region of this.regions) region[key] = columns.region[key][region.id];
    });
    this.byRegion = group(this.node.region, this.regions.length);
    this.below = group(this.node.parent, this.count, 1);
    this.#derive();
    this.sort('inclusive');
    this.inOrder();
  }

  /* Of each function its place in the order of first calls, as `flat` numbers them; 0 where it is not known. */
  #orderOfFirst(first) {
    for (const region of this.regions) region.first = 0;
    this.called = this.regions.filter(region => region.calls && region.kind !== KIND.ROOT);
    this.called
      .filter(({id}) => first[id])
      .sort((a, b) => first[a.id] - first[b.id] || a.id - b.id)
      .forEach((region, place) => {
        region.first = place + 1;
      });
    this.hasFirst = this.called.some(region => region.first);
  }

  #derive() {
    const {parent, exclusive, region} = this.node;
    this.depth = new Uint32Array(this.count);
    this.weight = exclusive.slice();
    for (let i = 1; i < this.count; i++) this.depth[i] = this.depth[parent[i]] + 1;
    for (let i = this.count - 1; i > 0; i--) this.weight[parent[i]] += this.weight[i];
    /* A path is the outermost of its region in its thread where no frame of that region is open above it. */
    this.outermost = new Uint8Array(this.count);
    const open = new Int32Array(this.regions.length).fill(-1);
    const before = new Int32Array(this.count);
    const thread = new Uint32Array(this.count);
    for (let i = 0; i < this.count; i++) {
      if (i) for (let done = i - 1; done !== parent[i]; done = parent[done]) open[region[done]] = before[done];
      thread[i] = !i || this.isThread(i) ? i : thread[parent[i]];
      before[i] = open[region[i]];
      open[region[i]] = i;
      this.outermost[i] = before[i] < 0 || thread[before[i]] !== thread[i] ? 1 : 0;
    }
  }

  /* The children of each path in the order in which they are shown. */
  sort(key, down = true) {
    const {start, list} = this.below;
    const name = i => this.regionOf(i).name;
    const values = key === 'name' ? null : key === 'rankMax' ? this.ranks.max : this.node[key];
    const compare = values
      ? (a, b) => values[b] - values[a] || a - b
      : (a, b) => (name(a) < name(b) ? 1 : name(a) > name(b) ? -1 : b - a);
    for (let i = 0; i < this.count; i++)
      if (start[i + 1] - start[i] > 1) {
        const part = list.subarray(start[i], start[i + 1]).sort(compare);
        if (!down) part.reverse();
      }
    this.order = null;
  }

  /* All paths in the order in which they are shown, a parent before its children. */
  inOrder() {
    if (this.order) return this.order;
    const {start, list} = this.below;
    const stack = [0];
    this.order = new Uint32Array(this.count);
    for (let at = 0; stack.length; at++) {
      const i = stack.pop();
      this.order[at] = i;
      for (let k = start[i + 1]; k-- > start[i];) stack.push(list[k]);
    }
    return this.order;
  }

  children(i) {
    return this.below.list.subarray(this.below.start[i], this.below.start[i + 1]);
  }
  nodesOf(region) {
    return this.byRegion.list.subarray(this.byRegion.start[region], this.byRegion.start[region + 1]);
  }
  regionOf(i) {
    return this.regions[this.node.region[i]];
  }
  isThread(i) {
    return this.regionOf(i).kind === KIND.THREAD;
  }
  /* From the root's child down. */
  path(i) {
    const nodes = [];
    for (let up = i; up; up = this.node.parent[up]) nodes.push(up);
    return nodes.reverse();
  }

  /* Which of its paths a function's inclusive time is the sum of. */
  outermostOf(region) {
    return Array.from(this.nodesOf(region)).filter(i => this.outermost[i]);
  }

  /* What stands before a time, or in its place. */
  mark(marks) {
    return marks & MARK.UNSEEN ? NOT_SEEN : marks & MARK.ESTIMATED ? '~' : '';
  }
  /* Of an own time on one rank. */
  estimateMark(marks) {
    return marks & MARK.OWN_UNSEEN ? NOT_SEEN : marks & MARK.OWN_ESTIMATED ? '~' : '';
  }
  ownMark(marks) {
    return marks & MARK.OWN_DOUBTFUL && !(marks & MARK.OWN_UNSEEN) ? '?' : this.estimateMark(marks);
  }
  /* So many calls: an estimate where they are on some paths, of a function that is counted as a whole. */
  callsOf(calls, marks) {
    return (marks & MARK.CALLS_ESTIMATED ? '~' : '') + count(calls);
  }
  /* Of the 100%: the time of all measured threads. Not a number where the time is below what was seen. */
  share(i) {
    return this.node.marks[i] & MARK.UNSEEN ? NaN : this.node.inclusive[i] / this.total;
  }
  ownShare(i) {
    return this.node.marks[i] & MARK.OWN_UNSEEN ? NaN : this.node.exclusive[i] / this.total;
  }
  regionShare(region) {
    return region.marks & MARK.UNSEEN ? NaN : region.inclusive / this.total;
  }
  regionOwnShare(region) {
    return region.marks & MARK.OWN_UNSEEN ? NaN : region.exclusive / this.total;
  }
}
