"""rules_exports.py - rules of exports: their sums are those of the screens, by rank and thread too, nothing in them is outside the base, and
the same profile gives the same bytes."""
import collections
import json
import traceback

import exports
import read
from truth import STARTUP


class Exports:
    def __init__(self, check, name, reader, truth, figures):
        self.check, self.name, self.reader, self.truth = check, name, reader, truth
        self.tree, self.node, self.rows, self.total = figures.tree, figures.node, figures.rows, figures.total
        self.whole = figures.whole
        self.flat, self.complete, self.several = figures.flat, figures.complete, figures.several
        self.deep = max(row['depth'] for row in self.tree) > 500
        names = {row['name'] for row in self.tree}
        self.odd = any('\ufffd' in name or not name.isprintable() for name in names)

    def hold(self, rule, right, *words):
        return self.check.hold(rule, self.name, right, *words)

    def same(self, rule, got, wanted, *words, near=1e-9):
        return self.check.same(rule, self.name, got, wanted, *words, near=near)

    def startup(self):
        for form in [*exports.WHOLE, *exports.BY_RANK]:
            if sums := self.export(form):
                self.hold('base: no export has what is outside', not set(sums.own) & STARTUP, form, set(sums.own) & STARTUP)
        for form in exports.TEXTS:
            text = self.reader.ask(f'export {form}') or ''
            self.hold('base: no export has what is outside', not any(name in text for name in STARTUP), form)

    def export(self, form):
        try:
            return {**exports.WHOLE, **exports.BY_RANK}[form](self.reader)
        except (AttributeError, TypeError): # refused
            return None

    def named(self, name):
        return name.replace(';', ':')

    def threads(self):
        """speedscope has a profile for each thread, and they add up to that of all."""
        scope = json.loads(self.reader.ask('export speedscope') or '{"profiles": []}')['profiles'][1:]
        if scope and self.complete:
            near = 1e-9 * sum(len(one['weights']) for one in scope)
            took = sum(sum(one['weights']) for one in scope) * 1e-9
            self.hold('sums: threads of speedscope', abs(took - self.total) <= near + 1e-6 * self.total, took, 'not', self.total)

    def exported(self):
        own, calls = collections.Counter(), collections.Counter()
        for row in self.tree:
            own[self.named(row['name'])] += row['exclusive_s']
            calls[row['name']] += row['calls']
        if self.deep or self.odd:
            return
        for form in exports.WHOLE:
            sums = self.export(form)
            if not self.hold('same: exports', sums is not None, form, 'is refused'):
                continue
            got = collections.Counter()
            for name, seconds in sums.own.items():
                got[self.named(name)] += seconds
            for name, seconds in own.items():
                self.hold('same: exports', abs(got[name] - seconds) <= sums.digits + 1e-6 * seconds, form, name, got[name], 'not', seconds)
            if sums.calls:
                for name, count in calls.items():
                    if self.node[0]['name'] != name:
                        self.same('same: exports, calls', sums.calls[name], count, form, name)
        if self.complete:
            clamped = sum(-min(x, 0) for x in self.truth.exclusive) * 1e-12
            for form in exports.BY_RANK:
                if sums := self.export(form):
                    got = collections.Counter()
                    for name, seconds in sums.own.items():
                        got[self.named(name)] += seconds
                    for name, seconds in own.items():
                        self.hold('same: exports', abs(got[name] - seconds) <= sums.digits + 1e-4 * self.total + clamped, form, name,
                                  got[name], 'not', seconds)

    def by_rank(self):
        """What each rank and thread has, in exports that tell."""
        if not self.complete or self.several or self.odd or self.deep:
            return
        inclusive, calls = collections.Counter(), collections.Counter()
        for row in self.rows:
            calls[row['node'], row['rank'], row['thread']] += row['calls']
            if row['node'] == 0:
                inclusive[row['rank']] += row['inclusive_s']
        of_rank = exports.caliper_ranks(self.reader)
        for rank, seconds in inclusive.items():
            self.same('same: exports, by rank', of_rank[rank], seconds, 'caliper, rank', rank, near=1e-6)
        visits = exports.cubex_visits(self.reader)
        for place, count in calls.items():
            if place[0]:
                self.same('same: exports, by rank', visits[place], count, 'cubex, node, rank and thread', place)
        ranks = len(inclusive)
        self.stopwatch(ranks)
        own = collections.Counter()
        for row in self.tree:
            own[row['name'].replace(';', ':')] += row['exclusive_s']
        count, sums = exports.extrap(self.reader)
        self.hold('same: exports, by rank', count == ranks, 'extrap', count, 'not', ranks)
        for name, seconds in sums.items():
            self.hold('same: exports', abs(seconds * ranks - own[name]) <= 1e-6 * own[name] + 1e-8 * len(self.tree), 'extrap', name,
                      seconds * ranks, 'not', own[name])

    def stopwatch(self, ranks):
        clamped = sum(-min(x, 0) for x in self.truth.exclusive) * 1e-12
        near = lambda a, b: abs(a - b) <= 1e-5 * b + 1e-4 * self.total + clamped
        count, sums = exports.timers(self.reader)
        self.hold('same: exports, by rank', count == ranks, 'timers', count, 'not', ranks)
        alone = self.alone()
        for name, seconds in sums.items():
            if row := alone.get(name):
                self.hold('same: exports', near(seconds, row['inclusive_s']), 'timers', name, seconds, 'not', row['inclusive_s'])
        self.hold('same: exports', all(row['name'] in sums for row in alone.values() if row['calls'] and row['kind'] == 'function' and
                                       ';' not in row['name']), 'timers', 'lacks a function')
        count, paths = exports.callstack(self.reader)
        self.hold('same: exports, by rank', count == ranks or ranks == 1, 'callstack', count, 'not', ranks)
        wanted = collections.Counter()
        for row in self.tree:
            if row['kind'] not in ('root', 'thread', 'device', 'other'):
                wanted[self.named(row['name'])] += row['inclusive_s']
        for name in {name for _, name in paths}:
            got = sum(seconds for (_, other), seconds in paths.items() if other == name)
            self.hold('same: exports', near(got, wanted[name]), 'callstack', name, got, 'not', wanted[name])

    def alone(self):
        """The functions whose name no other has."""
        count = collections.Counter(row['name'] for row in self.flat)
        return {row['name']: row for row in self.flat if count[row['name']] == 1}

    def boxes(self):
        if self.odd or not self.total:
            return
        flat = self.alone()
        boxes = exports.dot(self.reader)
        self.hold('same: exports', len(boxes) == len(self.flat), 'dot', len(boxes), 'boxes for', len(self.flat))
        for name, own, whole, calls in boxes:
            row = flat.get(name)
            if row is None:
                continue
            self.hold('same: exports, calls', calls == row['calls'], 'dot', name, calls, 'not', row['calls'])
            for shown, seconds, seen in ((own, row['exclusive_s'], row['own_seen']), (whole, row['inclusive_s'], row['seen'])):
                if self.hold('seen: words, not a number', (shown == read.NOT_SEEN) != seen, 'dot', name, shown) and seen:
                    time, share = shown.rstrip(')').split(' (')
                    self.hold('same: exports', abs(read.percent(share) - 100 * seconds / self.whole) <= 0.0501 and
                              read.as_shown(time, seconds), 'dot', name, shown, 'not', 100 * seconds / self.whole, seconds)

    def e3sm(self):
        if self.odd or self.several:
            return
        flat = self.alone()
        for name, (ranks, threads, calls, seconds, most, least) in exports.e3sm(self.reader).items():
            row = flat.get(name)
            if row is None or row['rank_calls_max'] is None: # some of its threads have no rows
                continue
            self.hold('same: exports, calls', abs(calls - row['calls']) <= 1e-6 * row['calls'], 'e3sm', name, calls, 'not', row['calls'])
            self.hold('same: exports', abs(seconds - row['inclusive_s']) <= 1e-6 * seconds + 1e-9 * threads, 'e3sm', name, seconds, 'not',
                      row['inclusive_s'])
            for figure, key in ((most, 'thread_inclusive_max_s'), (least, 'thread_inclusive_min_s')):
                if row['seen'] and row[key] is not None:
                    self.hold('same: exports, by rank', abs(figure - row[key]) <= 0.00051, 'e3sm', name, figure, 'not', row[key])
                    self.hold('same: exports, by rank', threads == row['threads'] and ranks >= row['ranks'], 'e3sm', name, threads, ranks)

    def twice(self):
        for form in [*exports.WHOLE, *exports.BY_RANK, *exports.TEXTS, 'lcov', 'cobertura']:
            once = self.reader.ask(f'export {form}', binary=True)
            self.reader.forget(f'export {form}')
            self.hold('same: an export made twice', self.reader.ask(f'export {form}', binary=True) == once, form)


def check(check_, name, reader, truth, figures):
    rules = Exports(check_, name, reader, truth, figures)
    for rule in rules.startup, rules.threads, rules.exported, rules.by_rank, rules.boxes, rules.e3sm, rules.twice:
        try:
            rule()
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            check_.hold('read: what is written can be read', name, False, rule.__name__, repr(error), where.filename[-20:], where.lineno)
