/*
 * derived.js - trees that are made of the call paths as they are opened: the callers of a function, its callees.
 *
 * An item is {region, inclusive_s, exclusive_s, calls, marks}; children(item) makes those below it. Callers: of each path of the
 * function its time goes up the same way that its calls came down, so each level divides the time of the one above.
 */
import {MARK} from './profile.js';

/* Of each region the paths of `pairs` that lead to it: an item, whose time is still to be summed. */
function gather(profile, pairs, regionAt) {
  const items = new Map();
  for (const pair of pairs) {
    const id = regionAt(pair);
    if (id < 0) continue;
    if (!items.has(id)) items.set(id, {region: profile.regions[id], pairs: []});
    items.get(id).pairs.push(pair);
  }
  return [...items.values()];
}

/* As stat_seen() in profile/stat.c has it. */
const isSeen = (time, error2) => error2 <= (1.0005 * time) ** 2;

/* timeOf(path): what it brings. Each path of an item may be below what was seen, and not the item. `whole`: all calls of the function
 * are in it. */
function sum(profile, item, timeOf, whole = false) {
  const {calls, marks, inclusive_s, exclusive_s, error} = profile.node;
  let error2 = 0;
  Object.assign(item, {inclusive_s: 0, exclusive_s: 0, calls: 0, marks: 0});
  for (const [node] of item.pairs) {
    const time = timeOf(node);
    item.inclusive_s += time;
    item.exclusive_s += exclusive_s[node];
    error2 += (inclusive_s[node] > 0 ? (time / inclusive_s[node]) * error[node] : error[node]) ** 2;
    item.calls += calls[node];
    item.marks |= marks[node] & ~MARK.UNSEEN;
  }
  if (whole) item.marks &= ~MARK.CALLS_ESTIMATED;
  if (!isSeen(item.inclusive_s, error2)) item.marks |= MARK.UNSEEN;
  return item;
}

const byTime = (a, b) => b.inclusive_s - a.inclusive_s || b.calls - a.calls;

/* One function with its whole time, below it its callers. `pairs` are [path of the function, place above it that was reached]. */
export class Callers {
  constructor(profile) {
    this.profile = profile;
    this.timeOf = node => (profile.node.outermost[node] ? profile.node.inclusive_s[node] : 0);
  }
  item(region) {
    const pairs = Array.from(this.profile.nodesOf(region.id), node => [node, node]);
    return sum(this.profile, {region, pairs}, this.timeOf, true);
  }
  children(item) {
    if (!item.children) {
      const {parent, region} = this.profile.node;
      const above = item.pairs.filter(([, at]) => at).map(([node, at]) => [node, parent[at]]);
      item.children = gather(this.profile, above, ([, at]) => (at ? region[at] : -1))
        .map(child => sum(this.profile, child, this.timeOf))
        .sort(byTime);
    }
    return item.children;
  }
}

/* One function with its whole time, below it what it called, whatever path led to it. */
export class Callees {
  constructor(profile) {
    this.profile = profile;
    this.timeOf = node => profile.node.inclusive_s[node];
  }
  item(region) {
    const pairs = this.profile.outermostOf(region.id).map(node => [node]);
    return sum(this.profile, {region, pairs}, this.timeOf, true);
  }
  children(item) {
    if (!item.children) {
      const below = item.pairs.flatMap(([node]) => Array.from(this.profile.children(node), child => [child]));
      item.children = gather(this.profile, below, ([node]) => this.profile.node.region[node])
        .map(child => sum(this.profile, child, this.timeOf))
        .sort(byTime);
    }
    return item.children;
  }
}
