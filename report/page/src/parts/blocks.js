/* blocks.js - what views are made of: a part under a heading that says its formula, a figure with its name. */
import {element, span} from '../dom.js';

export const section = (title, formula, ...children) =>
  element('section', null, element('h2', null, title, span('formula', formula)), ...children);

/* A figure behind its name. */
export const fact = (title, text, note, style) =>
  span('', `${title} `, element('b', {class: style}, text), note ? ` ${note}` : null);
