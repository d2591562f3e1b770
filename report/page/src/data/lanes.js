/*
 * lanes.js - where the rows of a timeline stand: a lane for each thread, those of a process or rank below its name. A lane that
 * is folded shows its levels in one low strip, and a process that is folded those of all its threads.
 */
export const ROW = 17;
export const HEAD = 20; /* the name above a lane, or above a process */
const GAP = 4; /* below a strip */
const THIN = 5; /* a level in a strip, at most */
const STRIP = 40; /* a strip, at most */

export class Lanes {
  constructor(slices, top) {
    this.top = top;
    const lanes = slices.lanes.filter(({rows}) => rows.length);
    this.groups = slices.processes
      .map((name, process) => ({
        name,
        lanes: lanes
          .filter(lane => lane.process === process)
          .map(lane => ({name: lane.name, full: `${name}, ${lane.name}`, rows: lane.rows, folded: false})),
        folded: false,
      }))
      .filter(group => group.lanes.length);
    for (const group of this.groups) {
      group.full = group.name;
      group.rows = group.lanes.flatMap(lane => lane.rows);
    }
    this.several = this.groups.length > 1;
    this.layout();
  }

  /* All levels as far as they fit, the upper ones first: the same depth of each thread. */
  #strip(rows) {
    const most = Math.floor(STRIP / 2);
    let deepest = rows.reduce((depth, row) => Math.max(depth, row.depth), 0);
    while (deepest && rows.filter(({depth}) => depth <= deepest).length > most) deepest--;
    const shown = rows.filter(({depth}) => depth <= deepest).slice(0, STRIP);
    const tall = Math.min(THIN, Math.max(1, Math.floor(STRIP / shown.length)));
    for (const row of shown) {
      Object.assign(row, {y: this.height, tall});
      this.height += tall;
    }
    this.height += GAP;
  }

  /* heads: what can be folded, with its y; each row gets its y and how tall it is, 0 for one that is not shown. */
  layout() {
    this.height = this.top;
    this.heads = [];
    const head = (item, indent, name) => {
      this.heads.push({item, indent, name, y: this.height});
      this.height += HEAD;
      for (const row of item.rows) row.tall = 0;
    };
    for (const group of this.groups) {
      if (this.several) head(group, 0, group.name);
      if (this.several && group.folded) this.#strip(group.rows);
      else
        for (const lane of group.lanes) {
          head(lane, this.several ? 1 : 0, this.several ? lane.name : lane.full);
          if (lane.folded) this.#strip(lane.rows);
          else
            for (const row of lane.rows) {
              Object.assign(row, {y: this.height, tall: ROW});
              this.height += ROW;
            }
        }
    }
  }

  fold(item, folded) {
    item.folded = folded;
    this.layout();
  }

  /* Of several processes these, and their lanes. */
  foldAll(folded) {
    for (const group of this.groups) for (const item of [group, ...group.lanes]) item.folded = folded;
    this.layout();
  }

  /* Opens what hides a row. */
  reveal(row) {
    const group = this.groups.find(({rows}) => rows.includes(row));
    group.folded = false;
    group.lanes.find(({rows}) => rows.includes(row)).folded = false;
    this.layout();
  }
}
