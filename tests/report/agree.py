"""agree.py REPORT MAKE_ODD MAKE_SAMPLE - own times, sums by function and marks are the same in every view and export."""
import collections
import gzip
import json
import re
import subprocess

import cubex_data
import page_data
import pprof_data
from reports import expect, failed, finish, has_page, report, rows, run, tools

_, make_odd, make_sample, schema = tools


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


def check_page(profile, flat, by_node):
    data = page_data.read(run('html', profile))
    columns = data['columns']
    ps = lambda seconds: us(seconds / 1e12)
    for i, (kind, _, name, *_) in enumerate(data['regions']):
        row = flat.get((name, data['kinds'][kind]))
        if row:
            expect(f'{profile} page {name}',
                   (columns['region.calls'][i], ps(columns['region.inclusive'][i]), ps(columns['region.exclusive'][i]),
                    columns['region.marks'][i] & 3),
                   (row['calls'], us(row['inclusive_s']), us(row['exclusive_s']),
                    row['inclusive_estimated'] + 2 * row['exclusive_estimated']))
    expect(f'{profile} page: all paths', len(columns['node.region']), len(by_node))
    for i, row in by_node.items():
        expect(f'{profile} page node {i}',
               (ps(columns['node.inclusive'][i]), ps(columns['node.exclusive'][i]), columns['node.marks'][i] & 3),
               (us(row['inclusive_s']), us(row['exclusive_s']),
                row['inclusive_estimated'] + 2 * row['exclusive_estimated']))
        expect(f'{profile} page parent {i}', columns['node.parent'][i], row['parent'] or 0)
        if by_node[0]['ranks'] > 1: # times over ranks have the digits that are shown, and some more
            expect(f'{profile} page over ranks {i}', [f'{ps(columns[f"ranks.{k}"][i]):.6g}' for k in ('p5', 'p50', 'p95', 'max')],
                   [f'{us(row[f"rank_{k}_s"]):.6g}' for k in ('p5', 'p50', 'p95', 'max')])


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
    by_node = {row['node']: row for row in tree}
    if has_page:
        check_page(profile, flat, by_node)
    # The times of a function on single ranks, from the rows of its paths.
    of_rank = collections.defaultdict(collections.Counter)
    single = rows('ranks', profile)
    kinds = {row['node']: row['kind'] for row in tree}
    time_of = {(r['node'], r['rank'], r['thread']): r['inclusive_s'] for r in single}
    for (node, rank, thread), seconds in time_of.items():
        above = by_node[node]['parent']
        of_rank[by_node[node]['name'], kinds[node]][rank] += seconds
        if above is not None and kinds[node] != 'thread' and (above, rank, thread) in time_of:
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
    sums, name, call, quanta = collections.Counter(), '', False, collections.Counter()
    for line in run('export', 'callgrind', profile).splitlines():
        if line.startswith('fn='):
            name = line[3:]
        elif line.startswith('calls='):
            call = True
        elif re.fullmatch(r'[0-9]+( [0-9]+)+', line):
            if not call:
                sums[name] += int(line.split()[1]) / 1000
                quanta[name] += sum(map(int, line.split()[2:]))
            call = False
    close('callgrind', sums)
    sums = collections.Counter()
    stack = json.loads(run('export', 'hatchet', profile))
    while stack:
        node = stack.pop()
        sums[node['frame']['name']] += us(node['metrics']['time'])
        stack += node.get('children', [])
    close('hatchet', sums)
    sums, calls = collections.Counter(), collections.Counter()
    binary = subprocess.run([report, 'export', 'pprof', profile], check=True, capture_output=True).stdout
    kinds_of, stacks = pprof_data.read(gzip.decompress(binary))
    expect(f'{profile} values of pprof', kinds_of, ['calls', 'time', 'quanta'][:len(kinds_of)])
    for stack, values in stacks:
        sums[stack[0]] += values[1] / 1000
        calls[stack[0]] += values[0]
        quanta[stack[0]] -= sum(values[2:])
    close('pprof', sums)
    expect(f'{profile} metrics of pprof and callgrind', +quanta, -quanta)
    if any(row['key'] == 'quanta' for row in rows('metrics', profile)):
        wanted = collections.Counter()
        for row in rows('flat', '--metric=quanta', profile):
            wanted[row['name']] += row['metric_quanta_exclusive']
        for stack, values in stacks:
            wanted[stack[0]] -= values[2]
        expect(f'{profile} metrics of pprof and flat', +wanted, -wanted)
    for (name, _), row in flat.items():
        expect(f'{profile} pprof {name} calls', calls[name], sum(r['calls'] for k, r in flat.items() if k[0] == name))
    fox = json.loads(run('export', 'firefox', profile))['threads'][0]
    sums = collections.Counter()
    for stack, ms in zip(fox['samples']['stack'], fox['samples']['weight']):
        function = fox['frameTable']['func'][fox['stackTable']['frame'][stack]]
        sums[fox['stringArray'][fox['funcTable']['name'][function]]] += ms * 1000
    close('firefox', sums)
    for part in 'samples', 'stackTable', 'frameTable', 'funcTable':
        for key, column in fox[part].items():
            if isinstance(column, list):
                expect(f'{profile} firefox {part} {key}', len(column), fox[part]['length'])
    split = json.loads(run('export', 'caliper', profile))
    sums, by_rank = collections.Counter(), collections.Counter()
    for path, rank, time, inclusive, calls in split['data']:
        sums[split['nodes'][path]['label']] += us(time)
        by_rank[rank] += inclusive if path == 0 else 0
    known = collections.Counter()
    for (name, _), row in flat.items():
        known[name] += us(row['rank_exclusive_mean_s']) * len(ranks)
    for name in known:
        expect(f'{profile} caliper {name}', abs(sums[name] - known[name]) < 0.01, True)
    for rank in ranks:
        expect(f'{profile} caliper rank {rank}', us(by_rank[rank]), us(sum(
            s for (node, r, _), s in time_of.items() if node == 0 and r == rank)))
    sums = collections.Counter()
    for line in run('export', 'timers', profile).splitlines():
        name, total, mean, end = line.split(';')
        sums[name] += float(total) * 1000
        expect(f'{profile} timers end', end, '')
    for name in known:
        expect(f'{profile} timers {name}', abs(sums[name] - known[name]) < 0.01, True)
    paths = [line.split(';') for line in run('export', 'callstack', profile).splitlines()]
    expect(f'{profile} callstack', len(paths), len(ranks) * (len(tree) - 1))
    expect(f'{profile} callstack levels', [int(p[0]) for p in paths][::len(ranks)],
           [by_node[i]['depth'] for i in range(1, len(tree))])
    file = subprocess.run([report, 'export', 'cubex', profile], check=True, capture_output=True).stdout
    paths, values, places = cubex_data.read(file)
    sums = collections.Counter()
    for name, (visits, time) in zip(paths, values):
        sums[name] += us(sum(time))
    for name in known:
        expect(f'{profile} cubex {name}', abs(sums[name] - known[name]) < 0.01, True)
    expect(f'{profile} cubex paths', paths, [by_node[i]['name'] for i in range(len(tree))])
    for row in single:
        visits = sum(v for place, v in zip(places, values[row['node']][0]) if place == (row['rank'], row['thread']))
        expect(f"{profile} cubex calls of {row['node']} on {row['rank']}", visits, row['calls'])
    points = run('export', 'extrap', profile).splitlines()
    expect(f'{profile} extrap', points[:3], ['PARAMETER p', f'POINTS {len(ranks)}', 'METRIC time'])
    first = points[3:points.index('METRIC visits')]
    sums = collections.Counter()
    for region, data in zip(first[::2], first[1::2]):
        sums[region.removeprefix('REGION ').split('->')[-1]] += float(data.removeprefix('DATA ')) * 1e6 * len(ranks)
    close('extrap', sums)
    # The same bytes each time.
    for form in ('folded speedscope callgrind dot hatchet pprof firefox caliper cubex extrap timers callstack lcov cobertura').split():
        once, again = (subprocess.run([report, 'export', form, profile], check=True, capture_output=True).stdout
                       for _ in range(2))
        expect(f'{profile} {form} is the same twice', once == again, True)


subprocess.run([make_odd, 'marks', 'marks.instr'], check=True)
subprocess.run([make_sample, '.'], check=True)
for profile in 'marks.instr', 'merged.instr', 'rank0.instr', 'waits.instr':
    check(profile)

# All records are as the schema says, as far as somebody can tell here.
try:
    import jsonschema
    validator = jsonschema.Draft202012Validator(json.load(open(schema)))
except ImportError:
    validator = None
    print('no jsonschema here: records are not held against the schema')
for command in 'flat tree ranks imbalance mpi communicators coverage diff scale list'.split():
    files = ['.'] if command == 'list' else ['rank0.instr', 'waits.instr'] if command in ('diff', 'scale') else ['marks.instr']
    record = json.loads(run(command, '--json', *files))
    for fault in validator.iter_errors(record) if validator else []:
        failed(f'{command} --json: {fault.message[:300]}')
    if validator and record['rows']:
        del record['rows'][0][list(record['rows'][0])[0]]
        expect(f'{command}: the schema refuses what lacks a column', validator.is_valid(record), False)

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

finish()
