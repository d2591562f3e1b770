/*
 * derived.js - trees that are made of the call paths as they are opened: bottom-up, the callers of a function, its callees.
 *
 * An item is {region, inclusive_s, exclusive_s, calls, marks}; children(item) makes those below it. Callers: of each path of the
 * function its time goes up the same way that its calls came down, so each level divides the time of the one above.
 */
import {MARK} from './profile.js';

const empty = (region, pairs) => ({
  ...{region, pairs, inclusive_s: 0, exclusive_s: 0, calls: 0, marks: 0},
  ...{error2: 0, ownError2: 0} /* of the times, as far as they are estimates */,
});

function gather(profile, pairs, regionAt) {
  const items = new Map();
  for (const pair of pairs) {
    const id = regionAt(pair);
    if (id < 0) continue;
    let item = items.get(id);
    if (!item) items.set(id, (item = empty(profile.regions[id], [])));
    item.pairs.push(pair);
  }
  return [...items.values()];
}

/* As stat_seen() in profile/stat.c has it. */
const isSeen = (time, error2) => error2 <= (1.0005 * time) ** 2;

/* Each path of an item may be below what was seen, and not the item. `whole`: all calls of the function are in it. */
function sum(profile, item, weigh, whole = false) {
  const {calls, marks, inclusive_s, error} = profile.node;
  const error2 = (node, time) => (inclusive_s[node] > 0 ? (time / inclusive_s[node]) * error[node] : error[node]) ** 2;
  for (const [node] of item.pairs) {
    const [time, own] = weigh(node);
    item.inclusive_s += time;
    item.exclusive_s += own;
    item.error2 += error2(node, time);
    item.ownError2 += error2(node, own);
    item.calls += calls[node];
    item.marks |= marks[node] & ~(MARK.UNSEEN | MARK.OWN_UNSEEN);
  }
  if (whole) item.marks &= ~MARK.CALLS_ESTIMATED;
  if (!isSeen(item.inclusive_s, item.error2)) item.marks |= MARK.UNSEEN;
  if (!isSeen(item.exclusive_s, item.ownError2)) item.marks |= MARK.OWN_UNSEEN;
  return item;
}

const byTime = (a, b) => b.inclusive_s - a.inclusive_s || b.calls - a.calls;

/* `pairs` are [path of the function, place above it that was reached]; weigh(path) is what it brings: [inclusive, exclusive]. */
class Upward {
  constructor(profile, weigh) {
    this.profile = profile;
    this.weigh = weigh;
  }
  item(region) {
    const pairs = Array.from(this.profile.nodesOf(region.id), node => [node, node]);
    return sum(this.profile, empty(region, pairs), this.weigh, true);
  }
  children(item) {
    if (!item.children) {
      const {parent, region} = this.profile.node;
      const above = item.pairs.filter(([, at]) => at).map(([node, at]) => [node, parent[at]]);
      item.children = gather(this.profile, above, ([, at]) => (at ? region[at] : -1))
        .map(child => sum(this.profile, child, this.weigh))
        .sort(byTime);
    }
    return item.children;
  }
}

/* Each function with its own time, below it who called it for how much of that. */
export class BottomUp extends Upward {
  constructor(profile) {
    super(profile, node => [profile.node.exclusive_s[node], profile.node.exclusive_s[node]]);
  }
  roots() {
    return this.profile.regions
      .filter(region => region.kind && region.calls)
      .map(region => this.item(region))
      .sort(byTime);
  }
}

/* One function with its whole time, below it its callers. */
export class Callers extends Upward {
  constructor(profile) {
    super(profile, node => [
      profile.node.outermost[node] ? profile.node.inclusive_s[node] : 0,
      profile.node.exclusive_s[node],
    ]);
  }
}

/* One function with its whole time, below it what it called, whatever path led to it. */
export class Callees {
  constructor(profile) {
    this.profile = profile;
    this.weigh = node => [profile.node.inclusive_s[node], profile.node.exclusive_s[node]];
  }
  item(region) {
    const pairs = this.profile.outermostOf(region.id).map(node => [node]);
    return sum(this.profile, empty(region, pairs), this.weigh, true);
  }
  children(item) {
    if (!item.children) {
      const below = item.pairs.flatMap(([node]) => Array.from(this.profile.children(node), child => [child]));
      item.children = gather(this.profile, below, ([node]) => this.profile.node.region[node])
        .map(child => sum(this.profile, child, this.weigh))
        .sort(byTime);
    }
    return item.children;
  }
}
