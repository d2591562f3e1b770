"""rules_figures.py - rules of the figures in records (--json, --csv), exports and the page's data: one base, what lies between what,
and that the same quantity is the same number wherever it is said."""
import collections
import math
import traceback
import unicodedata

import page_data
import read
from truth import KINDS, STARTUP, seen


def key_of(row):
    return row['name'], row['file'], row.get('line', 0), row['kind']


class Figures:
    def __init__(self, check, name, reader, truth):
        self.check, self.name, self.reader, self.truth = check, name, reader, truth
        self.of_path = {truth.path(i): i for i in range(len(truth.nodes))}
        self.regions = collections.defaultdict(list) # by key: the numbers
        for i, region in enumerate(truth.regions):
            self.regions[region.name, region.file, region.line, read_kind(truth, i)].append(i)
        self.tree, self.flat = self.paths(), self.functions()
        self.rows = reader.rows('tree --by=rank')
        self.node = {row['node']: row for row in self.tree}
        self.total = self.tree[0]['inclusive_s']
        self.whole = self.reader.whole(self.total)
        self.own = collections.Counter() # by name, over the paths
        for row in self.tree:
            self.own[row['name']] += row['exclusive_s']
        self.several = 'runs' in truth.meta or 'processes' in truth.meta
        self.complete = self.has_all_rows()

    def paths(self, *options):
        """The rows of `tree`. One that is not `seen` has no times; here it has those of the file, so that sums can be checked."""
        rows = [dict(row, seen=row['inclusive_s'] is not None) for row in self.reader.rows('tree', *options)]
        node = {row['node']: row for row in rows}
        truth, raw = self.truth, '--raw' in options
        for row in rows:
            if not row['seen']:
                i = self.of_path[path_of(row, node)]
                below = [k for k, child in enumerate(truth.nodes) if child.parent == i and not truth.beside(k)] if raw else []
                row['inclusive_s'] = max(truth.nodes[i].sum if raw else truth.inside[i], 0) * 1e-12
                row['exclusive_s'] = max(truth.nodes[i].sum - sum(truth.nodes[k].sum for k in below) if raw else truth.exclusive[i], 0) * 1e-12
        return rows

    def functions(self):
        """The rows of `flat` likewise."""
        rows = [dict(row, seen=row['inclusive_s'] is not None, own_seen=row['exclusive_s'] is not None) for row in self.reader.rows('flat')]
        for row in rows:
            regions = self.regions_of(row)
            if not row['seen']:
                row['inclusive_s'] = sum(max(self.truth.inclusive_of_region[i], 0) for i in regions) * 1e-12
            if not row['own_seen']:
                row['exclusive_s'] = sum(max(self.truth.own_of_region[i], 0) for i in regions) * 1e-12
        return rows

    def regions_of(self, row):
        return self.regions.get(key_of(row), [])

    def has_all_rows(self):
        ranks = collections.defaultdict(set)
        for row in self.rows:
            ranks[row['node']].add((row['pid'], row['rank'], row['host']) if self.several else row['rank'])
        return bool(self.rows) and all(len(ranks[row['node']]) == row['ranks'] for row in self.tree) and 'short children' not in str(
            self.reader.record('tree')['counters'])

    def hold(self, rule, right, *words):
        return self.check.hold(rule, self.name, right, *words)

    def same(self, rule, got, wanted, *words, near=1e-9):
        return self.check.same(rule, self.name, got, wanted, *words, near=near)

    # --- 1: one base ---

    def base(self):
        truth = self.truth
        clamped = sum(-min(own, 0) for own in truth.exclusive) * 1e-12
        self.same('base: the root is all', self.total, sum(row['exclusive_s'] for row in self.tree), 'root and sum of exclusive')
        self.hold('base: as the file says', abs(self.total - truth.base * 1e-12) <= 2 * clamped + 1e-9 + 1e-9 * self.total,
                  'root', self.total, 'not', truth.base * 1e-12, f'(+- {2 * clamped:g})')
        for row in self.tree:
            self.hold('base: no part above the whole', row['exclusive_s'] <= self.total * (1 + 1e-9) + 1e-11, row['path'],
                      row['exclusive_s'], 'of', self.total)
        for key, own in self.flat_own().items():
            wanted = sum(max(self.truth.own_of_region[i], 0) for i, region in enumerate(self.truth.regions)
                         if (region.name, region.file) == key[:2] and key[3] == read_kind(self.truth, i)
                         and region.line == key[2]) * 1e-12
            self.hold('base: own times as the file says', abs(own - wanted) <= 2 * clamped + 1e-9 * self.total + 1e-10, key, own,
                      'not', wanted)

        inclusive, shown = collections.Counter(), collections.Counter()
        for i, region in enumerate(self.truth.regions):
            inclusive[region.name, region.file, region.line, read_kind(self.truth, i)] += self.truth.inclusive_of_region[i] * 1e-12
        for row in self.flat:
            shown[key_of(row)] += row['inclusive_s']
        for key, seconds in shown.items():
            self.hold('base: inclusive times as the file says', abs(seconds - inclusive[key]) <= 2 * clamped + 1e-9 * self.total + 1e-10,
                      key, seconds, 'not', inclusive[key])

    def flat_own(self):
        own = collections.Counter()
        for row in self.flat:
            own[key_of(row)] += row['exclusive_s']
        return own

    def startup(self):
        """What stands outside the base is a row of nothing but traces."""
        for command in 'tree', 'flat', 'flat --by=mpi', 'tree --by=rank', 'waiting --by=work', 'flat --by=communicator', 'tree --bottom-up', 'tree --by=group', 'diff --scale':
            words = command.split()
            for row in self.reader.rows(words[0], *words[1:]):
                names = {row.get('name'), row.get('region')}
                self.hold('base: no row outside it', not names & STARTUP, command, names & STARTUP)

    # --- 2: least, mean and most over ranks ---

    def between(self):
        shown = [('tree', self.tree, 'rank_{}_s'), ('imbalance', self.reader.rows('waiting --by=work'), 'rank_{}_s'),
                 ('imbalance', self.reader.rows('waiting --by=work'), 'work_{}_s'), ('flat', self.flat, 'rank_exclusive_{}_s'),
                 ('bottom-up', self.reader.rows('tree', '--bottom-up'), 'rank_{}_s')]
        shown += [('metrics', self.reader.rows('flat --by=metric'), 'rank_{}')]
        for where, rows, form in shown:
            for row in rows:
                least, mean, most = (row[form.format(word)] for word in ('min', 'mean', 'max'))
                if mean is None or most is None:
                    continue
                self.hold('ranks: min <= mean <= max', least - 1e-11 <= mean * (1 + 1e-9) + 1e-11 and mean <= most * (1 + 1e-9) + 1e-11,
                          where, form, row.get('path', row.get('name')), least, mean, most)
        numbers = {row['pid'] if self.several else row['rank'] for row in self.rows}
        for row in self.tree:
            if numbers and self.complete and row['calls'] and row['seen'] and not self.several:
                self.hold('ranks: the rank exists', row['rank_of_max'] in numbers, row['path'], row['rank_of_max'])

    def absent(self):
        """A rank that never came counts as zero."""
        imbalance = {row['node']: row for row in self.reader.rows('waiting --by=work')}
        for row in self.tree:
            if row['ranks'] < row['context_ranks'] and row['seen']:
                self.same('ranks: zero where none came', row['rank_min_s'], 0, 'tree', row['path'])
                if row['node'] in imbalance:
                    self.same('ranks: zero where none came', imbalance[row['node']]['rank_min_s'], 0, 'imbalance', row['path'])
            if row['node'] in imbalance:
                other = imbalance[row['node']]
                for word in 'min', 'mean', 'max':
                    self.same('ranks: one figure', other[f'rank_{word}_s'], row[f'rank_{word}_s'], 'imbalance', word, row['path'])
        came, numbers = collections.Counter(), {row['rank'] for row in self.rows}
        for row in self.rows:
            came[key_of(self.node[row['node']]), row['rank']] += row['calls']
        for row in self.flat:
            if row['rank_calls_max'] is None or self.several:
                continue
            calls = [came[key_of(row), rank] for rank in numbers]
            if self.complete:
                self.same('ranks: least and most calls', row['rank_calls_min'], min(calls), 'least of', row['name'])
                self.same('ranks: least and most calls', row['rank_calls_max'], max(calls), 'most of', row['name'])
            if self.complete and row['seen'] and not min(calls):
                self.same('ranks: zero where none came', row['rank_inclusive_min_s'], 0, 'flat: inclusive of', row['name'])
        if not self.complete or self.several:
            return
        sums = collections.Counter()
        for row in self.rows:
            sums[row['node']] += row['inclusive_s'] or 0
        for row in filter(lambda row: row['seen'], self.tree):
            got = row['rank_mean_s'] * row['context_ranks'] # rows don't go below zero, and are whole picoseconds
            self.hold('ranks: mean by ranks is the sum', abs(got - sums[row['node']]) <= 1e-6 * got + 1e-8, row['path'], got, 'not',
                      sums[row['node']])

    def waiting(self):
        """What ranks spent in a call of MPI beyond the one that spent least there; and the work, which is outside MPI."""
        if not self.complete or self.several:
            return
        took, own = collections.Counter(), collections.Counter()
        for row in self.rows:
            node, seconds = self.node[row['node']], row['inclusive_s'] or 0
            took[row['node'], row['rank']] += seconds
            own[row['node'], row['rank']] += seconds if node['kind'] not in ('mpi', 'wait') else 0
            if node['parent'] is not None and node['kind'] != 'thread' and self.node[node['parent']]['kind'] not in ('mpi', 'wait'):
                own[node['parent'], row['rank']] -= seconds
        work = collections.Counter(own)
        for number in sorted(self.node, reverse=True): # a child has a larger number
            node = self.node[number]
            for rank in {row['rank'] for row in self.rows} if node['parent'] is not None and node['kind'] not in ('thread', 'mpi', 'wait') else ():
                work[node['parent'], rank] += work[number, rank]
        ranks = sorted({row['rank'] for row in self.rows})
        ready = sum(row['waiting_s'] for row in self.reader.rows('waiting --by=kernel') if row['by'] == 'processor') # is no work
        for row in self.reader.rows('waiting --by=work'):
            if row['kind'] == 'mpi':
                times = [took[row['node'], rank] for rank in ranks if (row['node'], rank) in took]
                excess = sum(time - min(times) for time in times)
                self.hold('ranks: excess', abs(row['excess_s'] - excess) <= 1e-6 * sum(times) + 1e-8, row['path'], row['excess_s'], 'not', excess)
            elif row['work_max_s'] is not None:
                most = max(max(work[row['node'], rank], 0) for rank in ranks)
                near = 1e-4 * self.total + 1e-8
                self.hold('ranks: work', -near <= most - row['work_max_s'] <= ready + near, row['path'], row['work_max_s'], 'not', most)
                mean = sum(max(work[row['node'], rank], 0) for rank in ranks) / row['ranks_in_context']
                self.hold('ranks: work', -near <= mean - row['work_mean_s'] <= ready + near, row['path'], row['work_mean_s'], 'not', mean,
                          'in the mean')

    # --- 3: sums ---

    def calls_and_means(self):
        for where in 'tree', 'flat', 'mpi':
            for row in self.reader.rows(where):
                if row['calls'] and row['inclusive_s'] is not None:
                    self.same('sums: calls x mean', row['calls'] * row['mean_s'], row['inclusive_s'], where, row['name'])
        counted, called, of_ranks = collections.Counter(), collections.Counter(), collections.Counter()
        for i, region in enumerate(self.truth.regions):
            if region.name not in STARTUP:
                counted[region.name, region.file, region.line, read_kind(self.truth, i)] += self.truth.calls_of_region[i]
        for row in self.tree:
            called[key_of(row)] += row['calls']
        for row in self.rows:
            of_ranks[key_of(self.node[row['node']])] += row['calls']
        for key, count in called.items():
            if key[3] != 'root':
                self.same('sums: calls', count, counted[key], 'tree', key)
                self.same('sums: calls', of_ranks[key], counted[key], 'ranks', key) if self.complete else None

    def below(self):
        """Children take no more than their parent: altogether, and on each rank and thread."""
        for what, option in (('tree', ()), ('tree --raw', ('--raw',))):
            inner = collections.Counter()
            rows = self.paths(*option)
            node = {row['node']: row for row in rows}
            for row in rows:
                if row['parent'] is not None and row['kind'] != 'thread':
                    inner[row['parent']] += row['inclusive_s']
            for number, seconds in inner.items():
                row = node[number]
                self.hold('sums: children <= parent', seconds <= row['inclusive_s'] * (1 + 1e-6) + 1e-9 * len(rows), what,
                          row['path'], seconds, '>', row['inclusive_s'])
                if row['parent'] is not None and row['seen'] and not row['inclusive_estimated']:
                    self.same('sums: exclusive', row['exclusive_s'], max(row['inclusive_s'] - seconds, 0), what, row['path'], near=1e-6)
        inner, own = collections.Counter(), {}
        for row in filter(lambda row: self.node[row['node']]['seen'], self.rows):
            own[row['node'], row['rank'], row['pid'], row['thread']] = row['inclusive_s']
            above = self.node[row['node']]
            if above['parent'] is not None and above['kind'] != 'thread':
                inner[above['parent'], row['rank'], row['pid'], row['thread']] += row['inclusive_s']
        for place, seconds in inner.items():
            if place[0] and place in own and not self.node[place[0]]['exclusive_estimated']:
                self.hold('sums: children <= parent on a rank', seconds <= own[place] * (1 + 1e-6) + 1e-8, place,
                          self.node[place[0]]['path'], seconds, '>', own[place])

    def parts(self):
        """By function, by path, by file, from the functions up: the same total."""
        own = collections.Counter()
        for row in self.tree:
            own[key_of(row)] += row['exclusive_s']
        for row in self.flat:
            self.same('sums: flat is the sum of paths', row['exclusive_s'], own[key_of(row)], key_of(row), near=1e-6)
        listed = {key_of(row) for row in self.flat}
        for key, seconds in own.items():
            self.hold('sums: flat has all', key in listed or seconds < 1e-9 or key[3] == 'root', key, seconds)
        for by in 'file', 'directory', 'group':
            rows = self.reader.rows('tree', f'--by={by}')
            self.same('sums: one total', rows[0]['inclusive_s'], self.total, f'--by={by}')
            calls = sum(row['calls'] for row in rows if row['kind'] not in ('other', 'root'))
            self.same('sums: calls', calls, sum(row['calls'] for row in self.flat), f'--by={by}') if by == 'file' else None
        rows = self.reader.rows('tree', '--bottom-up')
        self.same('sums: one total', rows[0]['inclusive_s'], self.total, '--bottom-up')
        up = collections.Counter()
        for row in rows:
            if row['depth'] == 1 and row['inclusive_s'] is not None:
                up[key_of(row)] += row['inclusive_s']
        for key, seconds in up.items():
            self.same('same: bottom-up', seconds, own[key], key, near=1e-6)

    def ranks_apart(self):
        """Each rank and each thread alone: together they are the whole."""
        if not self.complete or self.several:
            return
        for word, column in ('rank', 'rank'), ('thread', 'thread'):
            numbers = sorted({row[column] for row in self.rows})
            total, calls = 0, 0
            for number in numbers:
                rows = self.reader.rows('tree', f'--{word}={number}')
                total += rows[0]['inclusive_s'] if rows else 0
                calls += sum(row['calls'] for row in rows)
            self.same('sums: one total', total, self.total, f'over --{word}', near=1e-4)
            self.same('sums: calls', calls, sum(row['calls'] for row in self.tree), f'over --{word}')

    def metrics(self):
        for metric in self.reader.rows('flat --by=metric'):
            key = metric['key']
            if metric['rule'] != 'sum':
                for row in self.reader.rows('tree', f'--metric={key}') + self.reader.rows('flat', f'--metric={key}'):
                    values = [row[f'metric_{key}_{word}'] for word in ('inclusive', 'exclusive', 'rank_min')]
                    self.hold('ranks: a high-water mark is absent, not 0', 0 not in values, row['name'], key, values)
                continue
            paths, functions = (self.reader.rows(where, f'--metric={key}') for where in ('tree', 'flat'))
            column = f'metric_{key}_exclusive'
            self.same('sums: metrics', sum(row[column] for row in paths), metric['total'], 'tree', key)
            self.same('sums: metrics', sum(row[column] for row in functions), metric['total'] - paths[0][column], 'flat', key)
            self.same('sums: metrics', paths[0][f'metric_{key}_inclusive'], metric['total'], 'root', key)

    def marks(self):
        """A time is estimated where looks tell it, or calls were not timed; an own time also where one of a child on the same thread is."""
        truth, whole, own = self.truth, set(), set()
        for i, node in enumerate(truth.nodes):
            if node.error2 > 0 or (node.timed < node.calls and not node.flags & 1):
                whole.add(truth.path(i))
                own.update((truth.path(i), truth.path(node.parent)) if i and not truth.beside(i) else (truth.path(i),))
        for row in self.tree:
            path = self.path(row)
            self.hold('marks: as the file says', bool(row['inclusive_estimated']) == (path in whole), row['path'], 'inclusive')
            self.hold('marks: as the file says', bool(row['exclusive_estimated']) == (path in own), row['path'], 'exclusive')

    def unseen(self):
        """What is below what was seen, by the file, has no time in any record; all else has one."""
        hidden = {row['node']: not row['seen'] for row in self.tree}
        for row in self.tree:
            self.hold('seen: as the file says', row['seen'] != self.truth.unseen(self.of_path[self.path(row)]), row['path'])
        shown = [(where, row, [key for key in row if key.endswith('_s')], hidden[row['node']]) for where in ('tree', 'ranks', 'imbalance')
                 for row in self.reader.rows(where)]
        for where, row, keys, unseen in shown:
            self.hold('seen: words, not a number', not unseen or all(row[key] is None for key in keys), where, row['path'])
            known = [key for key in keys if key in ('inclusive_s', 'rank_mean_s', 'exclusive_s')]
            self.hold('seen: words, not a number', unseen or all(row[key] is not None for key in known), where, row['path'], known)
        truth, alone = self.truth, collections.Counter(key_of(row) for row in self.flat)
        for row in self.flat:
            if alone[key_of(row)] > 1 or len(self.regions_of(row)) > 1:
                continue
            region, = self.regions_of(row)
            self.hold('seen: as the file says', row['seen'] == seen(truth.inclusive_of_region[region], truth.error2_of_region[region]),
                      'flat', row['name'])
            self.hold('seen: as the file says', row['own_seen'] == seen(truth.own_of_region[region], truth.own_error2_of_region[region]),
                      'flat', row['name'], 'own')

    def path(self, row):
        return path_of(row, self.node)

    # --- the same figure everywhere ---

    def views(self):
        flat = self.reader.rows('flat')
        own = {(row['name'], row['kind']): row for row in flat}
        by = {(row['name'], row['file'], row['kind']): row for row in flat}
        for row in self.reader.rows('flat --by=mpi'):
            other = own.get((row['name'], 'mpi'))
            if self.hold('same: mpi', other is not None, row['name'], 'is not in flat'):
                self.same('same: mpi', row['inclusive_s'], other['inclusive_s'], row['name'])
                self.same('same: mpi', row['calls'], other['calls'], row['name'])
        file = self.reader.files[0]
        alone = collections.Counter((row['name'], row['file'], row['kind']) for row in self.flat)
        for row in self.reader.rows('diff', files=[file, file]):
            other = by.get((row['name'], row['file'], row['kind']))
            if other is None:
                self.hold('same: diff', row['kind'] == 'root' or (row['exclusive_after_s'] or 0) < 1e-9, row['name'], 'is not in flat')
                continue
            if alone[row['name'], row['file'], row['kind']] == 1:
                for side in 'before', 'after':
                    self.same('same: diff', row[f'exclusive_{side}_s'], other['exclusive_s'], side, row['name'])
                    self.same('same: diff', row[f'inclusive_{side}_s'], other['inclusive_s'], side, row['name'])
            self.hold('same: diff', not row['beyond_noise'], row['name'], 'differs from itself')
        for where in 'summary', 'tree', 'flat', 'tree --by=rank', 'waiting --by=work', 'flat --by=mpi':
            cells = [list(row.values()) for row in read.csv_rows(self.reader.ask(where, '--csv') or '')]
            figures = [list(row.values()) for row in self.reader.rows(where)]
            self.hold('same: csv and json', len(cells) == len(figures), where, len(cells), len(figures))
            for line, record in zip(cells, figures):
                self.hold('same: csv and json', all(alike(cell, figure) for cell, figure in zip(line, record)), where, line, record)

    # Of each set of the page's columns the records that have their keys; what `diff` has on the screen alone has none.
    PAGE_SETS = {'region': ('flat', 'flat --by=mpi', 'summary', 'waiting'), 'node': ('tree', 'flat'), 'ranks': ('tree',),
                 'balance': ('waiting --by=work', 'waiting'), 'communicator': ('flat --by=communicator',), 'wait': ('waiting --by=pair',), 'site': ('waiting --by=site',),
                 'threadWait': ('waiting',), 'kept': ('waiting --by=kernel',)}

    def page_titles(self, titles):
        for name, title in titles.items():
            of, key = name.split('.')
            self.hold('words: a title of the screen', title in read.TITLES, 'page', name, title)
            answers = [self.reader.ask(command, '--csv') for command in self.PAGE_SETS.get(of, ())]
            if answers and all(answers):
                self.hold('words: a key of the records', any(key in text.split('\n')[0].split(',') for text in answers), 'page', name)

    def page(self):
        text = self.reader.ask('html')
        if not text:
            return
        data = page_data.read(text)
        self.page_titles(data['titles'])
        columns = data['columns']
        kinds = data['kinds']
        by_node = list(range(len(columns['node.region'])))
        if len(by_node) == len(self.tree):
            for i, row in enumerate(self.tree_by_node()):
                self.same('same: page', columns['node.inclusive_s'][i] * 1e-12, row['inclusive_s'], 'node', row['path'])
                self.same('same: page', columns['node.exclusive_s'][i] * 1e-12, row['exclusive_s'], 'node', row['path'])
                self.same('same: page', columns['node.calls'][i], row['calls'], 'calls', row['path'])
                self.hold('marks: page', (columns['node.marks'][i] & 3) == row['inclusive_estimated'] + 2 * row['exclusive_estimated'],
                          'node', row['path'])
                self.hold('seen: page', (columns['node.marks'][i] & 24) == (0 if row['seen'] else 24), 'node', row['path'])
        flat = {(r['name'], r['kind'], r['line']): r for r in self.flat}
        alone = collections.Counter((r['name'], r['kind'], r['line']) for r in self.flat)
        for i, region in enumerate(data['regions']):
            row = flat.get((region[2][0], kinds[region[0]], region[1]))
            if row and alone[row['name'], row['kind'], row['line']] == 1:
                self.same('same: page', columns['region.exclusive_s'][i] * 1e-12, row['exclusive_s'], 'function', row['name'])
                self.same('same: page', columns['region.inclusive_s'][i] * 1e-12, row['inclusive_s'], 'function', row['name'])
                self.same('same: page', columns['region.first'][i], row['first'] or 0, 'function', row['name'], 'first')
                self.hold('marks: page', (columns['region.marks'][i] & 3) == row['inclusive_estimated'] + 2 * row['exclusive_estimated'],
                          'function', row['name'])
                self.hold('seen: page', (columns['region.marks'][i] & 24) == (0 if row['seen'] else 8) + (0 if row['own_seen'] else 16),
                          'function', row['name'])
            if region[2][0] in STARTUP:
                self.hold('base: no row outside it', columns['region.calls'][i] == 0 or columns['region.exclusive_s'][i] == 0, 'page',
                          region[2][0])
        if 'total' in data:
            self.same('base: one total', data['total'] * 1e-12, self.whole, 'page')
        for name, column in columns.items():
            if name not in ('balance.noise', 'balance.imbalance', 'node.first', 'node.mean_s', 'region.mean_s', 'change.change', 'change.relative',
                            'changedPath.change', 'changedPath.relative') and column and isinstance(column[0], float):
                self.hold('words: no odd number', all(math.isfinite(x) and x >= 0 for x in column), 'page', name)

    def tree_by_node(self):
        return [self.node[i] for i in range(len(self.tree))]


def path_of(row, node):
    keys = []
    while row['parent'] is not None:
        keys.append(key_of(row))
        row = node[row['parent']]
    return tuple(keys)


def read_kind(truth, region):
    return KINDS[min(truth.regions[region].kind, len(KINDS) - 1)]


def alike(cell, figure):
    if figure is None:
        return cell == ''
    if isinstance(figure, str):
        plain = ''.join('\ufffd' if unicodedata.category(c) == 'Cc' else c for c in figure)
        return cell == plain or cell == "'" + plain
    return cell != '' and abs(float(cell) - figure) <= 1e-9 * abs(figure)


def check(check_, name, reader, truth):
    figures = Figures(check_, name, reader, truth)
    for rule in (figures.base, figures.startup, figures.between, figures.absent, figures.waiting, figures.calls_and_means, figures.below, figures.parts,
                 figures.ranks_apart, figures.metrics, figures.marks, figures.unseen, figures.views, figures.page):
        try:
            rule()
        except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError) as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            check_.hold('read: what is written can be read', name, False, rule.__name__, repr(error), where.lineno)
    return figures
