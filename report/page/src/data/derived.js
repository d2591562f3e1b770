/*
 * derived.js - trees that are made of the call paths as they are opened: bottom-up, the callers of a function, its callees.
 *
 * An item is {region, inclusive, exclusive, calls, share}; children(item) makes those below it. Callers: of each path of the
 * function its time goes up the same way that its calls came down, so each level divides the time of the one above.
 */
function gather(profile, pairs, regionAt) {
  const items = new Map();
  for (const pair of pairs) {
    const id = regionAt(pair);
    if (id < 0) continue;
    let item = items.get(id);
    if (!item)
      items.set(id, (item = {region: profile.regions[id], pairs: [], inclusive: 0, exclusive: 0, calls: 0, marks: 0}));
    item.pairs.push(pair);
  }
  return [...items.values()];
}

function sum(profile, item, weigh) {
  const {calls, marks} = profile.node;
  for (const [node] of item.pairs) {
    weigh(item, node);
    item.calls += calls[node];
    item.marks |= marks[node];
  }
  return item;
}

const byTime = (a, b) => b.inclusive - a.inclusive || b.calls - a.calls;

/* `pairs` are [path of the function, place above it that was reached]. */
class Upward {
  constructor(profile, weigh) {
    this.profile = profile;
    this.weigh = weigh;
  }
  item(region) {
    const pairs = Array.from(this.profile.nodesOf(region.id), node => [node, node]);
    return sum(this.profile, {region, pairs, inclusive: 0, exclusive: 0, calls: 0, marks: 0}, this.weigh);
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
    super(profile, (item, node) => {
      item.inclusive += profile.node.exclusive[node];
      item.exclusive += profile.node.exclusive[node];
    });
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
    super(profile, (item, node) => {
      item.exclusive += profile.node.exclusive[node];
      if (profile.outermost[node]) item.inclusive += profile.node.inclusive[node];
    });
  }
}

/* One function with its whole time, below it what it called, whatever path led to it. */
export class Callees {
  constructor(profile) {
    this.profile = profile;
    this.weigh = (item, node) => {
      item.inclusive += profile.node.inclusive[node];
      item.exclusive += profile.node.exclusive[node];
    };
  }
  item(region) {
    const pairs = this.profile.outermostOf(region.id).map(node => [node]);
    return sum(this.profile, {region, pairs, inclusive: 0, exclusive: 0, calls: 0, marks: 0}, this.weigh);
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
