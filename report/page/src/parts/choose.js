/* choose.js - controls that choose one of several: buttons side by side. */
import {element} from '../dom.js';

export const WHAT = {exclusive_s: 'exclusive time', inclusive_s: 'inclusive time'};
const ORDER = {time: 'largest first', first: 'first call first'};

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

/* Buttons that lead to another address: [title, whether one is there, go()]. */
export const links = (label, items) =>
  element(
    'div',
    {class: 'choice', role: 'group', 'aria-label': label},
    items.map(([title, here, go]) => element('button', {'aria-pressed': String(here), onclick: go}, title)),
  );

/* Which time of the functions, and in which order they stand: changes `chosen`, {what, order}. */
export function timeChoices(profile, chosen, apply) {
  const set = key => value => {
    chosen[key] = value;
    apply();
  };
  return [
    choice('time', WHAT, chosen.what, set('what')),
    profile.hasFirst && choice('order of functions', ORDER, chosen.order, set('order')),
  ];
}
