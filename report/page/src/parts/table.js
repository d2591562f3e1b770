/*
 * table.js - a table of any length: only the rows that are seen are made.
 *
 * The name stands first and is never cut off: it goes on in further lines, and where there is little room the figures stand
 * below it. So rows have different heights. They are known before a row is made, since all letters of names have one width.
 * The table scrolls with what is around it. Arrow keys move from row to row; a heading sorts.
 */
import {drawnIn, element, span} from '../dom.js';
import {letters, letterWidth} from './text.js';

const LINE = 20;
const NOTE_LINE = 17;
const PADDING = 6;
const GAP = 14;
const NARROW = 700;
const NAME_LEAST = 430;

const NOTHING = 'Nothing matches the search. Clear it to see all rows.';

let tables = 0;

export class Table {
  /*
   * scroller: the element that scrolls. columns: [{key, title, width, tip, cell(row), fixed, text}], the most important first.
   * name(row): {text, note, twist, found}; of a tree row.level says how far it is moved in. sort: {key, down}, sorted(). chosen(row): it
   * was clicked; choose(row): it was clicked once more or entered, or (atOnce) clicked. sizeKey(row): the same number for rows whose
   * names take the same room, or -1. toggle(row, open): arrow keys; open undefined: the other way round. isTree: for who can't see it.
   */
  constructor(scroller, options) {
    Object.assign(this, {scroller, options, rows: [], active: -1, sizes: new Map(), id: `t${tables++}`});
    this.head = element('div', {class: 'head', role: 'row'});
    this.body = element('div', {class: 'body', role: 'rowgroup'});
    this.box = element(
      'div',
      {class: 'table', role: options.isTree ? 'treegrid' : 'grid', tabindex: 0, 'aria-label': options.label},
      this.head,
      this.body,
    );
    this.box.addEventListener('keydown', event => this.#key(event));
    this.body.addEventListener('click', event => this.#click(event));
    this.made = new Map();
    this.draw = this.draw.bind(this);
    scroller.addEventListener('scroll', this.draw, {passive: true});
    this.unwatch = drawnIn(this.box, () => this.layout());
  }

  remove() {
    this.scroller.removeEventListener('scroll', this.draw);
    this.unwatch();
    this.box.remove();
  }

  setRows(rows) {
    this.rows = rows;
    if (this.active >= rows.length) this.active = rows.length - 1;
    this.layout();
  }

  /* --- measures --- */

  #chooseColumns() {
    const all = this.options.columns;
    const room = this.narrow ? this.width - 8 : this.width - NAME_LEAST;
    this.columns = [];
    let used = 0;
    for (const column of all) {
      if (used + column.width + GAP > room && this.columns.length) break;
      used += column.width + GAP;
      this.columns.push(column);
    }
    /* What is sorted by is always shown: in the place of the last ones. */
    const sorted = all.find(({key}) => key === this.options.sort?.key);
    if (sorted && !this.columns.includes(sorted)) {
      for (used += sorted.width + GAP; used > room && this.columns.length > 1;) used -= this.columns.pop().width + GAP;
      this.columns.push(sorted);
    }
    this.nameWidth = this.narrow ? this.width - 12 : this.width - used - 12;
  }

  layout() {
    this.width = this.box.clientWidth;
    if (!this.width) return;
    this.narrow = this.width < NARROW;
    this.box.classList.toggle('narrow', this.narrow);
    this.letter = letterWidth(this.box, 'name');
    this.noteLetter = letterWidth(this.box, 'note');
    this.#chooseColumns();
    this.#drawHead();
    const count = this.rows.length;
    this.tops = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) this.tops[i + 1] = this.tops[i] + this.#height(this.rows[i]);
    this.body.style.height = count ? `${this.tops[count]}px` : 'auto';
    this.#clear();
    this.body.replaceChildren(count ? '' : element('p', {class: 'note'}, this.options.empty?.() || NOTHING));
    this.scroller.dispatchEvent(new Event('scroll')); /* tables below have moved, too */
  }

  /* How far a row is moved in; of a deep one no further than leaves room for its name. */
  #indent(level) {
    return (
      Math.min(level * (this.narrow ? 9 : 15), this.nameWidth * (this.narrow ? 0.4 : 0.5)) +
      (this.options.isTree ? 18 : 0)
    );
  }

  /* Letters of a row's name, and of what stands beside it. */
  #measure(row) {
    const key = this.options.sizeKey ? this.options.sizeKey(row) : -1;
    let size = key < 0 ? undefined : this.sizes.get(key);
    if (!size) {
      const {text, note} = this.options.name(row);
      size = {text: letters(text), note: letters(note || '')};
      if (key >= 0) this.sizes.set(key, size);
    }
    return size;
  }

  /* Measures names ahead of the time when many are shown at once. */
  prepare(rows) {
    for (const row of rows) this.#measure(row);
  }

  /* Whether what stands beside a name has room there, or goes below. */
  #beside(size, room) {
    return size.text * this.letter + size.note * this.noteLetter + 10 <= room;
  }

  #room(row) {
    return this.nameWidth - this.#indent(row.level || 0) - 4;
  }

  #height(row) {
    const size = this.#measure(row);
    const room = this.#room(row);
    const perLine = Math.max(6, Math.floor(room / this.letter) - 1);
    const notes = this.#beside(size, room)
      ? 0
      : Math.ceil((size.note * this.noteLetter) / Math.max(40, room - this.noteLetter));
    const figures = this.narrow && this.columns.length ? LINE + 2 : 0;
    return (Math.ceil(size.text / perLine) || 1) * LINE + notes * NOTE_LINE + PADDING + figures;
  }

  /* The row at a height. */
  #at(y) {
    let low = 0;
    let high = this.tops.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle + 1] <= y) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /* --- drawing --- */

  #drawHead() {
    const {sort, nameTitle} = this.options;
    const button = (column, className, style) =>
      element(
        'button',
        {
          class: `${className}${sort && sort.key === column.key ? ' by' : ''}`,
          style,
          title: column.tip,
          role: 'columnheader',
          'aria-sort': sort && sort.key === column.key ? (sort.down ? 'descending' : 'ascending') : null,
          disabled: column.fixed || !sort ? '' : null,
          onclick: () => this.#sort(column),
        },
        column.title,
        sort && sort.key === column.key ? element('i', null, sort.down ? ' ▾' : ' ▴') : null,
      );
    this.head.replaceChildren(
      button({key: 'name', title: nameTitle, text: true}, 'name'),
      ...this.columns.map(column => button(column, 'cell', `width:${column.width}px`)),
    );
  }

  #sort(column) {
    const {sort} = this.options;
    sort.down = sort.key === column.key ? !sort.down : !column.text;
    sort.key = column.key;
    this.active = -1;
    this.options.sorted();
    this.#drawHead();
  }

  #clear() {
    for (const row of this.made.values()) row.remove();
    this.made.clear();
  }

  draw() {
    if (!this.tops || !this.box.isConnected) return;
    const above = this.scroller.getBoundingClientRect().top - this.body.getBoundingClientRect().top;
    const first = this.#at(Math.max(0, above - 300));
    const end = Math.min(this.tops.length - 1, this.#at(above + this.scroller.clientHeight + 300) + 1);
    for (const [i, row] of this.made)
      if (i < first || i >= end) {
        row.remove();
        this.made.delete(i);
      }
    const fresh = [];
    for (let i = first; i < end; i++) if (!this.made.has(i)) fresh.push(this.#row(i));
    if (fresh.length) this.body.append(...fresh);
  }

  #row(i) {
    const row = this.rows[i];
    const name = this.options.name(row);
    const level = row.level || 0;
    const beside = this.#beside(this.#measure(row), this.#room(row));
    const made = element(
      'div',
      {
        class: `row${i === this.active ? ' active' : ''}`,
        role: 'row',
        id: `${this.id}-${i}`,
        'aria-level': this.options.isTree ? level + 1 : null,
        'aria-expanded': name.twist === undefined || name.twist === null ? null : String(name.twist),
        style: `top:${this.tops[i]}px;height:${this.tops[i + 1] - this.tops[i]}px`,
      },
      element(
        'div',
        {class: 'name', role: 'gridcell', style: `padding-left:${this.#indent(level)}px`},
        this.options.isTree ? span('twist', name.twist === true ? '▾' : name.twist === false ? '▸' : '') : null,
        span(`text${name.found ? ' found' : ''}`, name.text),
        name.note ? ' ' : null,
        name.note ? element(beside ? 'span' : 'div', {class: 'note'}, name.note) : null,
      ),
      ...this.columns.map(column => {
        const cell = column.cell(row);
        const style = `width:${column.width}px`;
        return element(
          'div',
          {class: `cell${cell?.hot ? ` ${cell.hot}` : ''}`, role: 'gridcell', style},
          cell?.text ?? cell,
        );
      }),
    );
    made.place = i;
    this.made.set(i, made);
    return made;
  }

  /* --- what is done with it --- */

  #click(event) {
    const made = event.target.closest('.row');
    if (!made) return;
    const row = this.rows[made.place];
    const again = made.place === this.active || this.options.atOnce;
    this.go(made.place, false);
    if (event.target.closest('.twist')) this.options.toggle?.(row);
    else if (again) this.options.choose?.(row, event);
    else this.options.chosen?.(row);
  }

  #key(event) {
    if (event.target !== this.box || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / (LINE + PADDING)) - 2);
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.rows.length,
      End: this.rows.length,
    };
    const row = this.rows[this.active];
    if (event.key in steps) this.go(this.active + steps[event.key]);
    else if (event.key === 'Enter' && row !== undefined) this.options.choose?.(row, event);
    else if (
      (event.key === 'ArrowRight' || event.key === 'ArrowLeft' || event.key === ' ') &&
      row !== undefined &&
      this.options.toggle
    )
      this.options.toggle(row, event.key === ' ' ? undefined : event.key === 'ArrowRight');
    else return;
    event.preventDefault();
  }

  /* Makes a row the active one, in sight. */
  go(place, focus = true) {
    const i = Math.max(0, Math.min(this.rows.length - 1, place));
    if (!this.rows.length) return;
    this.made.get(this.active)?.classList.remove('active');
    this.active = i;
    const above = this.body.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
    const room = this.scroller.clientHeight;
    const top = above + this.tops[i];
    const bottom = above + this.tops[i + 1];
    const least = this.head.offsetHeight + 4;
    if (top < least - room || bottom > 2 * room) this.scroller.scrollTop += top - room / 3;
    else if (top < least) this.scroller.scrollTop += top - least;
    else if (bottom > room) this.scroller.scrollTop += bottom - room + 8;
    this.draw();
    this.made.get(i)?.classList.add('active');
    this.box.setAttribute('aria-activedescendant', `${this.id}-${i}`);
    if (focus) this.box.focus({preventScroll: true});
  }
}
