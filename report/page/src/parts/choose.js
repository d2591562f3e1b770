/* choose.js - controls that choose one of several: buttons side by side, and a list of columns to sort by. */
import {ORDER, WHAT} from '../data/timers.js';
import {element} from '../dom.js';

/* names: {key: text}; apply(key). */
export function choice(label, names, chosen, apply) {
  const buttons = Object.entries(names).map(([key, text]) =>
    element(
      'button',
      {
        'aria-pressed': String(key === chosen),
        onclick: event => {
          for (const button of buttons) button.setAttribute('aria-pressed', String(button === event.currentTarget));
          apply(key);
        },
      },
      text,
    ),
  );
  return element('div', {class: 'choice', role: 'group', 'aria-label': label}, buttons);
}

/* Which time of the functions, and in which order they stand: changes `chosen`, {what, order}. */
export function timerChoices(profile, chosen, apply) {
  const set = key => value => {
    chosen[key] = value;
    apply();
  };
  return [
    choice('time', WHAT, chosen.what, set('what')),
    profile.hasFirst && choice('order of functions', ORDER, chosen.order, set('order')),
  ];
}

/* The sort of a table, also by columns for which there is no room. columns: those that sort; show() after a heading did. */
export function sortChoice(columns, sort, apply) {
  const list = element(
    'select',
    {
      'aria-label': 'sort by',
      onchange: () => {
        const column = columns.find(({key}) => key === list.value);
        sort.key = column.key;
        sort.down = !column.text;
        apply();
      },
    },
    columns.map(({key, choice: text, title}) => element('option', {value: key}, text || title)),
  );
  const show = () => {
    list.value = sort.key;
  };
  show();
  return {box: element('label', null, 'sort by ', list), show};
}
