"""rules_screens.py - rules of what a person reads, on a screen that is wide: each figure is the record's to the digit shown, each share
that of the base, each mark there and only there where the record says estimated, and no words that contradict a run."""
import math
import re
import traceback

import read
from read import as_shown, percent, value
from truth import STARTUP

# Shares of something else than the base, by their titles; of these that end in True may be above 100 %.
OTHER_SHARES = {'parent': False, 'std error': False, 'imbalance': True, 'relative': True, 'of total': True, 'efficiency': True,
                'communication efficiency': True, 'work': True, 'load balance': False, 'instrumented': False, 'of all': False, 'of call time': False, 'of waiting': False, 'its share': False}
TREES = ('', '--raw', '--bottom-up', '--by=file', '--by=directory', '--by=group', '--per-thread')


class Screens:
    def __init__(self, check, name, reader, truth, figures, sibling):
        self.check, self.name, self.reader, self.truth, self.figures = check, name, reader, truth, figures
        self.sibling = sibling
        self.total, self.whole = figures.total, figures.whole
        self.texts = [] # (command, text) of all screens

    def hold(self, rule, right, *words):
        return self.check.hold(rule, self.name, right, *words)

    def ask(self, command, *options, files=None):
        text = self.reader.ask(command, *options, files=files)
        if text is not None:
            self.texts.append((' '.join([command, *options]), text))
        return text or ''

    def share(self, rule, cell, seconds, total, *words):
        """A share that is shown is that of the total to its digit; an empty one is none where there is a time."""
        got = percent(cell)
        if seconds is None:
            self.hold('seen: words, not a number', cell == '', *words, cell)
        elif cell == '':
            self.hold(rule, total <= 0 or seconds is None, *words, 'has no share, and', seconds, 'of', total)
        elif self.hold(rule, got is not None and total > 0, *words, cell):
            self.hold(rule, abs(got - 100 * seconds / total) <= 0.0501, *words, cell, 'not', f'{100 * seconds / total:.2f}%')

    def figure(self, where, cell, seconds, *words):
        if seconds is None:
            self.hold('seen: words, not a number', cell in ('', read.NOT_SEEN), where, *words, cell)
        elif cell:
            self.hold('same: screens', as_shown(cell, seconds), where, *words, cell, 'not', read.shown(seconds))

    def mark(self, where, cell, estimated, *words, doubtful=False):
        """The sign before a figure; where none is shown, as of 0, there is nothing to mark."""
        if value(cell):
            right = cell[0] == '~' if estimated else cell[0] != '~'
            if doubtful and cell[0] == '?':
                right = True
            self.hold('marks: where and only where', right, where, *words, cell, 'estimated' if estimated else 'measured')

    # --- tables against records ---

    def tree(self, *options):
        words = [word for word in options if word]
        where = ' '.join(['tree', *words])
        rows = self.reader.rows('tree', '--min=0', *words)
        found = read.tables(self.ask('tree', '--min=0', *words))
        if not rows or not found:
            return
        table = [cells for cells in found[0]]
        if '--per-thread' in words:
            return self.per_thread(table)
        if not self.hold('screens: all rows', len(table) == len(rows), where, len(table), 'rows for', len(rows)):
            return
        shape = any(word.startswith(('--bottom-up', '--by', '--callers', '--callees')) for word in words)
        part = shape or any(word.startswith(('--focus', '--hide', '--rank', '--thread')) for word in words)
        total = rows[0]['inclusive_s'] if part else max(rows[0]['inclusive_s'], self.whole)
        for row, cells in zip(rows, table):
            time = cells.get('inclusive', cells.get('time', ''))
            self.share('base: shares', cells.get('total', ''), row['inclusive_s'], total, where, row['path'])
            self.figure(where, time, row['inclusive_s'], row['path'])
            self.mark(where, time, row['inclusive_estimated'], row['path'], doubtful=shape)
            if 'exclusive' in cells:
                self.figure(where, cells['exclusive'], row['exclusive_s'], row['path'])
                self.mark(where, cells['exclusive'], row['exclusive_estimated'], row['path'], doubtful=True)
            if cells.get('calls') and row['calls']:
                self.hold('same: screens', read.calls(cells['calls']) == (row['calls'], bool(row['calls_estimated'])), where,
                          row['path'], 'calls', cells['calls'])
                self.figure(where, cells.get('per call', ''), row['mean_s'], row['path'], 'per call')
                self.mark(where, cells.get('per call', ''), row['inclusive_estimated'], row['path'], 'per call')
            for word in 'min', 'mean', 'max':
                self.figure(where, cells.get(word, ''), row[f'rank_{word}_s'], row['path'], word)
                self.mark(where, cells.get(word, ''), row['inclusive_estimated'], row['path'], word)
        self.parents(where, rows, table)

    def parents(self, where, rows, table):
        node = {row['node']: row for row in rows}
        for row, cells in zip(rows, table):
            if cells.get('parent') and row['parent'] is not None:
                above = node[row['parent']]['inclusive_s']
                self.share('base: shares of the parent', cells['parent'], row['inclusive_s'], above, where, row['path'])

    def per_thread(self, table):
        for cells in table:
            self.hold('base: no share above 100 %', (percent(cells.get('total', '')) or 0) <= 100, 'tree --per-thread', cells[''])

    def flat(self, *options):
        where = ' '.join(['flat', *options])
        rows = self.reader.rows('flat', *options)
        root = self.reader.rows('tree', *options)[0]
        found = read.tables(self.ask('flat', '--min=0', *options))
        if not rows or not found:
            return
        table = found[0]
        if not self.hold('screens: all rows', len(table) == len(rows), where, len(table), 'rows for', len(rows)):
            return
        shares, base = 0, root['inclusive_s'] if options and '--raw' not in options else max(root['inclusive_s'], self.whole)
        for row, cells in zip(rows, table):
            self.share('base: shares', cells.get('total', ''), row['exclusive_s'], base, where, row['name'])
            shares += percent(cells.get('total', '')) or 0
            for title, seconds, estimated in (('exclusive', row['exclusive_s'], row['exclusive_estimated']),
                                              ('inclusive', row['inclusive_s'], row['inclusive_estimated']),
                                              ('per call', row['mean_s'], row['inclusive_estimated'])):
                self.figure(where, cells.get(title, ''), seconds, row['name'], title)
                self.mark(where, cells.get(title, ''), estimated, row['name'], title, doubtful=title == 'exclusive')
            for title, word in ('rank min', 'min'), ('rank mean', 'mean'), ('rank max', 'max'):
                self.figure(where, cells.get(title, ''), row[f'rank_exclusive_{word}_s'], row['name'], title)
                self.mark(where, cells.get(title, ''), row['exclusive_estimated'], row['name'], title)
        shares += 100 * (root['exclusive_s'] + base - root['inclusive_s']) / base if base else 0
        if not options and root['inclusive_s']: # what is not shown is known there alone
            shares += sum(100 * row['exclusive_s'] / self.whole for row in self.figures.flat if not row['own_seen'])
        if not options or None not in [row['exclusive_s'] for row in rows]:
            self.hold('base: shares sum to 100 %', not root['inclusive_s'] or abs(shares - 100) <= 0.05 * len(rows) + 0.1, where, shares)

    def summary(self):
        """One division of the time: its parts are the whole, and no two findings hold the same second. Each share is of that whole."""
        rows = self.reader.rows('summary')
        parts = [row for row in rows if row['about'] == 'part']
        gains = [row for row in rows if row['gain_s'] is not None and row['about'] != 'probes']
        for row in parts:
            self.hold('parts: of the whole', abs(row['share'] * self.whole - row['exclusive_s']) <= 1e-9 * self.whole, row)
        self.hold('parts: no finding twice', sum(row['share'] for row in gains) <= 1 + 1e-9, gains)
        self.hold('findings: the longest first', [row['gain_s'] for row in rows if row['gain_s'] is not None] ==
                  sorted((row['gain_s'] for row in rows if row['gain_s'] is not None), reverse=True), rows)
        said = {(row['name'], row['file'], row['line']): row for row in rows if row['about'] == 'hot-function'}
        computing = list(row['computing_s'] for row in said.values())
        self.hold('summary: the hottest', computing == sorted(computing, reverse=True), computing)
        for row in self.figures.flat:
            hot = said.get((row['name'], row['file'], row['line']))
            if hot and row['own_seen']:
                times = [hot['computing_s'], hot['blocked_s'], hot['no_processor_s']]
                self.hold('parts: of a function', abs(sum(times) - row['exclusive_s']) <= 1e-9 * self.whole + 1e-9, row['name'], times, row['exclusive_s'])
        for table in read.tables(self.ask('summary'))[:1]:
            for cells, row in zip(table, said.values()):
                name = re.split('  +', cells[''])[0]
                if len([one for one in said if one[0] == name]) == 1 and name == row['name']:
                    self.share('base: shares', cells['total'], row['computing_s'], self.whole, 'summary', name)
                    self.figure('summary', cells['computing'], row['computing_s'], name)
                    self.mark('summary', cells['computing'], row['estimated'], name, doubtful=True)
                    self.figure('summary', cells['per call'], row['calls'] and row['computing_s'] / row['calls'], name, 'per call')

    def mpi(self):
        found = read.tables(self.ask('flat --by=mpi'))
        rows = {row['name']: row for row in self.reader.rows('flat --by=mpi')}
        for cells in found[0] if found and rows else []:
            row = rows.get(re.split('  +', cells[''])[0])
            if not row or 'time' not in cells:
                continue
            self.share('base: shares', cells.get('total', ''), row['inclusive_s'], self.whole, 'mpi', row['name'])
            self.figure('mpi', cells['time'], row['inclusive_s'], row['name'])
            self.mark('mpi', cells['time'], row['estimated'], row['name'])
            self.figure('mpi', cells['per call'], row['mean_s'], row['name'], 'per call')

    def ranks(self):
        rows = [row for row in self.figures.tree]
        found = read.tables(self.ask('tree --by=rank', '--min=0'))
        for row, cells in zip(rows, found[0] if found and len(found[0]) == len(rows) else []):
            for word in 'min', 'mean', 'max':
                self.figure('ranks', cells.get(word, ''), row[f'rank_{word}_s'], row['path'], word)
                self.mark('ranks', cells.get(word, ''), row['inclusive_estimated'], row['path'], word)

    def imbalance(self):
        by = {}
        for row in self.reader.rows('waiting --by=work'):
            by.setdefault(row['name'], []).append(row)
        for table in read.tables(self.ask('waiting --by=work', '--min=0')):
            for cells in table:
                if 'mean' not in cells:
                    continue
                least, mean, most = (value(cells.get(word, '')) for word in ('min', 'mean', 'max'))
                self.hold('ranks: min <= mean <= max', None in (least, mean, most) or least <= mean * 1.001 and mean <= most * 1.001,
                          'imbalance', cells[''], cells)
                came = re.fullmatch(r'([0-9,]+) of ([0-9,]+)', cells.get('ranks', ''))
                if came:
                    self.hold('ranks: zero where none came', least in (0, None), 'imbalance', cells[''], cells['min'])
                rows = by.get(re.split('  +', cells[''])[0], [])
                if len(rows) == 1:
                    for title in 'mean', 'max', 'min':
                        self.mark('imbalance', cells.get(title, ''), rows[0]['estimated'], cells[''], title)
                    if 'excess' in cells or 'waiting' in cells:
                        self.figure('imbalance', cells['mean'], rows[0]['rank_mean_s'], cells[''])
                if 'of all' in cells: # the excess is in no record
                    got, lost = percent(cells['of all']), value(cells.get('waiting', cells.get('excess'))) or 0
                    self.hold('base: shares', abs(got - 100 * lost / self.whole) <= 0.0501 + got * 1e-3, 'imbalance', cells)

    def waiting(self):
        """Each path with its figures, and both lists with the same sum."""
        rows = {row['path']: row for row in self.reader.rows('waiting')}
        measured = {row['node'] for row in self.reader.rows('waiting --by=work') if not row['estimated']}
        waited, delayed = (sum(row[key] or 0 for row in rows.values()) for key in ('waiting_s', 'delay_s'))
        caused = sum(row['cause_s'] or 0 for row in rows.values())
        if '-own-' not in self.name: # one rank of a job waits for others than those that wait for it
            self.hold('waiting: as much as delay', abs(waited - delayed) <= 1e-6 * waited + 1e-8, waited, delayed)
        self.hold('waiting: no more causes', caused <= delayed * 1.001 + 1e-8, caused, delayed)
        screen = self.ask('waiting', '--min=0')
        for share in re.findall(r'for the other (\S+) it was in MPI', screen):
            self.share('waiting: the rest has no cause', share, delayed - caused, delayed, 'waiting')
        for table in read.tables(screen):
            for cells in table:
                row = rows.get(cells[''])
                if row is None or 'reason' in cells: # a name that a screen shows in another way
                    continue
                late = 'delay' if 'delay' in cells else 'cause' if 'cause' in cells else None
                if late:
                    self.figure('waiting', cells[late], row[f'{late}_s'], cells[''])
                    self.share('base: shares', cells['of waiting'], row[f'{late}_s'], delayed, 'waiting', cells)
                else:
                    waits = row['waiting_s'] if row['thread_waiting_s'] is None else row['thread_waiting_s']
                    self.figure('waiting', cells['waiting'], waits, cells[''])
                    self.share('base: shares', cells['of all'], waits, self.whole, 'waiting', cells)
                    if row['node'] in measured: # the time of a call is without what its probe took
                        self.hold('waiting: no more than the call', waits <= row['inclusive_s'] + row['calls'] * 1e-6, cells, row)

    def filter(self):
        text = self.ask('export filter', '--min=0')
        rows = {}
        for row in self.figures.flat:
            rows.setdefault((row['name'], row['line']), []).append(row)
        for calls, mean, share, line, name in re.findall(r'# ([0-9,]+) calls, (\S+ \S+) each, ([0-9.]+)% of the time, .*?(\d+)\n +(.*)', text):
            one = rows.get((name, int(line)), [])
            if len(one) == 1:
                self.share('base: shares', share + '%', one[0]['exclusive_s'], self.whole, 'filter', name)
                self.hold('same: screens', int(calls.replace(',', '')) == one[0]['calls'], 'filter', name)
                self.figure('filter', mean, one[0]['mean_s'], name)
        for line, name in re.findall(r'# [0-9,]+ calls, too short to be seen, .*?(\d+)\n +(.*)', text):
            self.hold('seen: words, not a number', not all(row['seen'] for row in rows.get((name, int(line)), [{'seen': 0}])), 'filter', name)

    def diff(self):
        files = self.reader.files
        others = [(files[0], files[0])] + ([(files[0], self.sibling)] if self.sibling else [])
        for pair in others:
            flat = [{(r['name'], r['kind']): r for r in self.reader.rows('flat', files=[file])} for file in pair]
            for table in read.tables(self.ask('diff', '--min=0', files=pair))[:1]:
                for cells in table:
                    name = re.split('  +', cells[''])[0]
                    rows = [[r for (n, _), r in side.items() if n == name] for side in flat]
                    if [len(side) for side in rows] == [1, 1]:
                        for title, row in ('before', rows[0][0]), ('after', rows[1][0]):
                            if cells[title] not in ('-', ''):
                                self.figure('diff', cells[title], row['exclusive_s'], name, title)
                    if name == '(whole run)':
                        self.figure('diff', cells['before'], self.whole, name)
            for row in self.reader.rows('diff', files=pair):
                for side, which in ('before', 0), ('after', 1):
                    other = flat[which].get((row['name'], row['kind']))
                    same = [r for r in self.reader.rows('flat', files=[pair[which]]) if r['name'] == row['name']]
                    if other and len(same) == 1:
                        self.check.same('same: diff', self.name, row[f'exclusive_{side}_s'], other['exclusive_s'], pair, row['name'])

    # --- words ---

    def notes(self):
        text = self.ask('tree')
        raw = self.truth.overhead * 1e-12
        for time, share in re.findall(r'probe overhead: (?:about|at least) (\S+(?: [a-z]+)?), ([0-9.]+)% of', text):
            self.hold('base: overhead', abs(float(share) - 100 * raw / (self.whole + raw)) <= 0.0501, share,
                      f'not {100 * raw / (self.whole + raw):.2f}')
            self.figure('overhead', time, raw)
        starting = self.truth.starting * 1e-12
        for command in 'tree', 'flat', 'summary', 'flat --by=mpi', 'waiting --by=work':
            lines = re.findall(r'excluded from 100%: (.*)', self.ask(command))
            if starting and 'only one rank' not in self.ask(command) and self.hold('base: what is outside is one line', len(lines) == 1, command, lines):
                time = re.search(r'MPI_Init and MPI_Finalize (\S+ [a-z]+)', lines[0])
                if self.hold('base: what is outside is one line', time is not None, command, lines):
                    self.figure('outside', time.group(1), starting)

    def more(self):
        """Other screens, for their words, and shares that can't be."""
        functions = [row['name'] for row in self.figures.flat if row['kind'] == 'function' and row['calls']]
        hot = functions[0] if functions else None
        if hot and hot.isidentifier():
            self.tree(f'--callers={hot}')
            self.tree(f'--callees={hot}')
            self.tree(f'--focus={hot}')
            self.tree(f'--hide={hot}')
            self.flat(f'--focus={hot}')
        for word in 'rank', 'thread':
            numbers = sorted({row[word] for row in self.figures.rows})
            for number in {numbers[0], numbers[-1]} if numbers else ():
                self.tree(f'--{word}={number}')
                self.flat(f'--{word}={number}')
                self.ask('summary', f'--{word}={number}')
                self.ask('flat --by=mpi', f'--{word}={number}') if word == 'rank' else None
        for command in 'coverage', 'flat --by=communicator', 'flat --by=metric', 'waiting --by=work', 'export filter', 'tree --by=rank':
            self.ask(*command.split())
        for metric in self.reader.rows('flat --by=metric')[:2]:
            self.ask('tree', f"--metric={metric['key']}")
            self.ask('tree --by=rank', f"--metric={metric['key']}")
        if self.sibling:
            self.ask('diff --scale', files=[self.reader.files[0], self.sibling])

    def words(self):
        has_run = self.truth.nodes[0].ranks[0] > 0
        for where, text in self.texts:
            quoted = where.startswith('diff') or self.name == 'hostile'
            self.hold('words: a header names its run', not has_run or not ('without a run' in text or text.startswith('?:')), where,
                      text.split('\n')[0])
            self.hold('words: no 0 of 0', '0 of 0 ' not in text.replace('10 of 0', ''), where)
            odd = re.search(r'(?<![\w-])(-?nan|-?inf|-0)(?![\w.-])', text)
            self.hold('words: no odd number', not odd, where, odd and text[max(odd.start() - 60, 0):odd.end() + 20])
            if not quoted:
                self.hold('words: no negative time', not re.search(r'(?<![\w-])-[0-9.]+ (s|ms|us|ns)\b', text), where)
            for table in read.tables(text):
                for cells in table:
                    for title, cell in cells.items():
                        share = percent(cell) if title else None
                        if share is not None and not OTHER_SHARES.get(title, False):
                            rule = 'marks: no error above 100 %' if title == 'std error' else 'base: no share above 100 %'
                            self.hold(rule, 0 <= share <= 100, where, cells[''], title, cell)
            tables = read.tables(re.sub('(?m)^excluded from 100%: .*', '', text)) # which names them
            rows = '\n'.join(cells[''] for table in tables for cells in table)
            outside = [name for name in STARTUP if re.search(rf'\b{name}\b', rows)]
            self.hold('base: no row outside it', not outside, where, outside)
            for share in re.findall(r'([0-9.]+)% of the time', text) + re.findall(r'MPI: ([0-9.]+)%', text):
                self.hold('base: no share above 100 %', float(share) <= 100, where, share)


def check(check_, name, reader, truth, figures, sibling):
    screens = Screens(check_, name, reader, truth, figures, sibling)
    rules = [(screens.tree, option) for option in TREES] + [(screens.flat,), (screens.flat, '--raw')]
    rules += [(rule,) for rule in (screens.summary, screens.mpi, screens.ranks, screens.imbalance, screens.waiting, screens.filter, screens.diff,
                                   screens.notes, screens.more, screens.words)]
    for rule, *words in rules:
        try:
            rule(*words)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            check_.hold('read: what is written can be read', name, False, rule.__name__, *words, repr(error), where.lineno)
