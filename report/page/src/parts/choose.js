/* choose.js - controls that choose one of several: buttons side by side. */
import {element} from '../dom.js';

export const WHAT = {exclusive_s: 'exclusive time', inclusive_s: 'inclusive time'};
const ORDER = {time: 'largest first', first: 'first call first'};

/* items: [title, whether it is chosen, go()]. */
export function choice(label, items) {
  const buttons = items.map(([title, chosen, go]) =>
    element('button', {'aria-pressed': String(chosen), onclick: event => press(event.currentTarget, go)}, title),
  );
  function press(pressed, go) {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button === pressed));
    go();
  }
  return element('div', {class: 'choice', role: 'group', 'aria-label': label}, buttons);
}

/* Which time of the functions, and in which order they stand, {what, order}: changes `chosen`. */
export function timeChoices(profile, chosen, apply) {
  const of = (label, key, names) =>
    choice(
      label,
      Object.entries(names).map(([name, text]) => [text, chosen[key] === name, () => apply((chosen[key] = name))]),
    );
  return [of('time', 'what', WHAT), profile.hasFirst && of('order of functions', 'order', ORDER)];
}
