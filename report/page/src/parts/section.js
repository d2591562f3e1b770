/* section.js - a part of a view under a heading that says its formula. */
import {element} from '../dom.js';

export const section = (title, formula, ...children) =>
  element('section', null, element('h2', null, title, element('span', {class: 'formula'}, formula)), ...children);
