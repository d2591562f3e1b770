/*
 * trees.js - a tree as a table: rows that are opened and closed, of call paths or of what is derived from these.
 *
 * Which rows are open is said by a function, and beside it by what was opened and closed by hand: so a search of 10^5 paths
 * need not list what it opens.
 */
import {Table} from './table.js';

const nothing = () => false;

export class TreeTable {
  /*
   * model: {roots(), children(item), name(item), canOpen(item), sizeKey(item)}; items are numbers or objects. sizeKey: a number
   * that is the same for items whose names take the same room, or -1. options: as of a table, and toggled(), after a row was opened
   * or closed by hand.
   */
  constructor(scroller, model, options) {
    Object.assign(this, {model, options});
    this.show(null, nothing);
    this.table = new Table(scroller, {
      ...options,
      isTree: true,
      name: row => ({...model.name(row.item), twist: model.canOpen(row.item) ? this.isOpen(row.item) : null}),
      sizeKey: model.sizeKey ? row => model.sizeKey(row.item) : null,
      columns: options.columns.map(column => ({...column, cell: row => column.cell(row.item)})),
      toggle: (row, open) => this.#toggle(row, open),
      choose: (row, event) => options.choose?.(row.item, event),
      chosen: row => options.chosen?.(row.item),
    });
    this.box = this.table.box;
  }

  remove() {
    this.table.remove();
  }

  /* `filter` says which items are shown, null: all; `opened` which of these are open. all(): the rows that this makes, where who
   * asks has them sooner than by going from one to the next. */
  show(filter, opened, all = null) {
    this.filter = filter;
    this.all = all;
    this.opened = opened;
    this.byHand = new Map();
  }

  isOpen(item) {
    return this.byHand.size && this.byHand.has(item) ? this.byHand.get(item) : this.opened(item);
  }

  #toggle(row, open) {
    const is = this.isOpen(row.item);
    const wanted = open === undefined ? !is : open;
    if (!wanted && !is) this.#goUp(row);
    if (wanted === is || !this.model.canOpen(row.item)) return;
    this.byHand.set(row.item, wanted);
    this.update();
    this.options.toggled?.();
  }

  #goUp(row) {
    let i = this.table.rows.indexOf(row);
    while (i > 0 && this.table.rows[i].level >= row.level) i--;
    this.table.go(i);
  }

  /* The rows of what is open, in order. Below what was opened by hand all is shown. */
  update() {
    if (this.all && !this.byHand.size) {
      this.table.setRows(this.all());
      return;
    }
    const rows = [];
    const stack = [];
    const push = (items, level, filter) => {
      for (let k = items.length; k-- > 0;) if (!filter || filter(items[k])) stack.push({item: items[k], level});
    };
    push(this.model.roots(), 0, this.filter);
    while (stack.length) {
      const row = stack.pop();
      rows.push(row);
      if (this.isOpen(row.item)) {
        const filter = this.byHand.size && this.byHand.has(row.item) ? null : this.filter;
        push(this.model.children(row.item), row.level + 1, filter);
      }
    }
    this.table.setRows(rows);
  }

  place(item) {
    return this.table.rows.findIndex(row => row.item === item);
  }
}
