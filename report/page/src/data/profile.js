/*
 * profile.js - the profile as the views see it: regions as objects, call paths as columns, with what is found in them most
 * often: children in order, depth, sums of own time, the paths of a region; and functions with the times of each rank.
 *
 * Times are in picoseconds. What the terminal derives, such as own times, was derived there and is only read here.
 */
import {count, NOT_SEEN, shortened} from '../words.js';

export const KIND = {ROOT: 0, FUNCTION: 1, MPI: 6, CONTEXT: 8, THREAD: 9, WAIT: 12};
export const FLAG = {FOLDED: 1, OPEN: 2};
export const MARK = {ESTIMATED: 1, OWN_ESTIMATED: 2, OWN_DOUBTFUL: 4, UNSEEN: 8, OWN_UNSEEN: 16, CALLS_ESTIMATED: 32};

/* file:line or the kind; whose macro made it. */
export const placeOf = ({place, origin}) => place + (origin ? `, made by ${origin}` : '');

/* The mean of some numbers. */
export const mean = values => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

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

/* The entries of a set of columns as objects, with what else is known of each. */
export function entriesOf(set, more) {
  const keys = Object.keys(set);
  return Array.from(set[keys[0]], (_, i) => {
    const entry = {id: i, ...more(i)};
    for (const key of keys) entry[key] = set[key][i];
    return entry;
  });
}

export class Profile {
  constructor({head, columns, titles}) {
    const {node, ranks, balance} = columns;
    Object.assign(this, {head, columns, titles, node, ranks, balance, kinds: head.kinds, several: head.several});
    this.count = node.region.length;
    this.regions = entriesOf(columns.region, id => {
      const [kind, line, [full, place, file, status, reason, origin]] = head.regions[id];
      return {kind, line, full, name: shortened(full), place, file, status, reason, origin};
    });
    this.hasFirst = this.regions.some(({first, kind}) => first && kind !== KIND.ROOT);
    if (head.waitingKnown && balance.waiting_s.length) node.waiting_s = balance.waiting_s;
    this.all = {node, total: head.total || 1, regions: this.regions.map(region => ({...region}))};
    this.choose(null, null);
  }

  /* From now on figures are those of one rank and one thread, or (null) of all; `shape`: a Shape of the paths. */
  choose(member, thread, shape = null) {
    const {total, regions} = this.all;
    const whole = member === null && thread === null;
    Object.assign(this, {member, thread, whole, total, shape});
    this.node = whole ? this.all.node : {...this.all.node, ...this.members.figures(member, thread)};
    this.node = shape?.figures(this.node) ?? this.node;
    const {node} = this;
    this.byRegion = group(node.region, this.regions.length + 1);
    this.below = group(node.parent, this.count + 1, 1);
    this.depth = new Uint32Array(this.count);
    for (let i = 1; i < this.count; i++) this.depth[i] = this.depth[node.parent[i]] + 1;
    this.regions.forEach((region, id) => Object.assign(region, regions[id]));
    if (!whole || shape) this.#toPart();
    this.called = this.regions.filter(region => region.calls && region.kind !== KIND.ROOT);
    this.weight = this.node.exclusive_s.slice();
    for (let i = this.count - 1; i > 0; i--) this.weight[node.parent[i]] += this.weight[i];
    this.sort(this.node.inclusive_s);
    this.inOrder();
  }

  #toPart() {
    const {calls, exclusive_s, inclusive_s} = this.node;
    this.total = inclusive_s[0] || 1;
    for (const region of this.regions) {
      const sum = (nodes, values) => nodes.reduce((all, i) => all + values[i], 0);
      region.calls = sum(this.nodesOf(region.id), calls);
      region.exclusive_s = sum(this.nodesOf(region.id), exclusive_s);
      region.inclusive_s = sum(this.outermostOf(region.id), inclusive_s);
      region.mean_s = region.calls ? region.inclusive_s / region.calls : 0;
    }
  }

  /* The children of each path in the order in which they are shown; values: of each path, null: the names. */
  sort(values, down = true) {
    const {start, list} = this.below;
    const name = i => this.regionOf(i).name;
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
    const order = new Uint32Array(this.count);
    let at = 0;
    while (stack.length) {
      const i = stack.pop();
      order[at++] = i;
      for (let k = start[i + 1]; k-- > start[i];) stack.push(list[k]);
    }
    return (this.order = order.subarray(0, at));
  }

  children(i) {
    return this.below.list.subarray(this.below.start[i], this.below.start[i + 1]);
  }
  nodesOf(region) {
    return this.byRegion.list.subarray(this.byRegion.start[region], this.byRegion.start[region + 1]);
  }
  /* Where a path is now that the address has by its number; -1: nowhere. */
  placed(path) {
    if (path === null || path >= this.count) return -1;
    return this.shape ? this.shape.own[path] : path;
  }
  regionOf(i) {
    return this.regions[this.node.region[i]];
  }
  /* From the root's child down. */
  path(i) {
    const nodes = [];
    for (let up = i; up; up = this.node.parent[up]) nodes.push(up);
    return nodes.reverse();
  }
  pathName(i) {
    const names = this.path(i).map(at => this.regionOf(at).name);
    return names.join(' › ');
  }

  /* Which of its paths a function's inclusive time is the sum of. */
  outermostOf(region) {
    return Array.from(this.nodesOf(region)).filter(i => this.node.outermost[i]);
  }

  /* All functions that were called, the largest or the first called first. Those with an unknown first call stand last. */
  functions({what, order}) {
    const place = region => region.first || Infinity;
    const byTime = (a, b) => b[what] - a[what] || a.id - b.id;
    const byFirst = (a, b) => (place(a) === place(b) ? byTime(a, b) : place(a) - place(b));
    return this.called.slice().sort(order === 'first' ? byFirst : byTime);
  }

  /* {values: one for each rank, mean, mark: what stands before each of them} */
  timesOf(region, what) {
    const all = what === 'inclusive_s';
    const values = this.members.sums(
      all ? this.outermostOf(region.id) : this.nodesOf(region.id),
      all ? 'inclusive' : 'exclusive',
    );
    const mark = all ? this.mark(region.marks) : this.estimateMark(region.marks);
    return {values, mean: mean(values), mark};
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
  /* Before calls: an estimate where they are on some paths, of a function that is counted as a whole. */
  callsMark(marks) {
    return marks & MARK.CALLS_ESTIMATED ? '~' : '';
  }
  callsOf(calls, marks) {
    return this.callsMark(marks) + count(calls);
  }

  /* Of the 100%: the time of all measured threads. Not a number where the time is below what was seen. `of`: a function, or a
   * part of one that was derived. */
  share(of) {
    return of.marks & MARK.UNSEEN ? NaN : of.inclusive_s / this.total;
  }
  ownShare(of) {
    return of.marks & MARK.OWN_UNSEEN ? NaN : of.exclusive_s / this.total;
  }
  /* Which part of a path's time is waiting for other ranks or threads. */
  waitingShare(i) {
    const {kind} = this.regionOf(i);
    if (kind === KIND.WAIT) return 1;
    return kind === KIND.MPI && this.node.waiting_s ? this.node.waiting_s[i] / this.node.inclusive_s[i] : 0;
  }
  pathOf(i) {
    const {calls, marks, inclusive_s, exclusive_s} = this.node;
    const of = {region: this.regionOf(i), calls: calls[i], marks: marks[i]};
    return {...of, inclusive_s: inclusive_s[i], exclusive_s: exclusive_s[i]};
  }
}
