"""rules_more.py - rules of what is no report of one profile: the table of INSTR_OUTPUT=Log, `scale` over runs, `top` of a living program,
and the schema of records."""
import json
import math
import os
import re
import subprocess
import time

import zoo
from read import Reader
from truth import STARTUP

LINE = re.compile(r'( *)(\S.*?) +(\d+) +([0-9.]+)~? +([0-9.]+)~? +(?:[0-9.]+|-) +(?:[0-9.]+|-) +([0-9.]+) +([0-9.]+)( |$)')
UNSEEN = re.compile(r'( *)\S.*? +\d+ +-  +-  +- +- +- +-( |$)') # below what was seen


def log(check, name, text):
    """Rows add up, and shares are those of the first row."""
    lines = text.split('\n')
    start = next((i for i, line in enumerate(lines) if line.startswith('name ')), None)
    if not check.hold('log: there is a table', name, start is not None, text[:80]):
        return
    open_rows, total, below = [], None, {}
    for number, line in enumerate(lines[start + 1:]):
        match = LINE.match(line)
        if unseen := UNSEEN.match(line):
            open_rows = open_rows[:len(unseen.group(1)) // 2] + [(number, math.inf)]
            continue
        if not match:
            break
        depth, (calls, seconds, mean, share, up) = len(match.group(1)) // 2, map(float, match.groups()[2:7])
        total = seconds if total is None else total
        region = match.group(2)
        check.hold('log: shares', name, abs(share - 100 * seconds / total) <= 0.0501 + 1e-4 / total and share <= 100 and up <= 100, line)
        check.hold('log: calls x mean', name, abs(calls * mean - seconds) <= 0.6e-9 * calls + 0.6e-6, line)
        check.hold('log: nothing outside the base', name, region not in STARTUP, line)
        open_rows = open_rows[:depth] + [(number, seconds)]
        if depth and not region.endswith(' (threads)') and region != 'thread':
            above, whole = open_rows[depth - 1]
            below[above] = below.get(above, 0) + seconds
            check.hold('log: children <= parent', name, below[above] <= whole + 1e-5 + whole * 1e-3, line)


def scale(check, report, folder, names):
    """A function's mean time in `scale` is its time in `flat`, divided among the ranks."""
    reader = Reader(report, folder, [f'{name}.instr' for name in names])
    flats, ranks = {}, {}
    for name in names:
        root = reader.rows('tree', files=[f'{name}.instr'])[0]
        ranks[root['ranks']] = name
        flats[name] = {(row['name'], row['kind']): row for row in reader.rows('flat', files=[f'{name}.instr'])}
    rows = reader.rows('diff --scale')
    check.hold('same: scale', '+'.join(names), len(rows) > len(names), len(rows), 'rows')
    for row in rows:
        known = flats[ranks[row['ranks']]].get((row['name'], row['kind']))
        if known and len(ranks) == len(names) and None in (row['exclusive_mean_s'], known['exclusive_s']):
            check.same('same: scale', '+'.join(names), row['exclusive_mean_s'], known['exclusive_s'], row['name'])
        elif known and len(ranks) == len(names):
            check.same('same: scale', '+'.join(names), row['exclusive_mean_s'] * row['ranks'], known['exclusive_s'], row['name'])


def groups(check, report, folder, before, after):
    """`diff` of two groups of fewer than five runs: the means of each, and the noise by Student's t of what the runs of a side differ by."""
    files = [[f'{name}.instr' for name in side] for side in (before, after)]
    reader = Reader(report, folder, [*files[0], '--', *files[1]])
    name = f'{"+".join(before)}--{"+".join(after)}'
    flats = [[{(row['name'], row['kind']): row for row in reader.rows('flat', files=[file])} for file in side] for side in files]
    rows = reader.rows('diff')
    count = [len(before), len(after)]
    check.hold('same: diff of groups', len(rows) > 3, name, len(rows), 'rows')
    for row in rows:
        runs = [[flat.get((row['name'], row['kind'])) for flat in side] for side in flats]
        check.hold('same: diff of groups', [row['runs_before'], row['runs_after']] == count, name, row['name'])
        own = [[one['exclusive_s'] if one else 0 for one in side] for side in runs]
        if any(seconds is None for side in own for seconds in side):
            continue
        means = [sum(side) / len(side) for side in own]
        for key, mean in zip(('exclusive_before_s', 'exclusive_after_s'), means):
            check.same('same: diff of groups', name, row[key], mean, row['name'], key)
        spread = sum((seconds - mean) ** 2 for side, mean in zip(own, means) for seconds in side) / (sum(count) - 2)
        student = {2: 9.924843, 3: 5.840909, 4: 4.604095}[sum(count) - 2]
        noise = max(student * (spread * sum(1 / n for n in count)) ** 0.5, 0.01 * max(means))
        check.same('same: diff of groups', name, row['noise_s'], noise, row['name'], 'noise', near=1e-6)
        differs = abs(means[1] - means[0]) > row['noise_s'] or not row['calls_before'] or not row['calls_after']
        check.hold('same: diff of groups', row['beyond_noise'] == differs, name, row['name'], row['beyond_noise'])


def top(check, report, folder):
    """Of a program that runs: what is now, adds up to all of it."""
    environment = {**os.environ, 'INSTR_TMPDIR': os.path.join(folder, 'store'), 'INSTR_OUTPUT': 'None'}
    program = subprocess.Popen([os.path.join(folder, 'plain'), 'work', '100000'], env=environment)
    try:
        time.sleep(0.3)
        done = subprocess.run([report, 'top', '--json', '--every=0.2', str(program.pid)], env=environment, capture_output=True, timeout=60)
    finally:
        program.kill()
        program.wait()
    if not check.hold('top: one look', 'top', done.returncode == 0, done.stderr[-200:]):
        return None
    record = json.loads(done.stdout)
    rows = record['rows']
    shares = [row['now'] for row in rows if row['now'] is not None]
    check.hold('base: no share above 100 %', 'top', all(0 <= share <= 1 + 1e-9 for share in shares), shares)
    all_seen = all(row['exclusive_s'] is not None for row in rows)
    check.hold('top: shares sum to 100 %', 'top', abs(sum(shares) - 1) < 1e-6 or not all_seen, sum(shares))
    check.hold('words: no odd number', 'top', all((row['exclusive_s'] or 0) >= 0 and row['calls'] >= 0 for row in rows), rows[:2])
    return record


def commands_of(report):
    """Those of the program's own list that write records, but `top`, which wants a living program."""
    def say(*words):
        return subprocess.run([report, 'help', *words], check=True, capture_output=True, text=True).stdout
    commands = re.findall(r'^  ([a-z][a-z-]+)  ', say(), re.M)
    return [command for command in commands if command != 'top' and '--json' in say(command)]


def schema(check, report, folder, others):
    """All records are as the schema says, as far as somebody can tell here; and it says nothing of others."""
    try:
        import jsonschema
    except ImportError:
        print('no jsonschema here: records are not held against the schema')
        return
    said = json.loads(subprocess.run([report, '--schema'], check=True, capture_output=True, text=True).stdout)
    validator = jsonschema.Draft202012Validator(said)
    subprocess.run([report, 'gate', '--record', '--times', 'pair.instr', '-o', 'pair.baseline'], cwd=folder, check=True, capture_output=True)
    os.makedirs(os.path.join(folder, 'baselines'), exist_ok=True)
    for name in 'pair', 'marks':
        subprocess.run([report, 'gate', '--record', name + '.instr', '-o', f'baselines/{name}.baseline'], cwd=folder, check=True,
                       capture_output=True)
    several = {'diff': 'pair pair-slower', 'gate': 'pair.baseline marks', 'list': '.',
               'history': './baselines',
               'what-if': 'main=even waits', 'growth': '2=marks.instr 3=marks.instr 4=waits.instr 5=pair.instr'}
    ways = {'flat': ('', '--by=mpi', '--by=communicator', '--by=metric'), 'tree': ('', '--by=rank'), 'diff': ('', '--scale'),
            'waiting': ('', '--by=work', '--by=cause', '--by=pair', '--by=site', '--by=kernel')}
    for record in filter(None, others):
        check.hold('schema: records are as it says', record['format'], validator.is_valid(record))
    formats = {'instr-top'}
    for command, way in [(command, way) for command in commands_of(report) for way in ways.get(command, ('',))]:
        for name in [several[command]] if command in several else 'marks waits waiting merged hostile'.split():
            files = [one if '.' in one or one.endswith('=even') else f'{one}.instr' for one in name.split()]
            record = Reader(report, folder, files).record(command, *way.split())
            if not check.hold('schema: there are records', name, record, command, way):
                continue
            faults = [fault.message for fault in validator.iter_errors(record)]
            check.hold('schema: records are as it says', name, not faults, command, faults[:1])
            formats.add(record['format'])
            if record['rows']:
                del record['rows'][0][list(record['rows'][0])[0]]
                check.hold('schema: it refuses what lacks a column', name, not validator.is_valid(record), command)
    known = {one['properties']['format']['const'] for one in said['oneOf']}
    check.hold('schema: it has the formats that are written', '-', known == formats, sorted(known ^ formats))


def check(check_, report, folder, logs):
    for name, file in logs.items():
        with open(os.path.join(folder, file), encoding='utf-8') as text:
            log(check_, name, text.read())
    scale(check_, report, folder, ['rank0', 'merged'] if os.path.exists(os.path.join(folder, 'rank0.instr')) else ['merged'])
    for flavour in zoo.MPI:
        names = [f'ranks-{flavour}-{count}' for count in (1, 4, 16)]
        if all(os.path.exists(os.path.join(folder, f'{name}.instr')) for name in names):
            scale(check_, report, folder, names)
    if all(os.path.exists(os.path.join(folder, f'run{i}.instr')) for i in (1, 2, 3)):
        groups(check_, report, folder, ['run1', 'run2'], ['run3', 'plain-exact'])
        groups(check_, report, folder, ['run1', 'run2', 'run3'], ['plain-adaptive', 'plain-exact'])
    schema(check_, report, folder, [top(check_, report, folder)])
