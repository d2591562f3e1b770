"""rules_page.py - rules of what the page's scripts draw, in a browser (draw.mjs): each figure of a table is the record's to the digit shown,
with its mark, and a search finds as many as are highlighted on its screen."""
import json
import os
import subprocess

import page_data
import read
from read import Reader, as_shown, percent, value

HERE = os.path.dirname(os.path.abspath(__file__))
VIEWS = 'summary tree functions functions&list=1 functions&list=3 functions&list=4 balance waiting compare'.split()
MOST = 120 # paths of a profile that is looked at here: all of them are opened and read


class Page:
    """One page; its reader has the records."""

    def __init__(self, check, name, reader, views):
        self.check, self.name, self.reader, self.views = check, name, reader, views
        self.flat = self.alone(reader.rows('flat'), 'name')
        self.tree = self.alone(reader.rows('tree'), 'path')
        self.total = reader.whole(reader.rows('tree')[0]['inclusive_s'])

    @staticmethod
    def alone(rows, key):
        """By that key, as far as it names one."""
        named = {}
        for row in rows:
            named.setdefault(row[key], []).append(row)
        return {key: rows[0] for key, rows in named.items() if len(rows) == 1}

    def hold(self, rule, right, *words):
        return self.check.hold(rule, self.name, right, *words)

    def figure(self, cell, seconds, estimated, *words):
        if seconds is None:
            self.hold('seen: words, not a number', cell == read.NOT_SEEN, 'page', *words, cell)
        # Times of ranks have seven digits in the page: on the edge of two that are shown it may be either.
        elif self.hold('same: page drawn', any(as_shown(cell, seconds * near) for near in (1, 1 + 2e-6, 1 - 2e-6)), *words, cell, 'not',
                       read.shown(seconds)) and value(cell):
            self.hold('marks: where and only where', (cell[0] == '~') == bool(estimated) or cell[0] == '?', 'page', *words, cell)

    def share(self, cell, seconds, *words):
        if seconds is None:
            self.hold('seen: words, not a number', cell == '', 'page', *words, cell)
        elif self.total:
            got = percent(cell)
            self.hold('same: page drawn', got is not None and abs(got - 100 * seconds / self.total) <= 0.0501, *words, cell, 'not',
                      f'{100 * seconds / self.total:.2f}%')

    def path(self, table, row, cells, above):
        record = self.tree.get('/'.join(above[1:] + [row['name']]) if row['level'] else '')
        if record is None:
            return
        self.share(cells['total'], record['inclusive_s'], 'tree', record['path'])
        self.figure(cells['inclusive'], record['inclusive_s'], record['inclusive_estimated'], 'tree', record['path'])
        self.figure(cells['exclusive'], record['exclusive_s'], record['exclusive_estimated'], 'tree', record['path'], 'exclusive')
        if cells.get('per call'):
            self.figure(cells['per call'], record['mean_s'], record['inclusive_estimated'], 'tree', record['path'], 'per call')
        if cells.get('calls'):
            self.hold('same: page drawn', read.calls(cells['calls']) == (record['calls'], bool(record['calls_estimated'])), 'tree',
                      record['path'], 'calls', cells['calls'])

    def function(self, table, row, cells, above):
        record = self.flat.get(row['name'])
        if record is None or row['level']:
            return
        self.figure(cells['exclusive'], record['exclusive_s'], record['exclusive_estimated'], table, row['name'])
        self.share(cells['total'], record['exclusive_s'], table, row['name'])
        if 'inclusive' in cells:
            self.figure(cells['inclusive'], record['inclusive_s'], record['inclusive_estimated'], table, row['name'], 'inclusive')
        self.hold('same: page drawn', read.calls(cells['calls']) == (record['calls'], False), table, row['name'], 'calls', cells['calls'])

    def hot(self, table, row, cells, above):
        record = self.hottest.get(row['name']) if row['name'] in self.flat else None
        if record is not None:
            self.share(cells['total'], record['computing_s'], table, row['name'])
            self.figure(cells['computing'], record['computing_s'], record['estimated'], table, row['name'], 'computing')
            for title, key in (('no CPU', 'no_processor_s'), ('blocked', 'blocked_s')):
                if cells.get(title):
                    self.figure(cells[title], record[key], True, table, row['name'], title)

    def work(self, table, row, cells, above):
        record = self.balance.get(row['name'].replace(' › ', '/'))
        if record is not None:
            # Without the rows of all ranks, what they waited is in it.
            keys = ('work_lost_s', 'work_mean_s', 'work_max_s') if record['work_lost_s'] is not None else ('lost_s', 'rank_mean_s', 'rank_max_s')
            for title, key in zip(('lost', 'mean', 'max'), keys):
                self.figure(cells[title], record[key], record['estimated'], table, row['name'], title)

    def excess(self, table, row, cells, above):
        record = self.balance.get(row['name'].replace(' › ', '/'))
        if record is not None:
            for title, key in (('excess', 'excess_s'), ('mean', 'rank_mean_s'), ('max', 'rank_max_s')):
                self.figure(cells[title], record[key], record['estimated'], table, row['name'], title)
            self.share(cells['of all'], record['excess_s'], table, row['name'])

    def waited(self, table, row, cells, above):
        record = self.waiting.get(row['name'].replace(' › ', '/'))
        if record is not None:
            for title, key in (('waiting', 'waiting_s'), ('max', 'rank_waiting_max_s')):
                self.figure(cells[title], record[key], 0, table, row['name'], title)
            self.share(cells['of all'], record['waiting_s'], table, row['name'])
            self.hold('same: page drawn', cells['rank'] == str(record['rank_of_waiting_max']), table, row['name'], 'rank', cells['rank'])

    RULES = {'call tree': path, 'hot functions': hot, 'functions': function,
             'MPI functions': function, 'unequal work by call path': work, 'time in MPI beyond the rank with the least': excess, 'time waited in MPI': waited}

    def tables(self):
        self.hottest = self.alone([row for row in self.reader.rows('summary') if row['about'] == 'hot-function'], 'name')
        self.balance = self.alone(self.reader.rows('waiting --by=work'), 'path')
        self.waiting = self.alone(self.reader.rows('waiting'), 'path')
        for view in self.views:
            for table in view['tables']:
                rule, above = self.RULES.get(table['label']), []
                for row in table['rows'] if rule else ():
                    above = above[:row['level']]
                    rule(self, table['label'], row, dict(zip(table['titles'], row['cells'])), above)
                    above = above + [row['name']]

    def search(self):
        for view in self.views:
            for one in view['searched']:
                self.hold('search: finds what is highlighted', one['hits'] == f"{len(one['found']):,} found", view['view'], one['query'],
                          one['hits'], len(one['found']), one['found'][:3])


def queries(reader):
    """A function, a part of its name, its file, all of MPI, and nothing."""
    flat = reader.rows('flat')
    hot = [row for row in flat if row['kind'] == 'function'] or flat
    words = [text for row in hot[:1] for text in (row['name'], row['name'][1:3], row['file'])]
    return [word for word in words if word.strip()] + ['mpi', 'no such name']


def job(report, folder, name, files):
    """What draw.mjs is to open; None where there is nothing to see, or too much."""
    reader = Reader(report, folder, files)
    rows = reader.rows('tree')
    odd = any(not row['name'].isprintable() or '/' in row['name'] for row in rows)
    if len(rows) < 2 or len(rows) > MOST or odd:
        return None
    page = os.path.join(folder, f'{name}.html')
    if subprocess.run([report, 'html', '-o', page, *files], cwd=folder, capture_output=True).returncode:
        return None
    with open(page, encoding='utf-8') as text:
        computing = page_data.read(text.read())['columns']['region.computing_s']
    hot = [computing.index(max(computing))] if any(computing) else []
    return {'file': page, 'views': VIEWS + [f'functions&region={region}' for region in hot], 'queries': queries(reader)}


def check(check_, report, folder, files, siblings, node, modules):
    """`files`: of each profile by its name."""
    pages = {name: [file] for name, file in files.items()}
    pages.update({f'{one}+{other}': [files[one], files[other]] for one, other in siblings.items() if one in files and other in files})
    jobs = {name: made for name, of in pages.items() if (made := job(report, folder, name, of))}
    out = os.path.join(folder, 'drawn.json')
    done = subprocess.run([node, os.path.join(HERE, 'draw.mjs'), modules, out], input=json.dumps(list(jobs.values())), text=True,
                          capture_output=True)
    if done.returncode == 77:
        print(f'left out: what the page draws: {done.stdout.strip()}')
        return
    faults = [line for line in done.stdout.split('\n') if line.startswith('FAILED')]
    if not check_.hold('page: it opens', 'page', done.returncode == 0, faults[:1], done.stderr[-300:]):
        return
    with open(out, encoding='utf-8') as file:
        drawn = json.load(file)
    for name, said in zip(jobs, drawn):
        page = Page(check_, name, Reader(report, folder, pages[name][-1:]), said['views'])
        page.search()
        if '+' not in name: # of two runs, the page has the one after for its other views
            page.tables()
