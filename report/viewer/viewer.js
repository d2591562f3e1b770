/*
 * viewer.js - shows one profile in a browser, from the JSON that cmd_html.c puts into the same page.
 *
 * Nothing is loaded and nothing is sent. Texts from the profile only ever become text nodes. Children of a
 * tree row are made when it is opened, and long tables in steps, so that large profiles open at once.
 */
'use strict';
(function () {
  const {time, count, size, percent, element, sortable} = words;
  const data = JSON.parse(document.getElementById('profile').textContent);
  const ROOT = 0, MPI = 6, CONTEXT = 8, THREAD = 9, FOLDED = 1, OPEN = 2, STOPPED = 4;
  const regions = data.regions.map(([name, file, line, kind, reason, origin, calls, inclusive, exclusive, estimates]) =>
    ({name, file, line, kind, reason, origin, calls, inclusive, exclusive, estimates, nodes: [], ...nothing()}));
  const nodes = data.nodes.map(([region, parent, flags, calls, timed, inclusive, exclusive, estimates, min, max, deviation, called, inContext,
    rankMin, rankMean, rankMax, maxRank, rank5 = 0, rank50 = 0, rank95 = 0], id) => ({id, region: regions[region], parent: null, up: parent, flags, calls, timed,
    inclusive, exclusive, estimates, weight: exclusive, min, max, deviation, called, inContext, rankMin, rankMean, rankMax, maxRank,
    rank5, rank50, rank95, contexts: [], depth: 0, children: []}));
  const over = data.several ? 'processes' : 'ranks';
  const total = nodes[0].inclusive || 1e-12, ranks = nodes[0].called, manyRanks = ranks > 1;
  const longest = nodes.reduce((most, node) => Math.max(most, node.rankMax), 1e-12); /* threads may take more than the run */
  const communicators = data.communicators.map(([name, place, ranks, size]) =>
    ({name: name || '(no name)', place, ranks: ranks ? 'ranks ' + ranks : 'several, or irregular', size, contexts: new Set(), ...nothing()}));
  let search = '';

  /* What was handed to MPI; sizes[k] messages are of less than 2^k bytes and not of less than half that. */
  function nothing() { return {used: 0, messages: 0, bytes: 0, sizes: []}; }

  /* --- what is derived --- */

  nodes.forEach((node, i) => {
    if (i === 0) return;
    node.parent = nodes[node.up];
    node.depth = node.parent.depth + 1;
    node.parent.children.push(node);
  });
  for (let i = nodes.length - 1; i > 0; i--) nodes[i].parent.weight += nodes[i].weight;
  nodes.forEach(node => {
    node.children.sort((a, b) => b.inclusive - a.inclusive);
    node.region.nodes.push(node);
  });
  data.traffic.forEach(([id, communicator, calls, messages, bytes, sizes]) => {
    const node = nodes[id], on = communicators[communicator];
    for (const sum of on ? [node.region, on] : [node.region]) {
      sum.used += calls; sum.messages += messages; sum.bytes += bytes;
      for (let i = 0; i < sizes.length; i += 2) sum.sizes[sizes[i]] = (sum.sizes[sizes[i]] || 0) + sizes[i + 1];
    }
    if (on && node.region.kind === CONTEXT) { on.contexts.add(node.region.name); node.contexts.push(on); }
  });
  const lost = node => manyRanks ? node.rankMax - node.rankMean : 0;
  const imbalance = node => node.rankMean > 0 ? node.rankMax / node.rankMean - 1 : 0;
  /* Of a node or a region: what stands before its inclusive and its exclusive time. */
  const mark = of => of.estimates & 1 ? '~' : '', ownMark = of => of.estimates & 2 ? '~' : '';

  /* --- words --- */

  const place = region => region.file ? region.file + ':' + region.line : data.kinds[region.kind] || '';
  const matches = region => search && (region.name + ' ' + region.file).toLowerCase().includes(search);

  function label(region) {
    return [element('span', {class: matches(region) ? 'found' : null}, region.name),
      element('span', {class: 'place'}, place(region) + (region.origin ? ', made by ' + region.origin : ''))];
  }
  const context = node => 'context of ' + count(node.inContext) + ' ranks' + (node.contexts.length === 1 ? ': ' + node.contexts[0].ranks : '');
  const heat = share => share >= 0.2 ? 'hot' : share >= 0.05 ? 'warm' : null;

  /* A bar for the inclusive share, the exclusive one darker within. */
  function share(inclusive, exclusive) {
    const limit = part => Math.min(100, 100 * part / total) + '%';
    return element('td', {class: 'share'}, element('i', {style: 'width:' + limit(inclusive)}),
      element('b', {style: 'width:' + limit(exclusive)}), element('span', null, percent(inclusive / total)));
  }

  const overRanks = node => `min ${time(node.rankMin)}, 5% ${time(node.rank5)}, median ${time(node.rank50)}, mean ${time(node.rankMean)}, ` +
    `95% ${time(node.rank95)}, max ${time(node.rankMax)}`;

  /* The range from min to max over ranks, darker where nine of ten are, with a mark at the mean. */
  function range(node) {
    const at = value => 100 * value / longest;
    return element('td', {class: 'range', title: overRanks(node)},
      element('u', {style: `left:${at(node.rankMin)}%;width:${Math.max(0.8, at(node.rankMax) - at(node.rankMin))}%`}),
      element('b', {style: `left:${at(node.rank5)}%;width:${Math.max(0, at(node.rank95) - at(node.rank5))}%`}),
      element('s', {style: `left:${at(node.rankMean)}%`}));
  }

  function showNotes(page) {
    const notes = manyRanks ? ['Inclusive and exclusive times are summed over the ' + (data.several ? 'processes' : 'ranks') + '.', ...data.notes] : data.notes;
    page.append(...notes.map(note => element('p', {class: 'note'}, note)));
  }

  /* --- call tree --- */

  const treeHead = () => element('tr', null, element('th', null, 'of total'), element('th', null, 'inclusive'), element('th', null, 'exclusive'),
    element('th', null, 'calls'), element('th', null, 'per call'),
    ...(manyRanks ? ['max over ' + over, data.several ? '' : 'rank', 'min, mean, max over ' + over].map(text => element('th', null, text)) : []),
    element('th', {class: 'name'}, 'call path'));

  function treeRow(node, body) {
    const twist = element('span', {class: 'twist'});
    const row = element('tr', {tabindex: -1}, share(node.inclusive, node.exclusive), element('td', null, mark(node) + time(node.inclusive)),
      element('td', {class: heat(node.exclusive / total)}, ownMark(node) + time(node.exclusive)), element('td', null, node.depth ? count(node.calls) : ''),
      element('td', null, node.depth && node.calls ? mark(node) + time(node.inclusive / node.calls) : ''),
      ...(manyRanks ? [element('td', null, mark(node) + time(node.rankMax)), element('td', {class: 'dim'}, data.several ? '' : String(node.maxRank)), range(node)] : []),
      element('td', {class: 'name', style: `padding-left:${10 + 18 * node.depth}px`}, twist, ...label(node.region),
        node.region.kind === CONTEXT ? element('span', {class: 'tag'}, context(node)) : null,
        node.flags & FOLDED ? element('span', {class: 'tag'}, 'recursive') : null,
        node.flags & OPEN ? element('span', {class: 'tag'}, 'open at the end') : null,
        node.flags & STOPPED ? element('span', {class: 'tag'}, 'stopped') : null));
    let rows = null;
    function close() {
      if (rows) rows.forEach(child => { child.close(); child.remove(); });
      rows = null; show();
    }
    function open() {
      if (rows || !node.children.length) return;
      let last = row;
      rows = node.children.map(child => { const made = treeRow(child, body); last.after(made); last = made; return made; });
      show();
    }
    function show() { twist.textContent = node.children.length ? (rows ? '▾' : '▸') : ''; }
    twist.addEventListener('click', () => rows ? close() : open());
    row.addEventListener('dblclick', () => rows ? close() : open());
    row.addEventListener('keydown', event => {
      const next = {ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling}[event.key];
      if (next) next.focus();
      if (event.key === 'ArrowRight') open();
      if (event.key === 'ArrowLeft') close();
      if (event.key.startsWith('Arrow')) event.preventDefault();
    });
    row.close = close; row.open = open; row.node = node; row.childRows = () => rows || [];
    show();
    return row;
  }

  /* Opens what matters: the hot paths, or the paths to what is searched for. */
  function openRows(row, wanted) {
    if (!wanted(row.node)) return;
    row.open();
    row.childRows().forEach(child => openRows(child, wanted));
  }
  function showTree(page) {
    const body = element('tbody'), row = treeRow(nodes[0], body);
    page.append(element('table', null, element('thead', null, treeHead()), body));
    body.append(row);
    if (search) {
      const wanted = new Set();
      nodes.forEach(node => { if (matches(node.region)) for (let up = node.parent; up && !wanted.has(up); up = up.parent) wanted.add(up); });
      let budget = 2000;
      openRows(row, node => wanted.has(node) && budget-- > 0);
    } else {
      let budget = 60;
      openRows(row, node => node.inclusive >= 0.04 * total && (budget -= node.children.length) > 0);
    }
    row.setAttribute('tabindex', 0);
    showNotes(page);
  }

  /* --- flame graph --- */

  const tip = element('div', {class: 'tip', hidden: ''});
  let zoomed = nodes[0];
  function describe(node) {
    return `${node.region.name}\n${place(node.region)}\n${mark(node)}${time(node.inclusive)} inclusive (${percent(node.inclusive / total)}), ` +
      `${ownMark(node)}${time(node.exclusive)} exclusive\n${count(node.calls)} calls` +
      (manyRanks ? `\n${overRanks(node)}` + (data.several ? '' : ` on rank ${node.maxRank}`) : '');
  }
  function color(node) {
    let hash = 0;
    for (const letter of node.region.name) hash = (hash * 31 + letter.charCodeAt(0)) % 997;
    const hue = node.region.kind === MPI ? 205 + hash % 20 : node.region.kind === THREAD ? 140 : 14 + hash % 42;
    return `hsl(${hue} 78% ${node.depth ? 66 + hash % 9 : 84}%)`;
  }
  function showFlame(page) {
    const HEIGHT = 22, width = Math.max(300, page.clientWidth - 48), box = element('div', {class: 'flame'});
    let deepest = 0;
    function put(node, left, size, level, faded) {
      if (size < 1.5) return;
      deepest = Math.max(deepest, level);
      box.append(element('div', {
        class: faded ? 'faded' : null, style: `left:${left}px;width:${size}px;top:${level * HEIGHT}px;background:${matches(node.region) ? 'hsl(290 75% 74%)' : color(node)}` + (size > 26 ? '' : ';padding:0'),
        onclick: () => { zoomed = node; show('Flame graph'); },
        onmousemove: event => { tip.hidden = false; tip.textContent = describe(node);
          tip.style.left = Math.min(event.clientX + 14, innerWidth - 470) + 'px'; tip.style.top = event.clientY + 18 + 'px'; },
        onmouseleave: () => { tip.hidden = true; }}, size > 26 ? node.region.name : ''));
    }
    const above = [];
    for (let up = zoomed.parent; up; up = up.parent) above.unshift(up);
    above.forEach((node, level) => put(node, 0, width, level, true));
    const stack = [[zoomed, 0, width, above.length]];
    while (stack.length) {
      const [node, left, size, level] = stack.pop();
      put(node, left, size, level, false);
      let at = left;
      for (const child of node.children) {
        const part = node.weight > 0 ? size * child.weight / node.weight : 0;
        if (part >= 1.5) stack.push([child, at, part, level + 1]);
        at += part;
      }
    }
    box.style.height = (deepest + 1) * HEIGHT + 'px';
    page.append(box, element('p', {class: 'note'}, 'Width is time, summed over ranks and threads; a click shows one path in full width, a click on what is above it goes back. ' +
      'Blue is MPI, green are threads.'));
  }

  /* --- functions --- */

  function showFunctions(page) {
    const rows = regions.filter(region => region.calls && region.kind !== ROOT && (!search || matches(region)));
    sortable(page, [{title: 'of total', value: r => r.exclusive}, {title: 'exclusive', value: r => r.exclusive}, {title: 'inclusive', value: r => r.inclusive},
      {title: 'calls', value: r => r.calls}, {title: 'per call', value: r => r.inclusive / r.calls}, {title: 'call paths', value: r => r.nodes.length},
      {title: 'region', value: r => r.name, name: true}], rows, {column: 1, down: true}, region => element('tr', null, share(region.exclusive, region.exclusive), element('td', {class: heat(region.exclusive / total)}, ownMark(region) + time(region.exclusive)),
      element('td', null, mark(region) + time(region.inclusive)), element('td', null, count(region.calls)), element('td', null, mark(region) + time(region.inclusive / region.calls)),
      element('td', {class: 'dim'}, count(region.nodes.length)), element('td', {class: 'name'}, ...label(region))));
    showNotes(page);
  }

  /* --- ranks --- */

  function path(node) {
    const names = [];
    for (let up = node; up.parent; up = up.parent) names.unshift(up.region.name);
    return names.join(' › ');
  }
  function perRank(node) {
    const times = new Map();
    data.rows.forEach(([id, location, , inclusive]) => {
      if (id !== node.id) return;
      const rank = data.locations[location][0];
      times.set(rank, (times.get(rank) || 0) + inclusive);
    });
    return [...times].sort((a, b) => a[0] - b[0]);
  }
  function showRanks(page) {
    const strip = element('div');
    function pick(node) {
      const times = perRank(node), most = Math.max(...times.map(([, value]) => value), 1e-15);
      strip.replaceChildren(element('h2', null, path(node) || 'whole run'), element('div', {class: 'strip'},
        ...times.map(([rank, value]) => element('i', {style: `height:${100 * value / most}%`, title: `rank ${rank}: ${time(value)}`}))));
    }
    page.append(element('p', {class: 'note'}, 'Time lost is the largest less the mean over the ranks: what would be won if all took the same. ' +
      'Imbalance is largest / mean - 1. 5%, half and 95% of the ranks take no longer than what stands below these. ' +
      'The ranks are those of the context around; one that could have been there and was not counts as zero.'), strip);
    if (data.rows.length) pick(nodes[0]);
    const rows = nodes.filter(node => node.parent && (!search || matches(node.region)));
    sortable(page, [{title: 'time lost', value: lost}, {title: 'imbalance', value: imbalance}, {title: 'min', value: n => n.rankMin}, {title: '5%', value: n => n.rank5}, {title: 'median', value: n => n.rank50},
      {title: 'mean', value: n => n.rankMean}, {title: '95%', value: n => n.rank95}, {title: 'max', value: n => n.rankMax}, {title: 'on rank', value: n => n.maxRank}, {title: 'ranks', value: n => n.called}, {title: 'min, mean, max', value: n => n.rankMax},
      {title: 'call path', value: path, name: true}], rows, {column: 0, down: true}, node => element('tr', {onclick: data.rows.length ? () => pick(node) : null},
      element('td', {class: heat(lost(node) / nodes[0].rankMax)}, mark(node) + time(lost(node))), element('td', null, percent(imbalance(node))), element('td', null, mark(node) + time(node.rankMin)),
      element('td', null, mark(node) + time(node.rank5)), element('td', null, mark(node) + time(node.rank50)), element('td', null, mark(node) + time(node.rankMean)), element('td', null, mark(node) + time(node.rank95)), element('td', null, mark(node) + time(node.rankMax)), element('td', {class: 'dim'}, String(node.maxRank)),
      element('td', {class: 'dim'}, node.called + ' of ' + node.inContext), range(node), element('td', {class: 'name'}, path(node))));
  }

  /* --- what was handed to MPI --- */

  /* The power of two that so many of the messages stay below. */
  function below(sum, part) {
    let seen = 0;
    for (let k = 0; k < sum.sizes.length; k++) if ((seen += sum.sizes[k] || 0) >= part * sum.messages) return Math.pow(2, k);
    return 0;
  }
  function showMpi(page) {
    const sent = (sum, value) => element('td', null, sum.messages ? value(sum) : '');
    const traffic = [{title: 'messages', value: s => s.messages}, {title: 'bytes', value: s => s.bytes}];
    const cells = sum => [sent(sum, s => count(s.messages)), sent(sum, s => size(s.bytes))];
    sortable(page, [{title: 'of total', value: r => r.inclusive}, {title: 'time', value: r => r.inclusive}, {title: 'calls', value: r => r.calls},
      {title: 'per call', value: r => r.inclusive / r.calls}, ...traffic, {title: 'mean size', value: r => r.bytes / (r.messages || 1)}, {title: 'half below', value: r => below(r, 0.5)},
      {title: '95% below', value: r => below(r, 0.95)}, {title: 'function', value: r => r.name, name: true}],
      regions.filter(r => r.kind === MPI && r.calls && (!search || matches(r))), {column: 1, down: true}, r => element('tr', null, share(r.inclusive, r.inclusive),
      element('td', {class: heat(r.inclusive / total)}, mark(r) + time(r.inclusive)), element('td', null, count(r.calls)), element('td', null, mark(r) + time(r.inclusive / r.calls)),
      ...cells(r), sent(r, s => size(s.bytes / s.messages)), sent(r, s => size(below(s, 0.5))), sent(r, s => size(below(s, 0.95))), element('td', {class: 'name'}, r.name)));
    if (!communicators.length) return;
    page.append(element('h2', null, 'Communicators'));
    sortable(page, [{title: 'ranks', value: c => c.size}, {title: 'calls', value: c => c.used}, ...traffic, {title: 'communicator', value: c => c.name, name: true}],
      [...communicators], {column: 1, down: true}, c => element('tr', null, element('td', null, count(c.size)), element('td', null, count(c.used)), ...cells(c),
      element('td', {class: 'name'}, c.name, element('span', {class: 'place'}, c.ranks + (c.place ? ', ' + c.place : '')),
        ...[...c.contexts].map(name => element('span', {class: 'tag'}, 'context ' + name)))));
    page.append(element('p', {class: 'note'}, 'Counted is what a rank gives away: sends, puts into windows, contributes to collective calls or writes to files.'));
  }

  /* --- coverage --- */

  function showCoverage(page) {
    const seen = new Map();
    regions.filter(region => region.kind === 1).forEach(region => {
      const key = JSON.stringify([region.name, region.file, region.line]), known = seen.get(key);
      if (!known) seen.set(key, {...region, partly: ''});
      else if (!known.reason && region.reason) known.partly = region.reason;
    });
    const all = [...seen.values()], alone = all.filter(r => r.reason), called = all.filter(r => !r.reason && r.calls);
    const never = all.length - alone.length - called.length, card = (number, text, style) =>
      element('div', {class: 'card'}, element('b', {class: style}, number), element('span', {class: 'dim'}, text));
    page.append(element('div', {class: 'cards'}, card(all.length ? percent(1 - alone.length / all.length) : '100%', 'instrumented', alone.length ? 'warm' : 'good'),
      card(count(all.length), 'functions'), card(count(called.length), 'called'), card(count(never), 'never called'), card(count(alone.length), 'not instrumented', alone.length ? 'hot' : null)),
      element('div', {class: 'meter'}, element('i', {style: `flex:${called.length};background:var(--good)`}), element('i', {style: `flex:${never};background:var(--bar)`}),
        element('i', {style: `flex:${alone.length};background:var(--hot)`})));
    const status = r => r.reason ? 'not instrumented' : r.calls ? 'called' : 'never called';
    sortable(page, [{title: 'status', value: status}, {title: 'calls', value: r => r.calls}, {title: 'why', value: r => r.reason || r.partly},
      {title: 'function', value: r => r.name, name: true}], all.filter(r => !search || matches(r)), {column: 0, down: true}, r => element('tr', null,
      element('td', {class: r.reason ? 'hot' : r.calls ? 'good' : 'dim'}, status(r)), element('td', null, r.calls ? count(r.calls) : ''),
      element('td', {class: 'dim'}, r.reason || (r.partly ? 'in some units: ' + r.partly : '')), element('td', {class: 'name'}, ...label(r))));
  }

  function showAbout(page) {
    const list = pairs => element('table', null, element('tbody', null, ...Object.keys(pairs).map(key =>
      element('tr', null, element('td', {style: 'text-align:left', class: 'dim'}, key), element('td', {class: 'name'}, String(pairs[key]))))));
    page.append(element('h2', null, 'What the profile says about itself'), list(data.meta));
    if (Object.keys(data.tallies).length)
      page.append(element('h2', null, 'Counted rather than dropped silently'), list(data.tallies));
  }

  /* --- the page --- */

  const pages = {'Call tree': showTree, 'Flame graph': showFlame, 'Functions': showFunctions,
    ...(manyRanks && !data.several ? {'Ranks': showRanks} : {}), ...(regions.some(r => r.kind === MPI && r.calls) ? {'MPI': showMpi} : {}), 'Coverage': showCoverage, 'About': showAbout};
  const main = element('main'), buttons = {};
  let current = 'Call tree';
  function show(name) {
    current = name;
    tip.hidden = true;
    for (const other in buttons) buttons[other].setAttribute('aria-selected', other === name);
    main.replaceChildren();
    pages[name](main);
    if (location.hash.slice(1) !== encodeURIComponent(name)) history.replaceState(null, '', '#' + encodeURIComponent(name));
  }
  const calls = nodes.slice(1).reduce((sum, node) => sum + node.calls, 0);
  const input = element('input', {type: 'search', placeholder: 'search functions and files', oninput: () => { search = input.value.trim().toLowerCase(); show(current); }});
  for (const name in pages) buttons[name] = element('button', {role: 'tab', onclick: () => show(name)}, name);
  document.body.append(element('header', null, element('h1', {title: data.meta.program}, data.title),
    element('p', null, [data.members, data.meta.threads > 1 ? data.meta.threads + ' threads' : '', time(nodes[0].rankMax),
      count(calls) + ' calls', count(nodes.length - 1) + ' paths', data.meta.start || '', data.meta.host || ''].filter(Boolean).join(' · ')),
    element('nav', {role: 'tablist'}, ...Object.values(buttons), input)), main, tip);
  addEventListener('resize', () => { if (current === 'Flame graph') show(current); });
  const asked = decodeURIComponent(location.hash.slice(1));
  show(pages[asked] ? asked : 'Call tree');
})();
