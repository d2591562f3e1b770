/*
 * hits.js - a search over several parts of a view. A part is {update() -> how many it finds, go(k) -> shows the k-th}; what is
 * found in one counts on behind what is found in those before it.
 */
export function overParts(parts) {
  let found = [];
  return {
    searched() {
      found = parts.map(part => part.update());
      return found.reduce((sum, number) => sum + number, 0);
    },
    go(k) {
      let first = 0;
      for (let i = 0; i < parts.length; first += found[i++]) if (k < first + found[i]) return parts[i].go(k - first);
    },
  };
}

/* A tree's rows that are found, of those that are open: a part. */
export function openRows(tree, has) {
  let hits = [];
  return {
    update() {
      tree.update();
      hits = tree.table.rows.flatMap((row, place) => (has(row.item) ? [place] : []));
      return hits.length;
    },
    go: k => tree.table.go(hits[k]),
  };
}
