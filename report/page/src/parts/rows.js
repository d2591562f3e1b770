/*
 * rows.js - a table of rows that are sorted by its columns and left by a search, as nearly all views have one.
 *
 * options: as of a table, and found(row): whether a search finds it; sort: the key of the first column that sorts, or another;
 * choice: there is a list of the columns to sort by, also of those for which there is no room.
 */
import {element} from '../dom.js';
import {Table} from './table.js';

const sign = (x, y) => (x < y ? -1 : x > y ? 1 : 0);

export function sortedTable(shell, place, all, {found, sort: first, choice, ...options}) {
  const {search} = shell;
  const columns = options.columns.filter(Boolean);
  const named = {key: 'name', title: 'name', text: true, value: row => options.name(row).text};
  const sortable = [...columns.filter(({fixed}) => !fixed), named];
  const sort = {key: first || columns[0].key, down: true};
  let rows = all;
  let shown = rows;
  const table = new Table(place, {
    ...options,
    columns,
    sort,
    name: row => ({...options.name(row), found: search.active && found(row)}),
    sorted: () => (list ? list.sorted() : update()),
    empty: () => !search.active && (options.empty ?? 'No rows.'),
  });
  const list = choice && sortList(shell, sortable, sort, () => update());
  function update() {
    const {value} = sortable.find(({key}) => key === sort.key);
    const keyed = (search.active ? rows.filter(found) : rows).map(row => [row, value(row)]);
    keyed.sort(sort.down ? ([, x], [, y]) => sign(y, x) : ([, x], [, y]) => sign(x, y));
    shown = keyed.map(([row]) => row);
    table.setRows(shown);
    return search.active ? shown.length : 0;
  }
  return {
    table,
    update,
    box: table.box,
    list: list?.box,
    shown: () => shown,
    /* Its rows from now on, and what they are. */
    keep(some, title = options.nameTitle) {
      rows = some;
      table.options.nameTitle = title;
      return update();
    },
    go: k => table.go(k),
    remove: () => table.remove(),
  };
}

/* The sort of a table, also by columns for which there is no room; it stands in the address. sorted() after a heading did it. */
export function sortList(shell, columns, sort, apply) {
  if (columns.some(({key}) => key === shell.text('sort')))
    Object.assign(sort, {key: shell.text('sort'), down: !shell.chosen('up')});
  const choose = () => {
    const column = columns.find(({key}) => key === list.value);
    Object.assign(sort, {key: column.key, down: !column.text});
    sorted();
  };
  const list = element(
    'select',
    {'aria-label': 'sort by', onchange: choose},
    columns.map(({key, choice, title}) => element('option', {value: key}, choice || title)),
  );
  function sorted() {
    list.value = sort.key;
    shell.note({sort: sort.key, up: sort.down ? null : 1});
    apply();
  }
  list.value = sort.key;
  return {box: element('label', null, 'sort by ', list), sorted};
}
