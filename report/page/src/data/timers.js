/*
 * timers.js - functions as timers: all that were called, in the order that was chosen, with the own or the inclusive time of
 * each rank.
 */
export const WHAT = {exclusive: 'own time', inclusive: 'inclusive time'};
export const ORDER = {time: 'largest first', first: 'first call first'};

/* Those with an unknown first call stand last. */
export function timersOf(profile, {what, order}) {
  const place = region => region.first || Infinity;
  const byTime = (a, b) => b[what] - a[what] || a.id - b.id;
  const byFirst = (a, b) => (place(a) === place(b) ? byTime(a, b) : place(a) - place(b));
  return profile.called.slice().sort(order === 'first' ? byFirst : byTime);
}

/* {values: one for each rank, mean, mark: what stands before each of them} */
export function timesOf(profile, region, what) {
  const nodes = what === 'inclusive' ? profile.outermostOf(region.id) : profile.nodesOf(region.id);
  const values = profile.members.sums(nodes, what);
  const mark = what === 'inclusive' ? profile.mark(region.marks) : profile.estimateMark(region.marks);
  return {values, mean: values.reduce((a, b) => a + b, 0) / (values.length || 1), mark};
}
