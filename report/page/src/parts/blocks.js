/* blocks.js - what views are made of: a part under a heading that says its formula, a card with a figure. */
import {element} from '../dom.js';

export const section = (title, formula, ...children) =>
  element('section', null, element('h2', null, title, element('span', {class: 'formula'}, formula)), ...children);

export const card = (title, text, note, style) =>
  element(
    'div',
    {class: 'card'},
    element('span', null, title),
    element('b', {class: style}, text),
    note ? element('i', null, note) : null,
  );
