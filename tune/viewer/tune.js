/*
 * tune.js - shows all variants of a project in a browser, from the JSON that cmd_plot.c puts into the same page, with what
 * words.js has. Nothing is loaded and nothing is sent.
 */
'use strict';
(function () {
  const {time, count, size, percent, element, sortable} = words;
  const data = JSON.parse(document.getElementById('tune').textContent);
  const parameters = data.parameters, measures = data.measures;
  /* In the order in which they were tried. */
  const variants = data.variants.map(([genes, state, values, spread, runs, reason, profile, functions], id) =>
    ({id, genes, done: state === 1, failed: state === 2, values, spread, runs, reason, profile, functions, cost: state === 1 ? (measures[0].maximise ? 1 / values[0] : values[0]) : Infinity}));
  const done = variants.filter(variant => variant.done).sort((a, b) => a.cost - b.cost);
  const reference = data.predefined.map(genes => variants.find(variant => variant.done && genes.every((gene, i) => gene === variant.genes[i]))).find(Boolean);

  /* --- words --- */

  const text = (genes, i) => parameters[i].values[genes[i]].text;
  const describe = variant => parameters.map((parameter, i) => parameter.name + '=' + text(variant.genes, i)).join(' ');
  const differs = (variant, other) => parameters.map((parameter, i) => variant.genes[i] === other.genes[i] ? '' : parameter.name + '=' + text(variant.genes, i)).filter(Boolean).join(' ');
  function show(measure, value) {
    return measure.unit === 's' ? time(value) : measure.unit === 'B' ? size(value) : String(+value.toPrecision(5));
  }

  /* --- equations over the parameters: + - * / ^ ( ) numbers, names, log2(x), sqrt(x), min(a, b), max(a, b) --- */

  const FUNCTIONS = {log2: Math.log2, sqrt: Math.sqrt, min: Math.min, max: Math.max, abs: Math.abs};
  function equation(source) {
    const code = (source.match(/\d+\.?\d*(e[-+]?\d+)?|[A-Za-z_]\w*|\S/gi) || []).map(token => {
      const place = parameters.findIndex(parameter => parameter.name === token);
      if (place >= 0) return `at(${place})`;
      if (data.constants[token] !== undefined) return `(${data.constants[token]})`;
      if (FUNCTIONS[token]) return `f.${token}`;
      if (/^[A-Za-z_]/.test(token)) throw new Error(`no parameter '${token}'`);
      if (!/^[-+*/^(),\d]/.test(token)) throw new Error(`'${token}' is one too many`);
      return token === '^' ? '**' : token;
    }).join(' ');
    let made;
    try { made = new Function('at', 'f', `return (${code});`); } catch { throw new Error('it ends too early, or a sign is one too many'); }
    const whole = genes => made(place => { const {number} = parameters[place].values[genes[place]]; return number === null ? genes[place] : number; }, FUNCTIONS);
    /* An axis of one parameter that has no numbers names its values. */
    const alone = parameters.findIndex(parameter => parameter.name === source.trim());
    whole.names = alone >= 0 && parameters[alone].values.some(entry => entry.number === null) ? parameters[alone].values.map(entry => entry.text) : null;
    return whole;
  }

  /* --- what is derived --- */

  /* For each x the least, the mean and the largest, in order. */
  function curves(points) {
    const groups = new Map();
    points.forEach(({x, y}) => groups.set(x, [...(groups.get(x) || []), y]));
    return [...groups].sort((a, b) => a[0] - b[0]).map(([x, ys]) =>
      ({x, min: Math.min(...ys), mean: ys.reduce((sum, y) => sum + y, 0) / ys.length, max: Math.max(...ys)}));
  }
  /* Those that no other is better than in both. */
  function front(points) {
    let best = Infinity;
    return [...points].sort((a, b) => a.x - b.x || a.y - b.y).filter(({y}) => y < best && ((best = y), true));
  }

  /* --- drawing --- */

  /* On a narrow screen a narrower picture, so that its words stay as large. */
  const WIDTH = Math.max(420, Math.min(960, globalThis.innerWidth || 960)), HEIGHT = 520, LEFT = 86, RIGHT = 24, TOP = 16, BOTTOM = 46;
  const CANVAS = {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, style: 'width:100%;max-width:1200px;max-height:65vh'};
  function svg(tag, attributes, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const key in attributes)
      if (key.startsWith('on')) made.addEventListener(key.slice(2), attributes[key]);
      else made.setAttribute(key, attributes[key]);
    for (const child of children) made.append(child);
    return made;
  }
  const COLORS = ['#2563c9', '#d6452b', '#2e9e5b', '#e39b2d', '#8b5cc8', '#2aa5b3', '#c2477f', '#7a8194'];
  /* The first values have colours of their own; of more, a row from blue to red. */
  const color = (place, of) => of <= COLORS.length ? COLORS[place] : `hsl(${220 - 220 * place / (of - 1)} 70% 50%)`;

  function scale(least, most, from, to, log) {
    if (!(most > least)) { least -= log ? least / 2 : 1; most += log ? most : 1; }
    const f = log ? Math.log : x => x, a = f(least), b = f(most);
    const place = x => from + (to - from) * (f(x) - a) / (b - a);
    place.marks = () => {
      const marks = [];
      if (log && most / least > 3) {
        for (let power = 10 ** Math.floor(Math.log10(least)); power <= most; power *= 10)
          for (const digit of most / least > 100 ? [1] : [1, 2, 5]) if (power * digit >= least * 0.999 && power * digit <= most * 1.001) marks.push(power * digit);
        return marks;
      }
      const rough = (most - least) / 8, power = 10 ** Math.floor(Math.log10(rough)), step = [1, 2, 5, 10].map(digit => digit * power).find(width => width >= rough);
      for (let at = Math.ceil(least / step) * step; at <= most * (1 + 1e-9); at += step) marks.push(+at.toPrecision(12));
      return marks;
    };
    return place;
  }
  function frame(x, y, xNames, yText) {
    const parts = [];
    (xNames ? xNames.map((name, i) => i) : x.marks()).forEach(at => parts.push(
      svg('text', {x: x(at), y: HEIGHT - BOTTOM + 20, 'text-anchor': 'middle', fill: 'var(--dim)', 'font-size': 12}, xNames ? xNames[at] : String(at))));
    y.marks().forEach((at, i, all) => parts.push(
      svg('line', {x1: LEFT, x2: WIDTH - RIGHT, y1: y(at), y2: y(at), stroke: 'var(--line)'}),
      svg('text', {x: LEFT - 8, y: y(at) + 4, 'text-anchor': 'end', fill: 'var(--dim)', 'font-size': 12}, i && yText(at) === yText(all[i - 1]) ? '' : yText(at))));
    return parts;
  }
  const line = (points, stroke, dashes) => svg('path', {fill: 'none', stroke, 'stroke-width': 2, 'stroke-dasharray': dashes || 'none',
    d: points.map(([x, y], i) => (i ? 'L' : 'M') + x.toFixed(1) + ' ' + y.toFixed(1)).join('')});

  /* The functions in which a variant differs from the first predefined one, or from the best. */
  function differences(functions) {
    const head = ['function', reference ? 'default' : 'best', 'this one', 'change', 'calls'];
    return element('table', {class: 'diff'}, element('thead', null, element('tr', null, ...head.map((title, i) => element('th', i ? null : {class: 'name'}, title)))),
      element('tbody', null, ...functions.map(([name, before, after, calls, now]) => element('tr', null, element('td', {class: 'name'}, name), element('td', null, time(before)), element('td', null, time(after)),
        element('td', {class: after > before ? 'hot' : ''}, (after > before ? '+' : '-') + time(Math.abs(after - before))), element('td', null, calls === now ? 'the same' : count(calls) + ' → ' + count(now))))));
  }
  const details = element('div', {class: 'card'});
  function pick(variant) {
    details.replaceChildren(element('b', null, show(measures[0], variant.values[0])), element('div', null, describe(variant)),
      ...measures.slice(1).map((measure, i) => element('div', {class: 'dim'}, measure.name + ' ' + show(measure, variant.values[i + 1]))),
      element('div', {class: 'dim'}, variant.runs + ' runs' + (variant.spread === null ? '' : ', spread ' + percent(variant.spread)) + (reference ? `, ${(reference.cost / variant.cost).toFixed(2)}x the default` : '')),
      variant.profile ? element('div', {class: 'dim'}, 'profile: ', element('a', {href: data.folder + '/' + variant.profile}, variant.profile)) : null,
      variant.functions.length ? differences(variant.functions) : null);
  }
  const dot = (variant, x, y, fill) => svg('circle', {cx: x.toFixed(1), cy: y.toFixed(1), r: 3.5, fill, 'fill-opacity': 0.65, style: 'cursor:pointer', onclick: () => pick(variant)},
    svg('title', {}, show(measures[0], variant.values[0]) + '\n' + describe(variant)));

  /* --- settings that the pages share --- */

  const settings = {x: parameters[0] ? parameters[0].name : '0', measure: 0, color: 0, log: true, curves: true, efficiency: 'none', second: measures.length > 1 ? 1 : 0};
  const filters = parameters.map(() => new Set());
  const kept = () => done.filter(variant => filters.every((hidden, i) => !hidden.has(variant.genes[i])));
  function choice(key, entries, redraw) {
    return element('select', {onchange: event => { settings[key] = isNaN(+event.target.value) ? event.target.value : +event.target.value; redraw(); }},
      ...entries.map(([value, name]) => element('option', {value, ...(settings[key] === value ? {selected: ''} : {})}, name)));
  }
  const box = (key, name, redraw) => element('label', null, element('input', {type: 'checkbox', ...(settings[key] ? {checked: ''} : {}), onchange: event => { settings[key] = event.target.checked; redraw(); }}), ' ' + name + ' ');
  const field = (key, name, hint, redraw) => element('label', null, name + ' ', element('input', {type: 'text', value: settings[key], placeholder: hint, size: 34, onchange: event => { settings[key] = event.target.value; redraw(); }}), ' ');
  function filterList(redraw) {
    return element('details', null, element('summary', null, 'Filters'), ...parameters.map((parameter, i) => element('div', null, element('span', {class: 'dim'}, parameter.name + ': '),
      ...parameter.values.map((value, gene) => element('label', null, element('input', {type: 'checkbox', ...(filters[i].has(gene) ? {} : {checked: ''}),
        onchange: event => { if (event.target.checked) filters[i].delete(gene); else filters[i].add(gene); redraw(); }}), ' ' + value.text + ' ')))));
  }
  const measureNames = () => measures.map((measure, i) => [i, measure.name]);

  /* --- scatter --- */

  /* Of the best at each x: strong scaling T(a) a / (T(x) x), weak scaling T(a) / T(x), a being the least x. */
  function efficiencies(line) {
    const [first] = line;
    return line.map(({x, min}) => ({x, y: settings.efficiency === 'weak' ? first.min / min : first.min * first.x / (min * x)}));
  }
  function scatter(points, x, measure) {
    const ys = points.map(point => point.y), xs = points.map(point => point.x);
    const across = scale(Math.min(...xs), Math.max(...xs), LEFT + 20, WIDTH - RIGHT - 20, false), log = settings.log && Math.min(...ys) > 0;
    const up = scale(Math.min(...ys), Math.max(...ys), HEIGHT - BOTTOM, TOP, log);
    const parts = frame(across, up, x.names, at => show(measure, at));
    points.forEach(({variant, x, y}) => parts.push(dot(variant, across(x), up(y), color(variant.genes[settings.color], parameters[settings.color].values.length))));
    if (settings.curves) {
      const lines = curves(points);
      [['min', '#2e9e5b', ''], ['mean', '#7a8194', '6 4'], ['max', '#d6452b', '']].forEach(([key, stroke, dashes]) =>
        parts.push(line(lines.map(at => [across(at.x), up(at[key])]), stroke, dashes)));
    }
    return parts;
  }
  function showScatter(page) {
    const picture = element('div'), redraw = () => { try { picture.replaceChildren(...draw()); } catch (trouble) { picture.replaceChildren(element('p', {class: 'hot'}, trouble.message)); } };
    function draw() {
      const x = equation(settings.x), measure = measures[settings.measure], chosen = kept();
      if (!chosen.length) return [element('p', {class: 'note'}, 'No variant is left: see the filters.')];
      const legend = element('p', {class: 'note'}, parameters[settings.color].name + ': ', ...parameters[settings.color].values.map((value, i, all) => element('span', {style: `color:${color(i, all.length)}`}, '● ' + value.text + '  ')),
        settings.curves ? 'Lines: least, mean (dashed) and largest.' : '');
      const points = chosen.map(variant => ({variant, x: x(variant.genes), y: variant.values[settings.measure]})).filter(point => isFinite(point.x));
      const parts = [svg('svg', CANVAS, ...scatter(points, x, measure)), legend];
      if (settings.efficiency !== 'none')
        parts.push(element('table', null, element('tbody', null, element('tr', null, element('th', null, settings.x), element('th', null, 'efficiency')),
          ...efficiencies(curves(points)).map(({x, y}) => element('tr', null, element('td', null, String(x)), element('td', null, percent(y)))))));
      return parts;
    }
    page.append(element('p', null, field('x', 'x =', 'ranks * threads', redraw), choice('measure', measureNames(), redraw),
      ' colour ', choice('color', parameters.map((parameter, i) => [i, parameter.name]), redraw), ' ', box('log', 'logarithms', redraw), box('curves', 'curves', redraw),
      ' scaling ', choice('efficiency', [['none', 'none'], ['strong', 'strong'], ['weak', 'weak']], redraw)), filterList(redraw), details, picture);
    redraw();
  }

  /* --- the other pages --- */

  function showBest(page) {
    if (!done.length) return;
    sortable(page, [...measures.map((measure, i) => ({title: measure.name, value: v => v.values[i]})), {title: 'behind', value: v => v.cost}, {title: 'over default', value: v => -v.cost},
      {title: 'spread', value: v => v.spread}, {title: 'runs', value: v => v.runs}, {title: 'variant, or what differs from the best', value: describe, name: true}], [...done], {column: measures.length, down: false},
      v => element('tr', {onclick: () => pick(v)}, ...measures.map((measure, i) => element('td', null, show(measure, v.values[i]))), element('td', null, v === done[0] ? '' : percent(v.cost / done[0].cost - 1)),
        element('td', null, reference ? (reference.cost / v.cost).toFixed(2) + 'x' : ''), element('td', {class: 'dim'}, v.spread === null ? '' : percent(v.spread)), element('td', {class: 'dim'}, String(v.runs)),
        element('td', {class: 'name'}, v === done[0] ? describe(v) : differs(v, done[0]))));
    page.prepend(details);
  }
  function showEffects(page) {
    page.append(element('p', {class: 'note'}, 'How much of the variance of the logarithms goes with a parameter, and with a pair beyond what the two do alone.'));
    sortable(page, [{title: 'of variance', value: e => e[2]}, {title: 'parameters', value: e => e[0], name: true}], data.effects.filter(e => e[2] > 0.0005), {column: 0, down: true},
      ([a, b, share]) => element('tr', null, element('td', {class: 'share'}, element('i', {style: `width:${100 * share}%`}), element('span', null, percent(share))),
        element('td', {class: 'name'}, parameters[a].name + (a === b ? '' : ' with ' + parameters[b].name))));
  }
  function showProgress(page) {
    const points = variants.filter(variant => variant.done), log = points.every(variant => variant.values[0] > 0);
    if (!points.length) return;
    const values = points.map(variant => variant.values[0]), across = scale(0, variants.length, LEFT, WIDTH - RIGHT, false), up = scale(Math.min(...values), Math.max(...values), HEIGHT - BOTTOM, TOP, log);
    let best = null;
    const steps = [];
    points.forEach(variant => { if (best) steps.push([across(variant.id), up(best.values[0])]); if (!best || variant.cost < best.cost) best = variant; steps.push([across(variant.id), up(best.values[0])]); });
    page.append(details, svg('svg', CANVAS, ...frame(across, up, null, at => show(measures[0], at)),
      ...points.map(variant => dot(variant, across(variant.id), up(variant.values[0]), '#7a8194')), line(steps, '#2563c9')),
      element('p', {class: 'note'}, 'Variants in the order in which they came into the library, and the best so far.'));
  }
  function showPareto(page) {
    const picture = element('div'), redraw = () => {
      const [a, b] = [measures[settings.measure], measures[settings.second]], sign = measure => measure.maximise ? -1 : 1;
      const points = kept().map(variant => ({variant, x: variant.values[settings.measure], y: variant.values[settings.second]}));
      if (!points.length) return;
      const xs = points.map(point => point.x), ys = points.map(point => point.y);
      const across = scale(Math.min(...xs), Math.max(...xs), LEFT + 20, WIDTH - RIGHT - 20, false), up = scale(Math.min(...ys), Math.max(...ys), HEIGHT - BOTTOM, TOP, false);
      const best = front(points.map(point => ({...point, x: sign(a) * point.x, y: sign(b) * point.y}))).map(({variant}) => variant);
      across.marks = () => [];
      picture.replaceChildren(svg('svg', CANVAS, ...frame(across, up, null, at => show(b, at)),
        ...points.map(({variant, x, y}) => dot(variant, across(x), up(y), best.includes(variant) ? '#d6452b' : '#7a8194')),
        line(best.map(variant => [across(variant.values[settings.measure]), up(variant.values[settings.second])]), '#d6452b')),
        element('table', null, element('tbody', null, ...best.map(variant => element('tr', {onclick: () => pick(variant)}, element('td', null, show(a, variant.values[settings.measure])), element('td', null, show(b, variant.values[settings.second])), element('td', {class: 'name'}, describe(variant)))))));
    };
    page.append(element('p', null, choice('measure', measureNames(), redraw), ' and ', choice('second', measureNames(), redraw)), filterList(redraw), details, picture,
      element('p', {class: 'note'}, 'Of the red ones none is beaten in both by another.'));
    redraw();
  }
  function showFailed(page) {
    const reasons = new Map();
    variants.filter(variant => variant.failed).forEach(variant => reasons.set(variant.reason, [...(reasons.get(variant.reason) || []), variant]));
    sortable(page, [{title: 'variants', value: r => r[1].length}, {title: 'reason, and the first', value: r => r[0], name: true}], [...reasons], {column: 0, down: true},
      ([reason, list]) => element('tr', null, element('td', null, count(list.length)), element('td', {class: 'name'}, reason, element('span', {class: 'place'}, describe(list[0])))));
  }

  /* --- the page --- */

  const pages = {'Scatter': showScatter, 'Best': showBest, 'What matters': showEffects, 'Progress': showProgress,
    ...(measures.length > 1 ? {'Trade-off': showPareto} : {}), ...(variants.some(variant => variant.failed) ? {'Failed': showFailed} : {})};
  const main = element('main'), buttons = {};
  function open(name) {
    for (const other in buttons) buttons[other].setAttribute('aria-selected', other === name);
    main.replaceChildren();
    pages[name](main);
  }
  for (const name in pages) buttons[name] = element('button', {role: 'tab', onclick: () => open(name)}, name);
  document.body.append(element('header', null, element('h1', null, data.name),
    element('p', null, [count(done.length) + ' variants measured', count(variants.filter(variant => variant.failed).length) + ' failed', done.length ? 'best ' + show(measures[0], done[0].values[0]) + ' at ' + describe(done[0]) : ''].filter(Boolean).join(' · ')),
    element('nav', {role: 'tablist'}, ...Object.values(buttons))), main);
  if (done.length) pick(done[0]);
  open('Scatter');
})();
