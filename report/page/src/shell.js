/*
 * shell.js - what stands around the views: the run's name and size, the list of views, the search.
 *
 * A view is {key, title, when(profile), make(shell, place)}. make() fills `place` and returns what the shell may ask of it:
 * byRank: it can show one rank, which is chosen in the head. {prepare() for a search, searched() -> how many were found, go(k) -> shows the k-th, leave()}, all optional. The address's
 * part behind # says which view is open and what is chosen in it, so that going back works.
 */
import {Search} from './data/search.js';
import {div, element, toPaper} from './dom.js';
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
    document.body.append(this.#header(), this.main);
    addEventListener('hashchange', () => this.#open());
    addEventListener('keydown', event => this.#key(event));
    addEventListener('beforeprint', () => toPaper(true));
    addEventListener('afterprint', () => toPaper(false));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#open());
    this.#open();
  }

  /* --- where one is --- */

  /* show('tree', {path: 12}); a null value is left out. The rank and the search stay as they are. */
  show(view, chosen = {}) {
    const hash = this.#hash(view, {rank: this.chosen('rank'), q: this.search.query || null, ...chosen});
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
    this.tabs.querySelector('[aria-selected=true]').scrollIntoView({block: 'nearest', inline: 'nearest'});
    this.main.replaceChildren();
    this.main.scrollTop = 0;
    if (key && !known) this.main.append(this.#unknown(key));
    this.#chooseRank(view);
    if ((this.text('q') ?? '') !== this.search.query) this.search.set((this.input.value = this.text('q') ?? ''));
    this.current = view.make(this, this.main) || {};
    this.at = -1;
    this.#searched();
  }

  #chooseRank({byRank}) {
    const {members} = this.profile;
    const number = this.chosen('rank');
    const member = members.list.findIndex(one => one.number === number);
    const wanted = byRank && member >= 0 && members.count > 1 ? member : null;
    if (wanted !== this.profile.member) this.profile.choose(wanted);
    this.ranks.hidden = !byRank || members.count < 2;
    this.ranks.value = wanted === null ? '' : String(number);
  }

  /* The address may come from another page, whose profile has other views. */
  #unknown(key) {
    const title = VIEWS.find(one => one.key === key)?.title;
    return element(
      'p',
      {class: 'note', role: 'status'},
      title ? `This profile has nothing for the view ${title}.` : `There is no view #${key}.`,
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
      div('bar', this.tabs, this.#rankBox(), this.#searchBox()),
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

  #rankBox() {
    const {members, head} = this.profile;
    this.ranks = element(
      'select',
      {'aria-label': 'whose time', onchange: () => (location.hash = this.#with({rank: this.ranks.value || null}))},
      element('option', {value: ''}, `all ${head.members}`),
      members.list.map(({number}, member) => element('option', {value: number}, members.name(member))),
    );
    return this.ranks;
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
    this.back = step(-1, '▲', 'the hit before (Shift+Enter, N)', 'previous hit');
    this.forth = step(1, '▼', 'the next hit (Enter, n)', 'next hit');
    return div('search', this.input, this.hits, this.back, this.forth);
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
    const {active} = this.search;
    const at = this.at >= 0 ? `${count(this.at + 1)} of ${count(this.found)}` : `${count(this.found)} found`;
    this.hits.textContent = active && this.current.searched ? at : '';
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
    if (event.key === '/') this.input.focus();
    else if (event.key === 'n') this.#next(1);
    else if (event.key === 'N') this.#next(-1);
    else return;
    event.preventDefault();
  }
}
