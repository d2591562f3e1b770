"""agree.py REPORT MAKE_ODD MAKE_SAMPLE - own times, sums by function and marks are the same in every view and export."""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

report, make_odd, make_sample = map(os.path.abspath, sys.argv[1:4])
os.chdir(tempfile.mkdtemp())
for name in 'INSTR_PAGER', 'PAGER', 'COLUMNS':
    os.environ.pop(name, None)
failures = 0


def expect(what, got, wanted):
    global failures
    if got != wanted:
        failures += 1
        print(f'FAILED: {what}: {got}, not {wanted}')


def run(*arguments):
    return subprocess.run([report, *arguments], check=True, capture_output=True, encoding='utf-8').stdout


def rows(*arguments):
    return json.loads(run(*arguments, '--json'))['rows']


def us(seconds):
    return round(seconds * 1e6, 3)


def unit(text):
    number, of = re.fullmatch(r'[~?]?([0-9.]+)(?: (s|ms|us|ns))?', text).groups()
    return float(number) * {'s': 1e6, 'ms': 1e3, 'us': 1, 'ns': 1e-3, None: 1}[of]


def table(text):
    """The rows of a text report's first table: cells by their heading, the last one being the text."""
    lines = text.split('\n')
    start = next(i for i, line in enumerate(lines) if re.search(r'\b(region|call path|function|unequal work)$', line))
    head = [(m.start(), m.end(), m.group()) for m in re.finditer(r'\S+(?: \S+)*', lines[start])]
    for line in lines[start + 1:]:
        if not line.strip():
            return
        cells, left = {}, 0
        for begin, end, title in head[:-1]:
            cells[title] = line[left:end].strip()
            left = end
        cells['name'] = re.split('  +', line[left:].strip())[0]
        yield cells


def check(profile):
    tree, flat = rows('tree', profile), {(r['name'], r['kind']): r for r in rows('flat', profile)}
    own = collections.Counter()
    marked = collections.defaultdict(bool)
    for row in tree:
        key = row['name'], row['kind']
        own[key] += row['exclusive_s']
        marked[key] |= bool(row['exclusive_estimated'])
    for key, row in flat.items():
        expect(f'{profile} flat {key} own', us(row['exclusive_s']), us(own[key]))
        expect(f'{profile} flat {key} mark', bool(row['exclusive_estimated']), marked[key])
        expect(f'{profile} flat {key} mean', us(row['mean_s'] * row['calls']), us(row['inclusive_s']))
    page = run('html', profile)
    data = json.loads(page.split('id="profile">')[1].split('</script>')[0])
    for name, _, _, kind, _, _, calls, inclusive, exclusive, estimates in data['regions']:
        row = flat.get((name, data['kinds'][kind]))
        if row:
            expect(f'{profile} page {name}', (calls, us(inclusive), us(exclusive), estimates),
                   (row['calls'], us(row['inclusive_s']), us(row['exclusive_s']),
                    row['inclusive_estimated'] + 2 * row['exclusive_estimated']))
    by_node = {row['node']: row for row in tree}
    for i, node in enumerate(data['nodes']):
        expect(f'{profile} page node {i}', (us(node[5]), us(node[6]), node[7]),
               (us(by_node[i]['inclusive_s']), us(by_node[i]['exclusive_s']),
                by_node[i]['inclusive_estimated'] + 2 * by_node[i]['exclusive_estimated']))
        expect(f'{profile} parent {i}', by_node[i]['parent'], None if node[1] < 0 else node[1])
    # The times of a function on single ranks, from the rows of its paths.
    of_rank = collections.defaultdict(collections.Counter)
    single = rows('ranks', profile)
    kinds = {row['node']: row['kind'] for row in tree}
    time = {(r['node'], r['rank'], r['thread']): r['inclusive_s'] for r in single}
    for (node, rank, thread), seconds in time.items():
        above = by_node[node]['parent']
        of_rank[by_node[node]['name'], kinds[node]][rank] += seconds
        if above is not None and kinds[node] != 'thread' and (above, rank, thread) in time:
            of_rank[by_node[above]['name'], kinds[above]][rank] -= seconds
    ranks = {r['rank'] for r in single}
    for key, row in flat.items():
        times = [max(of_rank[key][rank], 0) for rank in sorted(ranks)]
        most = max(times)
        expect(f'{profile} flat {key} by rank', [us(row[f'rank_exclusive_{k}_s']) for k in ('min', 'mean', 'max')],
               [us(min(times)), us(sum(times) / len(times)), us(most)])
        expect(f'{profile} flat {key} rank', row['rank_of_exclusive_max'], sorted(ranks)[times.index(most)])
    expect(f'{profile} rows of single ranks', len({r['node'] for r in single}), len(tree))
    # The marks that a person sees are those of the records, in each view.
    marks = {True: '~', False: ''}
    order = table(run('tree', '--min=0', profile))
    for row, cells in zip(tree, order):
        expect(f'{profile} tree text {row["path"]}', cells['name'], row['name'])
        for title, key in ('inclusive', 'inclusive_estimated'), ('exclusive', 'exclusive_estimated'):
            if cells[title] != '0':
                expect(f'{profile} tree {row["path"]} {title}', cells[title][:1] == '~', bool(row[key]))
    for view, title, key in (('flat', 'exclusive', 'exclusive_estimated'), ('flat', 'inclusive', 'inclusive_estimated'),
                             ('flat', 'per call', 'inclusive_estimated'), ('mpi', 'time', 'estimated'),
                             ('mpi', 'per call', 'estimated'), ('ranks', 'max', 'estimated')):
        if 'no MPI function' in (text := run(view, profile)) or 'no figures of single ranks' in text:
            continue
        known = collections.defaultdict(list)
        for row in rows(view, profile):
            known[row['name']].append(bool(row[key]))
        for cells in table(text):
            if cells[title] != '0':
                expect(f'{profile} {view} {cells["name"]} {title} {cells[title]}',
                       (cells[title][:1] == '~') in known[cells['name']], True)
    # Exports: sums by function in microseconds.
    def close(what, got):
        for key, seconds in own.items():
            if key[1] != 'root' and abs(got[key[0]] - by_name[key[0]]) > 0.01 * len(tree):
                expect(f'{profile} {what} {key[0]}', got[key[0]], by_name[key[0]])
    by_name = collections.Counter()
    for key, seconds in own.items():
        by_name[key[0].replace(';', ':')] += us(seconds)
    folded = collections.Counter()
    for line in run('export', 'folded', profile).splitlines():
        stack, time = line.rsplit(' ', 1)
        folded[stack.split(';')[-1]] += int(time) / 1000
    close('folded', folded)
    scope = json.loads(run('export', 'speedscope', profile))
    sums = collections.Counter()
    for stack, weight in zip(scope['profiles'][0]['samples'], scope['profiles'][0]['weights']):
        sums[scope['shared']['frames'][stack[-1]]['name']] += weight / 1000
    close('speedscope', sums)
    sums, name, call = collections.Counter(), '', False
    for line in run('export', 'callgrind', profile).splitlines():
        if line.startswith('fn='):
            name = line[3:]
        elif line.startswith('calls='):
            call = True
        elif re.fullmatch(r'[0-9]+ [0-9]+', line):
            if not call:
                sums[name] += int(line.split()[1]) / 1000
            call = False
    close('callgrind', sums)
    sums = collections.Counter()
    stack = json.loads(run('export', 'hatchet', profile))
    while stack:
        node = stack.pop()
        sums[node['frame']['name']] += us(node['metrics']['time'])
        stack += node.get('children', [])
    close('hatchet', sums)


subprocess.run([make_odd, 'marks', 'marks.instr'], check=True)
subprocess.run([make_sample, '.'], check=True)
for profile in 'marks.instr', 'merged.instr', 'rank0.instr', 'waits.instr':
    check(profile)

# What the sample was made with.
flat = {row['name']: row for row in rows('flat', 'marks.instr')}
expect('fib', [us(flat['fib'][k]) for k in ('inclusive_s', 'exclusive_s')], [600, 600])
expect('fib per call', us(flat['fib']['mean_s']), us(600e-6 / 42))
expect('fib is measured', flat['fib']['inclusive_estimated'], 0)
expect('walk is estimated', flat['walk']['exclusive_estimated'], 1)
expect('what main took itself is what was estimated for others less', flat['main']['exclusive_estimated'], 1)
expect('main is measured', flat['main']['inclusive_estimated'], 0)
text = run('mpi', 'marks.instr')
expect('MPI_Iprobe', re.search(r'(~[0-9.]+ us) +1,000 +~', text) is not None, True)

# What is written for a deep tree is in proportion to it.
for levels in 4000, 16000:
    subprocess.run([make_odd, 'deep', str(levels), f'{levels}.instr'], check=True)
for words in (['tree', '--json'], ['tree', '--csv'], ['ranks', '--json'], ['imbalance', '--json'], ['flat', '--json'],
              ['tree'], ['html'], ['export', 'folded'], ['export', 'speedscope'], ['export', 'callgrind'],
              ['export', 'dot'], ['export', 'hatchet']):
    short, long = (len(run(*words, f'{levels}.instr')) for levels in (4000, 16000))
    if long > 5 * short or long > 20e6:
        failures += 1
        print(f'FAILED: {words} of 16,000 levels: {long} bytes, of 4,000: {short}')
deep = rows('tree', '16000.instr')
expect('levels', len(deep), 16001)
expect('a chain', all(row['parent'] == row['node'] - 1 for row in deep[1:]), True)
expect('a path that is whole', deep[64]['path'].split('/'), [('even', 'odd')[i % 2] for i in range(1, 65)])
path = deep[16000]['path'].split('/')
expect('a path that is not', (len(path), path[16], path[-1], path[0]), (33, '...', 'even', 'odd'))
total = round(sum(row['exclusive_s'] for row in deep) * 1e9)
folded = sum(int(line.rsplit(' ', 1)[1]) for line in run('export', 'folded', '16000.instr').splitlines())
expect('folded holds all of the time', abs(folded - total) <= 16001, True)
scope = json.loads(run('export', 'speedscope', '16000.instr'))
expect('speedscope holds all of the time', abs(scope['profiles'][0]['endValue'] - total) <= 16001, True)
sys.exit(failures > 0)
