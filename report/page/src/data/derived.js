/*
 * derived.js - trees that are made of the call paths as they are opened: the callers of a function, its callees.
 *
 * An item is {region, inclusive_s, exclusive_s, calls, marks}; children(item) makes those below it. Callers: of each path of the
 * function its time goes up the same way that its calls came down, so each level divides the time of the one above.
 */
import {MARK} from './profile.js';

/* As stat_seen() in profile/stat.c has it. */
export const isSeen = (time, error2) => error2 <= (1.0005 * time) ** 2;

/* timeOf(path): what it brings. Each path of an item may be below what was seen, and not the item. `whole`: all calls of the function
 * are in it. */
function sum(profile, item, timeOf, whole = false) {
  const {calls, marks, inclusive_s, exclusive_s, error} = profile.node;
  let error2 = 0;
  let unseen = MARK.OWN_UNSEEN;
  Object.assign(item, {inclusive_s: 0, exclusive_s: 0, calls: 0, marks: 0});
  for (const [node] of item.pairs) {
    const time = timeOf(node);
    item.inclusive_s += time;
    item.exclusive_s += exclusive_s[node];
    error2 += (inclusive_s[node] > 0 ? (time / inclusive_s[node]) * error[node] : error[node]) ** 2;
    item.calls += calls[node];
    item.marks |= marks[node] & ~(MARK.UNSEEN | MARK.OWN_UNSEEN);
    unseen &= marks[node]; /* if one of them has own time that was seen, all have */
  }
  item.marks |= unseen;
  if (whole) item.marks &= ~MARK.CALLS_ESTIMATED;
  if (!isSeen(item.inclusive_s, error2)) item.marks |= MARK.UNSEEN;
  return item;
}

/*
 * One function with its whole time, below it its callers or (`up`: false) what it called, whatever path led to it. A pair of an item
 * is [path whose time it brings, path that was reached]: of callers the one above it, of callees the same.
 */
export class Related {
  constructor(profile, up) {
    const {outermost, inclusive_s, parent, region} = profile.node;
    Object.assign(this, {profile, up, region});
    this.timeOf = node => (outermost[node] || !up ? inclusive_s[node] : 0);
    this.next = up
      ? ([node, at]) => [[node, parent[at]]]
      : ([node]) => Array.from(profile.children(node), child => [child, child]);
  }
  item(region) {
    const nodes = this.up ? Array.from(this.profile.nodesOf(region.id)) : this.profile.outermostOf(region.id);
    return sum(this.profile, {region, pairs: nodes.map(node => [node, node])}, this.timeOf, true);
  }
  children(item) {
    if (item.children) return item.children;
    const found = new Map();
    for (const pair of item.pairs.flatMap(this.next)) {
      const region = this.profile.regions[this.region[pair[1]]];
      if (!pair[1]) continue; /* the root calls nothing */
      if (!found.has(region)) found.set(region, {region, pairs: []});
      found.get(region).pairs.push(pair);
    }
    item.children = [...found.values()].map(child => sum(this.profile, child, this.timeOf));
    return item.children.sort((a, b) => b.inclusive_s - a.inclusive_s || b.calls - a.calls);
  }
}
