"""deep.py REPORT MAKE_ODD - a call path 20,000 deep: what is written of it is in proportion to it, says what it leaves out,
and holds all of its time."""
import json
import os
import subprocess

import cubex_data
from reports import expect, failed, finish, has_page, rows, run, tools

make_odd = tools[1]
FEW, MANY = 5000, 20000
for levels in FEW, MANY:
    subprocess.run([make_odd, 'deep', str(levels), f'{levels}.instr'], check=True)
for words in (['tree', '--json'], ['tree', '--csv'], ['ranks', '--json'], ['imbalance', '--json'], ['flat', '--json'],
              ['tree'], *[['html']] * has_page, ['export', 'folded'], ['export', 'speedscope'], ['export', 'callgrind'],
              ['export', 'dot'], ['export', 'pprof'], ['export', 'firefox'],
              ['export', 'caliper'], ['export', 'cubex'], ['export', 'timers'], ['export', 'callstack'], ['export', 'extrap']):
    few, many = (len(run(*words, f'{levels}.instr')) for levels in (FEW, MANY))
    if many > 5 * few or many > 60 * os.path.getsize(f'{MANY}.instr'):
        failed(f'{words} of {MANY} levels: {many} bytes, of {FEW}: {few}')

tree = rows('tree', f'{MANY}.instr')
expect('levels', len(tree), MANY + 1)
expect('a chain', all(row['parent'] == row['node'] - 1 for row in tree[1:]), True)
names = ['even', 'odd']
expect('a path of 64 names is whole', tree[64]['path'].split('/'), [names[level % 2] for level in range(1, 65)])
for level in 65, MANY:
    expect(f'a path of {level} names says that it is not', tree[level]['path'].split('/'),
           [names[at % 2] for at in range(1, 17)] + ['...'] + [names[at % 2] for at in range(level - 15, level + 1)])
total = round(sum(row['exclusive_s'] for row in tree) * 1e9)
folded = sum(int(line.rsplit(' ', 1)[1]) for line in run('export', 'folded', f'{MANY}.instr').splitlines())
expect('folded holds all of the time', abs(folded - total) <= len(tree), True)
scope = json.loads(run('export', 'speedscope', f'{MANY}.instr'))
expect('speedscope holds all of the time', abs(scope['profiles'][0]['endValue'] - total) <= len(tree), True)
file = subprocess.run([tools[0], 'export', 'cubex', f'{MANY}.instr'], check=True, capture_output=True).stdout
paths, values, _ = cubex_data.read(file)
expect('cubex ends with what is deeper', (len(paths), paths[-1], paths.count('(deeper)')), (514, '(deeper)', 1))
expect('cubex holds all of the time', abs(sum(sum(time) for _, time in values) * 1e9 - total) <= len(tree), True)
finish()
