"""read.py - what instr-report answers: records, the tables on its screens, and how a figure is shown there."""
import csv
import io
import json
import os
import re
import subprocess

TITLES = set('total parent inclusive exclusive calls min mean max rank time stddev ranks lost imbalance excess change relative noise '
             'late delay cause before after growth instrumented functions called never bytes messages waiting metric efficiency '
             'work profile is worked MPI state thread threads computing blocked'.split()) | {
                 'per call', 'std error', 'rank min', 'rank mean', 'rank max', 'of rank', 'of all', 'of call time', 'of waiting', 'its share', 'late ranks', 'fastest', 'of total',
                 'calls before', 'calls after', 'left alone', 'speed-up', 'load balance', 'communication efficiency', 'half below', '95% below', 'mean size', '5%', 'median', '95%', 'samples', 'reason', 'max rank', 'no CPU'}
NOT_SEEN = 'not seen' # in the place of a time
UNITS = {'s': 1.0, 'ms': 1e-3, 'us': 1e-6, 'ns': 1e-9}


class Reader:
    """One profile, or several, by one instr-report; each answer is kept."""

    def __init__(self, report, folder, files):
        self.report, self.folder, self.files = report, folder, files
        self.kept, self.parsed = {}, {}
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith('INSTR_') and k not in ('PAGER', 'NO_COLOR')}
        self.environment['COLUMNS'] = '5000'

    def ask(self, command, *options, files=None, binary=False):
        """The text of an answer; None where the report refuses, which `refused` then has."""
        key = command, options, tuple(files or self.files)
        if key not in self.kept:
            done = subprocess.run([self.report, *command.split(), *options, *key[2]], cwd=self.folder, capture_output=True,
                                  env=self.environment, timeout=300)
            self.kept[key] = done.stdout if done.returncode in (0, 1) else None
            if done.returncode < 0 or done.returncode == 72:
                raise RuntimeError(f'instr-report {" ".join(map(str, key))}: {done.returncode} {done.stderr[-300:]}')
        answer = self.kept[key]
        return answer if binary or answer is None else answer.decode('utf-8', 'replace')

    def forget(self, command):
        self.kept = {key: answer for key, answer in self.kept.items() if key[0] != command}

    def record(self, command, *options, files=None):
        key = command, options, tuple(files or self.files)
        if key not in self.parsed:
            text = self.ask(command, '--json', *options, files=files)
            self.parsed[key] = json.loads(text) if text is not None else None
        return self.parsed[key]

    def whole(self, measured):
        """Seconds: the 100 %, which are the parts of the time; of what has no run what was measured."""
        return sum(row['exclusive_s'] for row in self.rows('summary') if row['about'] == 'part') or measured

    def rows(self, command, *options, files=None):
        record = self.record(command, *options, files=files)
        return record['rows'] if record else []

    def tables(self, command, *options, files=None):
        return tables(self.ask(command, *options, files=files) or '')


def csv_rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def heading(line):
    """The titles of a table's head with where they end; None for any other line, as that of the parts of the time."""
    parts = [(m.start(), m.end(), m.group()) for m in re.finditer(r'\S+(?: \S+)*', line)]
    if len(parts) < 2 or '%' in parts[-1][2] or not all(p[2] in TITLES or re.fullmatch(r'(own )?[a-z][a-z0-9-]*|[0-9,]+ ranks?', p[2]) for p in parts[:-1]):
        return None
    return parts if any(p[2] in TITLES for p in parts[:-1]) else None


def tables(text):
    """Each table of a screen: its rows, dictionaries of cells by title; the text at the end is under ''."""
    found, head = [], None
    for line in text.split('\n'):
        parts = heading(line)
        if parts:
            head = parts
            found.append([])
        elif not line.strip() or line[0] == '(':
            head = None
        elif head:
            cells, left = {}, 0
            for _, end, title in head[:-1]:
                cells[title] = line[left:end].strip()
                left = end
            cells[''] = line[left:].strip()
            found[-1].append(cells)
    return [table for table in found if table]


def value(cell):
    """Seconds, or a plain number, of what a cell shows; None of an empty one. Marks don't count."""
    if not cell or cell == '-':
        return None
    match = re.fullmatch(r'[~?]?([+-]?[0-9.,]+)(?: (s|ms|us|ns))?', cell)
    return float(match.group(1).replace(',', '')) * UNITS.get(match.group(2), 1.0) if match else None


def calls(cell):
    """(how many, whether that is an estimate)"""
    return int(cell.lstrip('~').replace(',', '')), cell.startswith('~')


def percent(cell):
    match = re.fullmatch(r'[~?<]?([+-]?[0-9.]+)%', cell or '')
    return float(match.group(1)) if match else None


def shown(seconds):
    """As a report shows it: four digits, and no more than a clock knows."""
    if seconds <= 0:
        return '0'
    for least, factor, name in ((0.9995, 1, 's'), (0.9995e-3, 1e3, 'ms'), (0.9995e-6, 1e6, 'us'), (0, 1e9, 'ns')):
        if seconds >= least:
            break
    figure = seconds * factor
    decimals = 3 if figure < 9.9995 else 2 if figure < 99.995 else 1 if figure < 999.95 else 0
    if name == 'ns':
        decimals = 1 if figure < 99.95 else 0
    return f'{figure:.{decimals}f} {name}'


def as_shown(cell, seconds):
    """Whether a cell is this figure, to the digit. What is on the edge of two digits may be either."""
    return cell.lstrip('~?') in (shown(seconds), shown(seconds * (1 + 1e-9)), shown(seconds * (1 - 1e-9)))
