/*
 * flame.js - a flame graph: each call path as wide as its time, below it what it called. Drawn on a canvas, so that 10^5 paths
 * take no longer than what is wide enough to be seen. Paths that are too narrow for a box stand together in one strip, level by
 * level, so that all time of a level is painted; what is waiting of a path is hatched.
 */
import {canvas, color, dark, drawnIn, element, sheets} from '../dom.js';
import {lastPart, several, time} from '../words.js';
import {hideTip, showTip} from './tip.js';

const HEIGHT = 21;
const LEAST = 0.7; /* pixels: what is narrower is in a strip */
const LEVELS = 160; /* beyond that one goes on by a click */

function hatching(context) {
  const [made, pen] = canvas(6, 6);
  pen.fillStyle = color('waiting');
  pen.fillRect(0, 0, 6, 6);
  pen.strokeStyle = '#0003';
  pen.lineWidth = 2;
  for (const x of [-6, 0, 6]) {
    pen.moveTo(x - 1, 7);
    pen.lineTo(x + 7, -1);
  }
  pen.stroke();
  return context.createPattern(made, 'repeat');
}

export class Flame {
  /* options: {children(i), weight: numbers, name(i), paint(i) as 'hsl(...)', found(i), describe(i), waits(i): which part of its
   * time, levels, choose(i), up: what it called stands above} */
  constructor(holder, options) {
    Object.assign(this, {holder, options, top: 0, selected: 0, boxes: []});
    this.says = element('p', {class: 'says', 'aria-live': 'polite'});
    this.place = element('div', {
      class: 'flame',
      tabindex: 0,
      role: 'application',
      'aria-label': options.label || 'flame graph',
    });
    holder.append(this.place, this.says);
    this.place.addEventListener('pointermove', event => this.#point(event));
    this.place.addEventListener('pointerleave', hideTip);
    this.place.addEventListener('click', event => this.#click(event));
    this.place.addEventListener('keydown', event => this.#key(event));
    this.unwatch = drawnIn(this.place, () => this.draw());
  }

  remove() {
    hideTip();
    this.unwatch();
  }

  /* Shows one path in full width; `chosen`: by who looks at it. */
  zoom(i, chosen = false) {
    this.top = i;
    this.selected = i;
    this.draw();
    if (chosen) this.options.zoomed?.(i);
  }

  draw() {
    const {weight, children, parent} = this.options;
    this.width = this.place.clientWidth;
    if (!this.width) return;
    const levels = this.options.levels || LEVELS;
    this.boxes = [];
    const above = [];
    for (let up = this.top; up > 0;) above.push((up = parent(up)));
    above.reverse();
    const shown = above.slice(-8);
    shown.forEach((i, level) => {
      this.boxes.push({i, x: 0, width: this.width, level, above: true});
    });
    const stack = [{i: this.top, x: 0, width: this.width, level: shown.length}];
    let deepest = 0;
    while (stack.length) {
      const box = stack.pop();
      this.boxes.push(box);
      deepest = Math.max(deepest, box.level);
      if (box.level - shown.length >= levels) continue;
      let x = box.x;
      const narrow = [];
      for (const child of children(box.i)) {
        const width = weight[box.i] > 0 ? (box.width * weight[child]) / weight[box.i] : 0;
        if (width < LEAST) {
          narrow.push(child);
          continue;
        }
        stack.push({i: child, x, width, level: box.level + 1});
        x += width;
      }
      deepest = Math.max(deepest, this.#strips(box, narrow, x, levels + shown.length));
    }
    this.levels = deepest + 1;
    this.#paint();
  }

  /* All paths of a level that are too narrow, below `box`, which a click on them shows; returns the last level. */
  #strips({i, width, level}, narrow, x, levels) {
    const {weight, children} = this.options;
    let at = level;
    for (let paths = narrow; paths.length && at < levels; paths = paths.flatMap(path => [...children(path)])) {
      const all = paths.reduce((sum, path) => sum + weight[path], 0);
      if (!(all > 0)) break;
      this.boxes.push({i, x, width: (width * all) / weight[i], level: ++at, strip: {paths: paths.length, all}});
    }
    return at;
  }

  #describe({i, strip}) {
    return strip
      ? `${several(strip.paths, 'path')} too narrow to draw, ${time(strip.all)} in total`
      : this.options.describe(i);
  }

  /* How many levels stand above one, or where levels go up, below it. */
  #line(level) {
    return this.options.up ? this.levels - 1 - level : level;
  }

  #paint() {
    const {paint, name, found, waits} = this.options;
    const [picture, context] = canvas(this.width, this.levels * HEIGHT + 1, {'aria-hidden': 'true'});
    context.font = '12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';
    context.textBaseline = 'middle';
    const letter = context.measureText('0').width;
    const back = color('back');
    const mark = color('found');
    const grey = color('strip');
    const hatch = hatching(context);
    for (const box of this.boxes) {
      const y = this.#line(box.level) * HEIGHT;
      context.globalAlpha = box.above ? 0.5 : 1;
      context.fillStyle = box.strip ? grey : found?.(box.i) ? mark : paint(box.i);
      const gap = box.width > 4 ? 1 : 0;
      context.fillRect(box.x, y, box.width - gap, HEIGHT - 1);
      if (box.strip) continue;
      const waiting = (waits?.(box.i) || 0) * (box.width - gap);
      context.fillStyle = hatch;
      if (waiting > 0) context.fillRect(box.x + box.width - gap - waiting, y, waiting, HEIGHT - 1);
      const room = Math.floor((box.width - 8) / letter);
      if (room >= 3) {
        const whole = name(box.i);
        const text = whole.length > room ? lastPart(whole) : whole;
        context.fillStyle = found?.(box.i) || !dark() ? '#1b1f2a' : '#f2f4f9';
        context.fillText(text.length > room ? `${text.slice(0, room - 1)}…` : text, box.x + 4, y + HEIGHT / 2);
      }
    }
    context.globalAlpha = 1;
    const box = this.boxes.find(({i, strip}) => i === this.selected && !strip);
    if (box) {
      context.strokeStyle = color('text');
      context.lineWidth = 1.5;
      context.strokeRect(box.x + 0.75, this.#line(box.level) * HEIGHT + 0.75, Math.max(2, box.width - 2), HEIGHT - 2);
    }
    this.says.textContent = this.options.describe(this.selected).split('\n').join('  ·  ');
    picture.style.background = back;
    this.place.replaceChildren(...sheets(picture));
  }

  #boxAt(event) {
    const {left, top} = this.place.getBoundingClientRect();
    const x = event.clientX - left;
    const level = this.#line(Math.floor((event.clientY - top) / HEIGHT));
    return this.boxes.findLast(box => box.level === level && x >= box.x && x < box.x + box.width);
  }

  #point(event) {
    const box = this.#boxAt(event);
    this.place.style.cursor = box ? 'pointer' : 'default';
    if (box) showTip(event, this.#describe(box));
    else hideTip();
  }

  #click(event) {
    const box = this.#boxAt(event);
    if (!box) return;
    this.place.focus({preventScroll: true});
    if (this.options.choose) this.options.choose(box.i);
    else this.zoom(box.i, true);
  }

  #key(event) {
    const {parent, children, weight} = this.options;
    const i = this.selected;
    const beside = i === this.top ? [i] : Array.from(children(parent(i))).filter(other => weight[other] > 0);
    const at = beside.indexOf(i);
    const next = {
      [this.options.up ? 'ArrowUp' : 'ArrowDown']: () => children(i)[0],
      [this.options.up ? 'ArrowDown' : 'ArrowUp']: () => (i ? parent(i) : i),
      ArrowRight: () => beside[at + 1],
      ArrowLeft: () => beside[at - 1],
    }[event.key]?.();
    if (event.key === 'Enter') this.zoom(i, true);
    else if (event.key === 'Escape' || event.key === 'Backspace') this.zoom(this.top ? parent(this.top) : 0, true);
    else if (event.key === 'Home') this.zoom(0, true);
    else if (next !== undefined) {
      this.selected = next;
      if (this.boxes.some(({i: shown, strip}) => shown === next && !strip)) this.draw();
      else this.zoom(next);
    } else if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
  }
}
