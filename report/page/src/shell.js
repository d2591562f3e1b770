/*
 * shell.js - what stands around the views: the run's name and size, the list of views, the search.
 *
 * A view is {key, title, when(profile), make(shell, place)}. make() fills `place` and returns what the shell may ask of it:
 * {prepare() for a search, searched() -> how many were found, go(k) -> shows the k-th, leave()}, all optional. byRank: it can
 * show the rank and thread that are chosen in the head; beside: the rank beside all others, and (byThread) of all only the thread; shaped: it can do without functions
 * that are hidden, and chosenRegion() is the function that is chosen in it. The address's part behind # says which view is open and what is
 * chosen in it, so that going back works.
 */
import {KIND} from './data/profile.js';
import {Search} from './data/search.js';
import {Shape} from './data/shape.js';
import {div, element, p, span, toPaper} from './dom.js';
import {hideTip} from './parts/tip.js';
import {balance} from './views/balance.js';
import {compare} from './views/compare.js';
import {flame} from './views/flame.js';
import {functions} from './views/functions.js';
import {summary} from './views/summary.js';
import {timeline} from './views/timeline.js';
import {tree} from './views/tree.js';
import {waiting} from './views/waiting.js';
import {count, several, time} from './words.js';

const KEYS = {
  '/': 'search; /text/ is a regular expression',
  'Enter n, N': 'next hit, previous hit',
  Esc: 'leave the search; zoom out of a flame graph',
  '↑ ↓ PgUp PgDn Home End': 'go to another row, box or point',
  '← → Space': 'fold or unfold a row; go to the next box or point',
  Enter: 'open a row; zoom into a box of a flame graph',
  'F, H, M': 'focus on the chosen function, hide it, merge its recursion',
  'W S, A D': 'zoom and move in the timeline',
};

/* What is done with functions: its button, what that means, and how the head names it. */
const SHAPES = {
  focus: ['focus', 'only calls of this function, as the new 100% (F)', 'focus:'],
  hide: ['hide', 'give the time of this function to its callers (H)', 'hidden:'],
  merge: ['merge recursion', 'add calls of this function by itself to the call above them (M)', 'recursion merged:'],
};

const VIEWS = [compare, summary, tree, flame, functions, timeline, balance, waiting];

export class Shell {
  constructor(profile) {
    this.profile = profile;
    this.search = new Search(profile);
    this.views = VIEWS.filter(view => view.when(profile));
    this.at = -1;
  }

  start() {
    this.main = element('main', {id: 'main'});
    document.body.append(this.#header(), this.main, this.#keyList());
    addEventListener('hashchange', () => this.#open());
    addEventListener('resize', () => this.main.dispatchEvent(new Event('scroll')));
    addEventListener('keydown', event => this.#key(event));
    addEventListener('beforeprint', () => toPaper(true));
    addEventListener('afterprint', () => toPaper(false));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#open());
    this.#open();
  }

  /* --- where one is --- */

  /* show('tree', {path: 12}); a null value is left out. The rank, the thread and the search stay as they are. */
  show(view, chosen = {}) {
    const kept = {rank: this.chosen('rank'), thread: this.chosen('thread'), q: this.search.query || null};
    for (const key of Object.keys(SHAPES)) kept[key] = this.text(key);
    const hash = this.#hash(view, {...kept, ...chosen});
    if (location.hash === hash) this.#open();
    else location.hash = hash;
  }

  /* What changed in the view that is open stands in its address; `step`: going back undoes it. */
  note(chosen, step = false) {
    history[step ? 'pushState' : 'replaceState'](null, '', this.#with(chosen));
  }

  #with(chosen) {
    const {view, values} = this.#address();
    return this.#hash(view || this.views[0].key, {...Object.fromEntries(values), ...chosen});
  }

  #hash(view, chosen) {
    const values = new URLSearchParams(Object.entries(chosen).filter(([, value]) => (value ?? null) !== null));
    return `#${[view, String(values)].filter(Boolean).join('&')}`;
  }

  #address() {
    const [view, ...rest] = location.hash.slice(1).split('&');
    return {view, values: new URLSearchParams(rest.join('&'))};
  }

  /* What the address says is chosen, as a number or as a text; null: nothing. */
  chosen(key) {
    const number = Number(this.text(key) ?? NaN);
    return Number.isInteger(number) && number >= 0 ? number : null;
  }
  text(key) {
    return this.#address().values.get(key);
  }

  #open() {
    const key = this.#address().view;
    const known = this.views.find(one => one.key === key);
    const view = known || this.views[0];
    this.current?.leave?.();
    hideTip();
    for (const tab of this.tabs.children) tab.setAttribute('aria-selected', String(tab.dataset.view === view.key));
    this.main.replaceChildren();
    this.main.scrollTop = 0;
    if (key && !known) this.main.append(this.#unknown(key));
    this.#choosePart(view);
    if ((this.text('q') ?? '') !== this.search.query) this.search.set((this.input.value = this.text('q') ?? ''));
    this.current = view.make(this, this.main) || {};
    this.at = -1;
    this.#searched();
  }

  /* member, thread: those that are chosen, also where a view has the figures of all. */
  #choosePart({byRank, beside, byThread, shaped}) {
    const {members} = this.profile;
    const part = (list, box, key, shown) => {
      const at = shown && list.length > 1 ? list.indexOf(this.chosen(key)) : -1;
      box.hidden = !shown || list.length < 2;
      box.value = at < 0 ? '' : list[at];
      return at < 0 ? null : at;
    };
    const numbers = members.count ? members.list.map(({number}) => number) : [];
    this.member = part(numbers, this.ranks, 'rank', byRank || beside);
    this.thread = members.threads[part(members.threads, this.threads, 'thread', byRank || beside)] ?? null;
    const member = beside ? null : this.member;
    const thread = beside && !byThread ? null : this.thread;
    if (!byRank && !beside && (this.text('rank') ?? this.text('thread')))
      this.main.append(p('note', `This view always shows all ${this.profile.head.members} and threads.`));
    const all = this.#reshaped();
    const shape = shaped ? all : {focus: [], hide: [], merge: []};
    const chosen = JSON.stringify([member, thread, shape]);
    const whole = member === null && thread === null;
    const isPlain = whole && Object.values(shape).every(ids => !ids.length);
    if (chosen !== this.chosenPart) {
      const reached = whole ? null : members.reached(member, thread);
      this.profile.choose(member, thread, isPlain ? null : new Shape(this.profile, shape, reached));
    }
    this.chosenPart = chosen;
    this.#showMarks(all, shaped);
  }

  /* What the address says is done with functions: the ids of these. */
  #reshaped() {
    const {regions} = this.profile.all;
    const is = id => regions[id]?.calls && regions[id].kind !== KIND.ROOT;
    const idsOf = key => (this.text(key)?.split('.').map(Number) ?? []).filter(is);
    return Object.fromEntries(Object.keys(SHAPES).map(key => [key, idsOf(key)]));
  }

  /* It stands in the head; a click undoes it. */
  #showMarks(all, shaped) {
    const {regions, total} = this.profile;
    const mark = (key, {id, name}) =>
      element(
        'button',
        {title: 'undo', onclick: () => this.#reshape(key, id)},
        `${SHAPES[key][2]} ${name}`,
        shaped ? key === 'focus' && `, 100% = ${time(total)}` : ', not in this view',
        ' ×',
      );
    this.shapes.replaceChildren(...Object.entries(all).flatMap(([key, ids]) => ids.map(id => mark(key, regions[id]))));
  }

  /* Does it with a function, or undoes it. One is in focus at most, and none both in focus and hidden. */
  #reshape(key, id) {
    const all = this.#reshaped();
    const had = all[key].includes(id);
    for (const one of Object.keys(SHAPES)) all[one] = all[one].filter(other => other !== id);
    if (!had) all[key] = key === 'focus' ? [id] : [...all[key], id];
    const texts = Object.entries(all).map(([one, ids]) => [one, ids.join('.') || null]);
    location.hash = this.#with({...Object.fromEntries(texts), path: null, rows: null});
  }

  /* Buttons that do it with the function that is chosen. */
  shapers() {
    const one = ([key, [text, title]]) => element('button', {title, onclick: () => this.#reshapeChosen(key)}, text);
    return div('', 'chosen function: ', ...Object.entries(SHAPES).flatMap(entry => [' ', one(entry)]));
  }
  #reshapeChosen(key) {
    const region = this.profile.regions[this.current.chosenRegion?.()];
    const may = region && region.kind !== KIND.ROOT && (key === 'focus' || region.kind !== KIND.THREAD);
    if (may) this.#reshape(key, region.id);
    else this.shapes.append((this.hint ??= span('note', 'Choose a function first: click its row or box.')));
  }

  /* "rank 3, thread 1": of what the figures are, where that is not all. */
  whose() {
    const chosen = [this.ranks, this.threads].filter(({value}) => value);
    return chosen.map(({selectedOptions: [one]}) => one.text).join(', ');
  }

  /* The address may come from another page, whose profile has other views. */
  #unknown(key) {
    const title = VIEWS.find(one => one.key === key)?.title;
    return element(
      'p',
      {class: 'note', role: 'status'},
      title ? `This profile has no data for the view ${title}.` : `There is no view #${key}.`,
      ` The views of this page: ${this.views.map(one => one.title).join(', ')}.`,
    );
  }

  /* --- the head of the page --- */

  #header() {
    const {head} = this.profile;
    this.tabs = element('nav', {role: 'tablist', 'aria-label': 'views'});
    for (const view of this.views) {
      const tab = element('button', {role: 'tab', onclick: () => this.show(view.key)}, view.title);
      tab.dataset.view = view.key;
      this.tabs.append(tab);
    }
    this.tabs.addEventListener('keydown', event => {
      const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      const tabs = [...this.tabs.children];
      const next = tabs[tabs.indexOf(document.activeElement) + step];
      if (next) next.focus();
    });
    return element(
      'header',
      null,
      div(
        'title',
        element('h1', {title: head.meta.program}, head.title),
        element('p', {title: this.#about()}, this.#facts()),
      ),
      div('bar', this.tabs, this.#partBoxes(), this.#searchBox()),
      (this.shapes = element('div', {class: 'shapes', role: 'status'})),
    );
  }

  /* What the profile says of the run in words. */
  #about() {
    const all = Object.entries({profile: this.profile.head.name, ...this.profile.head.meta});
    return all.map(([key, value]) => (Number.isNaN(Number(value)) ? `${key}: ${value}\n` : '')).join('');
  }

  #facts() {
    const {head, node, ranks, count: paths} = this.profile;
    const {meta} = head;
    const base = head.several ? ' in all' : ranks.ranks[0] > 1 ? ' each' : '';
    const calls = node.calls.reduce((sum, value) => sum + value, 0) - node.calls[0];
    return [
      meta.shape,
      head.runs,
      Number(meta.threads) > Math.max(1, ranks.ranks[0] || 1) ? several(Number(meta.threads), 'thread') : '',
      head.ran && !meta.shape ? `${time(head.runTime)}${base}` : '',
      meta.start?.replace(/T(.*):\d\dZ$/, ' $1 UTC'),
      meta.host,
      meta.build,
      `${count(calls)} calls`,
      several(paths - 1 + head.leftOut.paths, 'path'),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  /* The rank, or the process, and the thread. */
  #partBoxes() {
    const {members, head} = this.profile;
    const box = (label, key, all, names) =>
      element(
        'select',
        {'aria-label': label, onchange: ({target}) => (location.hash = this.#with({[key]: target.value || null}))},
        element('option', {value: ''}, `all ${all}`),
        names.map(([number, name]) => element('option', {value: number}, name)),
      );
    const ranks = members.list.map(({number}, member) => [number, members.name(member)]);
    const threads = members.threads.map(number => [number, `thread ${number}`]);
    this.ranks = box('whose time', 'rank', head.members, ranks);
    this.threads = box('which threads', 'thread', 'threads', threads);
    return [this.ranks, this.threads];
  }

  #searchBox() {
    this.input = element('input', {
      type: 'search',
      placeholder: 'Search  /',
      'aria-label': 'search functions and files',
      spellcheck: 'false',
      onfocus: () => this.#prepare(),
      oninput: () => {
        this.search.set(this.input.value);
        this.note({q: this.search.query || null});
        this.at = -1;
        this.#searched();
      },
      onkeydown: event => {
        if (event.key === 'Enter') this.#next(event.shiftKey ? -1 : 1);
        else if (event.key !== 'Escape') return;
        if (event.key === 'Enter') this.input.focus({preventScroll: true});
        else if (this.at >= 0) this.current.go(this.at);
        if (event.key === 'Escape' && document.activeElement === this.input) this.input.blur();
        event.preventDefault();
      },
    });
    this.hits = element('output', {'aria-live': 'polite'});
    const step = (by, text, title, label) =>
      element('button', {title, 'aria-label': label, onclick: () => this.#next(by)}, text);
    this.back = step(-1, '▲', 'previous hit (Shift+Enter, N)', 'previous hit');
    this.forth = step(1, '▼', 'next hit (Enter, n)', 'next hit');
    const help = element('button', {title: 'keys (?)', onclick: () => this.keys.showModal()}, '?');
    return div('search', this.input, this.hits, this.back, this.forth, help);
  }

  /* What each key does; any click closes it. */
  #keyList() {
    const lines = Object.entries(KEYS).map(([key, does]) => p('', element('b', null, key), does));
    const close = () => this.keys.close();
    return (this.keys = element(
      'dialog',
      {'aria-label': 'keys', onclick: close},
      lines,
      element('button', null, 'close'),
    ));
  }

  /* What the first key would wait for, once. */
  #prepare() {
    if (this.prepared === this.current) return;
    this.prepared = this.current;
    this.current.prepare?.();
  }

  #searched() {
    this.found = this.current.searched?.() ?? 0;
    this.#showHits();
  }

  #showHits() {
    const {active, broken} = this.search;
    const at = this.at >= 0 ? `${count(this.at + 1)} of ${count(this.found)}` : `${count(this.found)} found`;
    this.hits.textContent = broken ? 'not a valid regular expression' : active && this.current.searched ? at : '';
    this.back.hidden = this.forth.hidden = !active || !this.found || !this.current.go;
  }

  #next(step) {
    if (!this.found || !this.current.go) return;
    this.at = this.at < 0 ? (step > 0 ? 0 : this.found - 1) : (this.at + step + this.found) % this.found;
    this.current.go(this.at);
    this.#showHits();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.target instanceof HTMLSelectElement) return;
    const shape = Object.keys(SHAPES).find(([first]) => first === event.key);
    if (event.key === '/') this.input.focus();
    else if (event.key === '?') this.keys.showModal();
    else if (event.key === 'n') this.#next(1);
    else if (event.key === 'N') this.#next(-1);
    else if (shape && this.current.chosenRegion) this.#reshapeChosen(shape);
    else return;
    event.preventDefault();
  }
}
