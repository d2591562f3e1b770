/*
 * slices.js - the calls of a trace along the time, by row: a row is one level of one lane. Those of a row follow each other and
 * do not overlap, so what is seen in a window is found by halving. Times are in nanoseconds.
 */
import {shortened} from '../words.js';

export class Slices {
  constructor(head, columns) {
    const {begin, end, region, calls, several} = columns;
    const {processes, lanes, fine, lanesLeft, tooDeep, left} = head;
    Object.assign(this, {begin, end, region, calls, several, processes, fine, lanesLeft, tooDeep, left});
    this.lanes = lanes.map(([process, thread]) => ({process, name: `thread ${thread}`, rows: []}));
    this.whole = Math.max(1, head.end);
    this.allCalls = head.calls;
    this.regions = head.regions.map(([kind, name, file, line], id) => ({id, kind, name: shortened(name), file, line}));
    let from = 0;
    this.rows = head.rows.map(([lane, depth, count]) => {
      const row = {lane, depth, from, to: from + count};
      this.lanes[lane].rows.push(row);
      from += count;
      return row;
    });
    this.busy = new Float64Array(from + 1); /* before each slice, of all before it */
    for (let i = 0; i < from; i++) this.busy[i + 1] = this.busy[i] + (this.end[i] - this.begin[i]);
  }

  /* The first slice of a row for which `values` is above a moment. */
  #first(values, row, moment, from = row.from) {
    let low = from;
    let high = row.to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] > moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /* Of each region what its calls took themselves between two moments, and how many began there, on those lanes; the largest
   * first. */
  between(from, to, isShown) {
    const found = this.regions.map(region => ({region, exclusive: 0, calls: 0}));
    for (const row of this.rows) {
      if (!isShown(this.lanes[row.lane])) continue;
      const above = this.rows.find(({lane, depth}) => lane === row.lane && depth === row.depth - 1);
      let caller = above ? this.#first(this.end, above, from) : 0;
      for (let i = this.#first(this.end, row, from); i < row.to && this.begin[i] < to; i++) {
        const time = Math.min(to, this.end[i]) - Math.max(from, this.begin[i]);
        const one = found[this.region[i]];
        one.exclusive += time;
        if (this.begin[i] >= from) one.calls += this.calls[i];
        while (above && caller < above.to - 1 && this.end[caller] < this.end[i]) caller++;
        if (above) found[this.region[caller]].exclusive -= time;
      }
    }
    return found.filter(({exclusive}) => exclusive > 0).sort((a, b) => b.exclusive - a.exclusive);
  }

  /* draw(slice, x, width, share) for what is seen of a row in a picture so wide: of slices that are narrower than a pixel, one
   * of the longest in it, and which share of the pixel they all take. */
  seen(row, from, to, width, draw) {
    const {begin, end} = this;
    const scale = width / (to - from);
    for (let i = this.#first(end, row, from); i < row.to && begin[i] < to;) {
      const x = Math.max(0, (begin[i] - from) * scale);
      const right = Math.min(width, (end[i] - from) * scale);
      if (right - x >= 1) {
        draw(i, x, right - x, 1);
        i++;
        continue;
      }
      const pixel = Math.floor(x);
      let next = Math.max(i + 1, this.#first(begin, row, from + (pixel + 1) / scale, i));
      /* The last of them may reach beyond the pixel: that is one of its own. */
      if (next - 1 > i && (end[next - 1] - begin[next - 1]) * scale >= 1) next--;
      let longest = i;
      for (let k = i; k < Math.min(next, i + 32); k++)
        if (end[k] - begin[k] > end[longest] - begin[longest]) longest = k;
      draw(longest, pixel, 1, Math.min(1, (this.busy[next] - this.busy[i]) * scale));
      i = next;
    }
  }

  /* The slice of a row at a moment, or near it as far as `slack` goes; -1: none. */
  at(row, moment, slack) {
    const i = this.#first(this.end, row, moment - slack);
    return i < row.to && this.begin[i] <= moment + slack ? i : -1;
  }
}
