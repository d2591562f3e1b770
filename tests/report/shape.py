"""shape.py REPORT MAKE_ODD MAKE_SAMPLE - other ways to look at a profile: what is cut out or turned around adds up to the
figures of the whole."""
import collections
import subprocess

from reports import expect, finish, report, rows, run, tools

_, make_odd, make_sample = tools


def us(seconds):
    return round(seconds * 1e6, 2)


def add_up(what, tree, leaves_own=True):
    """Below each node is what it has, unless it is a leaf."""
    below = collections.Counter()
    for row in tree:
        below[row['parent']] += row['inclusive_s']
    for row in tree:
        if row['node'] in below:
            expect(f'{what}: below {row["path"]}', us(below[row['node']]), us(row['inclusive_s']))


def check(profile, functions):
    tree, flat = rows('tree', profile), rows('flat', profile)
    by_node = {row['node']: row for row in tree}
    # From the functions up.
    up = rows('tree', '--bottom-up', '--min=0', profile)
    tops = {(r['name'], r['kind']): r for r in up if r['depth'] == 1}
    for row in flat:
        top = tops[row['name'], row['kind']]
        expect(f'{profile} bottom-up {row["name"]}', (us(top['inclusive_s']), top['calls'], top['inclusive_estimated']),
               (us(row['exclusive_s']), row['calls'], row['exclusive_estimated']))
        expect(f'{profile} bottom-up {row["name"]} by rank', (us(top['rank_max_s']), top['rank_of_max']),
               (us(row['rank_exclusive_max_s']), row['rank_of_exclusive_max']))
    expect(f'{profile} bottom-up has each once', len(tops), len(flat))
    below = collections.Counter()
    for row in up:
        below[row['parent']] += row['inclusive_s']
    for row in up:
        if row['node'] in below and row['depth']:
            expect(f'{profile} bottom-up below {row["path"]}', us(below[row['node']]) <= us(row['inclusive_s']) + 0.01, True)
    # By file.
    files = collections.Counter()
    for row in flat:
        files[row['file'] or f'({row["kind"]})'] += row['exclusive_s']
    shown = {r['name']: us(r['inclusive_s']) for r in rows('tree', '--by=file', profile) if r['depth'] == 1}
    expect(f'{profile} by file', shown, {name: us(seconds) for name, seconds in files.items()})
    places = rows('tree', '--by=directory', profile)
    add_up(f'{profile} by directory', [r for r in places if r['depth'] > 0])
    # Ranks and threads one by one are the whole.
    single = rows('tree', '--by=rank', profile)
    for option, key in ('--rank', 'rank'), ('--thread', 'thread'):
        own, calls = collections.Counter(), collections.Counter()
        for number in sorted({row[key] for row in single}):
            for row in rows('flat', f'{option}={number}', profile):
                own[row['name'], row['kind']] += row['exclusive_s']
                calls[row['name'], row['kind']] += row['calls']
                expect(f'{profile} {option} knows no single call', row['min_s'], None)
        for row in flat:
            key_of = row['name'], row['kind']
            expect(f'{profile} {option} {key_of}', (us(own[key_of]), calls[key_of]), (us(row['exclusive_s']), row['calls']))
    for name in functions:
        nodes = [r for r in tree if r['name'] == name]
        inclusive = us(sum(r['inclusive_s'] for r in flat if r['name'] == name))
        # Who calls it, and what it calls.
        callers = rows('tree', f'--callers={name}', '--min=0', profile)
        top = next(r for r in callers if r['depth'] == 1)
        expect(f'{profile} callers of {name}', (us(top['inclusive_s']), top['calls']),
               (inclusive, sum(r['calls'] for r in nodes)))
        expect(f'{profile} callers of {name} have all calls',
               sum(r['calls'] for r in callers if r['depth'] == 2),
               sum(r['calls'] for r in nodes if by_node[r['parent']]['depth']))
        expect(f'{profile} callers of {name} are of all ranks', callers[0]['ranks'], tree[0]['ranks'])
        callees = rows('tree', f'--callees={name}', '--min=0', profile)
        top = next(r for r in callees if r['depth'] == 1)
        expect(f'{profile} {name} and its callees', us(top['exclusive_s']), us(sum(r['exclusive_s'] for r in nodes)))
        called = collections.Counter()
        for row in tree:
            if row['parent'] is not None and by_node[row['parent']]['name'] == name:
                called[row['name']] += row['calls']
        expect(f'{profile} callees of {name}', {r['name']: r['calls'] for r in callees if r['depth'] == 2}, dict(called))
        # Its part as the whole, and all but it.
        focus = rows('tree', f'--focus={name}', profile)
        expect(f'{profile} focus on {name}', us(focus[0]['inclusive_s']), us(sum(r['exclusive_s'] for r in focus)))
        hidden = rows('tree', f'--hide={name}', profile)
        expect(f'{profile} {name} is hidden', [r for r in hidden if r['name'] == name and r['kind'] != 'thread'], [])
        expect(f'{profile} without {name} all is there', us(sum(r['exclusive_s'] for r in hidden)),
               us(sum(r['exclusive_s'] for r in tree)))


subprocess.run([make_odd, 'marks', 'marks.instr'], check=True)
subprocess.run([make_sample, '.'], check=True)
check('merged.instr', ['main', 'solve', 'fib', 'tiny'])
check('rank0.instr', ['main', 'solve', 'fib'])
check('waits.instr', ['main', 'compute', 'MPI_Barrier', 'log'])
check('marks.instr', ['fib', 'walk', 'tiny'])

# A path is the end of a call path; a pattern means several.
paths = {r['path'] for r in rows('tree', '--focus=main/fib', 'merged.instr')}
expect('a path', paths, {'', 'fib', 'fib/fib'})
inner = rows('tree', '--focus=fib/fib', 'merged.instr')
expect('only the inner calls', [(r['path'], r['calls']) for r in inner], [('', 3), ('fib', 6)])
names = {r['name'] for r in rows('tree', '--focus=MPI_*', 'waits.instr') if r['depth']}
expect('a pattern', names, {'MPI_Barrier', 'MPI_Send'})
# They go together, and exports have them too.
both = rows('flat', '--rank=3', '--focus=compute', 'waits.instr')
expect('a rank below a function', {r['name']: us(r['exclusive_s']) for r in both}, {'compute': 796000, 'MPI_Send': 4000})
folded = run('export', 'folded', '--rank=3', '--focus=compute', 'waits.instr')
expect('an export', sorted(folded.split('\n')), ['', 'compute 796000000', 'compute;MPI_Send 4000000'])
for wrong, message in ((['--focus=slve'], "did you mean 'solve'"), (['--rank=9'], 'the last rank there is 2'),
                       (['--thread=9'], 'no such thread'), (['--callers=main', '--bottom-up'], 'exclude each other'),
                       (['--focus=nothing_like_it'], "'instr-report flat' lists")):
    ran = subprocess.run([report, 'tree', *wrong, 'merged.instr'], capture_output=True, encoding='utf-8')
    expect(wrong, (ran.returncode, message in ran.stderr), (71, True))
# What starts a thread may be short, and the thread long.
subprocess.run([make_odd, 'beside', 'beside.instr'], check=True)
for options in [], ['--min=5']:
    shown = [line.split()[-2] for line in run('tree', *options, 'beside.instr').splitlines() if '.c:' in line]
    expect(f'the tree shows what starts a long thread {options}', shown, ['main', 'launch', 'work'])
finish()
