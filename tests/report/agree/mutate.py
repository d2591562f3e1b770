#!/usr/bin/env python3
"""mutate.py BUILD FOLDER [NUMBER...] - shows that the rules catch what they are there for: each mutation changes one line of the reports'
arithmetic in a copy of the sources, builds instr-report there, and the rules must find fault with it. BUILD is the tree's own, which makes the
profiles; FOLDER keeps the copy, its build and the profiles. A minute each, by hand."""
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
# What becomes wrong; the file; a part of a line as it is, and as it is then.
MUTATIONS = [
    ('the whole is of first threads alone', 'profile/total_time.c', '"device") == 0 ? PROFILE_NONE : 0;',
     '"device") == 0 ? PROFILE_NONE : PROFILE_NONE;'),
    ('starting MPI stays in', 'profile/region.c', 'kind == REGION_MPI && i < ', 'kind == REGION_ROOT && i < '),
    ('probes are put on, not taken off', 'profile/exclude_startup.c', 'u128_double(calls->sum) - apart);', 'u128_double(calls->sum) + apart);'),
    ('a sum over all frames, not the outermost', 'report/derive/view.c', 'if (view->nodes[i].outermost)', 'if (view->nodes[i].depth)'),
    ('a mark is forgotten', 'report/commands/cmd_flat.c', 'view_own_mark(region->own_estimated, own, region->probes)',
     'view_own_mark(region->own_estimated && region->estimated, own, region->probes)'),
    ('the largest for the least', 'report/commands/cmd_tree.c',
     'X("rank_min_s", "min", 4, seconds, view_shown((double)stat_ranks_min(ranks), unseen), of_ranks)',
     'X("rank_min_s", "min", 4, seconds, view_shown((double)ranks->max, unseen), of_ranks)'),
    ('a share of another base', 'report/commands/cmd_flat.c', 'text_percent(arena, own, view->total)',
     'text_percent(arena, own, view->total + view->overhead)'),
    ('overhead is a share of the time without it', 'report/derive/summary.c',
     'double total = view->total + (view->raw ? 0 : view->overhead);', 'double total = view->total;'),
    ('an export of inclusive times', 'report/export/stacks.c', 'view->nodes[node].exclusive / 1000;', 'view->nodes[node].inclusive / 1000;'),
    ('a mean over ranks that came', 'report/commands/cmd_tree.c', 'view_shown(stat_ranks_mean(ranks), unseen), of_ranks)',
     'view_shown(ranks->mean, unseen), of_ranks)'),
    ('a rank that never came is left out', 'report/commands/cmd_flat.c', 'absent ? 0 : (double)of->calls.min,', '(double)of->calls.min,'),
    ('children are added to their parent', 'report/derive/view.c', 'exclusive -= view->nodes[i].inclusive;',
     'exclusive += view->nodes[i].inclusive;'),
    ('a mean over calls that were timed', 'report/derive/view.c', 'return seconds(total) / (double)calls->calls;',
     'return seconds(total) / (double)(calls->timed + 1);'),
    ('a page with other times than the screen', 'report/html/column_sets.c', 'seconds, F64, region->exclusive)',
     'seconds, F64, region->exclusive * 1.001)'),
    ('a number for what was not seen', 'report/derive/view.c', 'return unseen ? NAN : figure;', 'return figure;'),
    ('an error above 100 %', 'profile/stat.c', 'return error2 <= most * most;', 'return error2 >= most * most || error2 <= most * most;'),
]


def run(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def build(copy, report):
    done = run('cmake', '--build', os.path.join(copy, 'build'), '-j2', '--target', 'instr-report')
    if done.returncode:
        sys.exit(f'instr-report of the copy can\'t be built:\n{done.stdout[-2000:]}')
    return os.path.exists(report)


def check(own, folder, report):
    """Whether the rules hold, and which do not."""
    done = run(sys.executable, os.path.join(HERE, 'run.py'), own, '--short', f'--keep={folder}/profiles', f'--report={report}')
    broken = [line.split(': ')[0] + ': ' + line.split(': ')[1] for line in done.stdout.split('\n') if 'do not hold, in' in line]
    return done.returncode == 0, broken, done.stdout


def main(own, folder, *numbers):
    own, folder = os.path.abspath(own), os.path.abspath(folder)
    copy = os.path.join(folder, 'sources')
    report = os.path.join(copy, 'build', 'bin', 'instr-report')
    if not os.path.exists(copy):
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns('build', '.git', 'node_modules'), symlinks=True)
        configured = run('cmake', '-S', copy, '-B', os.path.join(copy, 'build'), '-DCMAKE_BUILD_TYPE=Debug')
        if configured.returncode:
            sys.exit(configured.stdout[-2000:])
    build(copy, report)
    right, broken, said = check(own, folder, report)
    if not right:
        sys.exit(f'the rules do not hold as it is:\n{said}')
    missed = 0
    for number, (what, file, before, after) in enumerate(MUTATIONS, 1):
        if numbers and str(number) not in numbers:
            continue
        path = os.path.join(copy, file)
        with open(path, encoding='utf-8') as source:
            text = source.read()
        if text.count(before) != 1:
            sys.exit(f'{file}: "{before}" is there {text.count(before)} times; mend the list of mutations')
        try:
            with open(path, 'w', encoding='utf-8') as source:
                source.write(text.replace(before, after))
            build(copy, report)
            right, broken, _ = check(own, folder, report)
        finally:
            with open(path, 'w', encoding='utf-8') as source:
                source.write(text)
        missed += right
        print(f'{number}. {what}: ' + ('NOT CAUGHT' if right else f'caught by {len(broken)} rules: {"; ".join(broken[:4])}'), flush=True)
    print(f'{missed} mutations were not caught')
    return missed > 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
