#!/usr/bin/env python3
"""run.py BUILD [--short] [--keep=FOLDER] [--only=PROFILE] - makes the zoo with the instr of BUILD, and holds the rules against each
profile on each screen; see zoo.py and rules_*.py. --keep: where the profiles lie, and are not made again when they do."""
import json
import multiprocessing
import os
import shutil
import sys
import tempfile
import time

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
import rules_exports
import rules_figures
import rules_screens
import zoo
from check import Check
from read import Reader
from truth import Truth


def one(job):
    """All rules over one profile."""
    report, folder, name, file, sibling = job
    check = Check()
    reader = Reader(report, folder, [file])
    truth = Truth(os.path.join(folder, file))
    figures = rules_figures.check(check, name, reader, truth)
    rules_exports.check(check, name, reader, truth, figures)
    rules_screens.check(check, name, reader, truth, figures, sibling)
    return check


def schema(check, report, folder):
    """All records are as the schema says, as far as somebody can tell here."""
    try:
        import jsonschema
    except ImportError:
        print('no jsonschema here: records are not held against the schema')
        return
    with open(os.path.join(zoo.ROOT, 'docs', 'instr-report.schema.json'), encoding='utf-8') as file:
        validator = jsonschema.Draft202012Validator(json.load(file))
    for command in 'flat tree ranks imbalance mpi communicators metrics coverage diff scale list'.split():
        names = {'list': '', 'diff': 'pair pair-slower', 'scale': 'pair waits'}.get(command, 'marks waits merged hostile')
        for name in names.split() if command not in ('diff', 'scale') else [names]:
            record = Reader(report, folder, [f'{one}.instr' for one in name.split()]).record(command)
            faults = [fault.message for fault in validator.iter_errors(record)]
            check.hold('schema: records are as it says', name, not faults, command, faults[:1])
            if record['rows']:
                del record['rows'][0][list(record['rows'][0])[0]]
                check.hold('schema: it refuses what lacks a column', name, not validator.is_valid(record), command)


def profiles(build, folder, short):
    """By name: the file; made unless they are there."""
    known = os.path.join(folder, 'profiles.json')
    if not os.path.exists(known):
        made = zoo.make(build, folder, short)
        for words in made.left_out:
            print(f'left out: {words}')
        with open(known, 'w') as file:
            json.dump(made.profiles, file)
    with open(known) as file:
        return json.load(file)


def main(arguments):
    options = dict((word[2:] + '=').split('=')[:2] for word in arguments if word.startswith('--'))
    build, = [os.path.abspath(word) for word in arguments if not word.startswith('--')]
    folder = os.path.abspath(options['keep']) if 'keep' in options else tempfile.mkdtemp(prefix='agree.')
    os.makedirs(folder, exist_ok=True)
    begin = time.monotonic()
    files = profiles(build, folder, 'short' in options)
    made = time.monotonic()
    report = options.get('report') or os.path.join(build, 'bin', 'instr-report')
    jobs = [(report, folder, name, file, files.get(zoo.SIBLINGS.get(name))) for name, file in files.items()
            if options.get('only', name) == name]
    whole = Check()
    with multiprocessing.Pool() as pool:
        for check in pool.imap(one, jobs):
            whole.add(check)
    schema(whole, report, folder)
    broken = whole.print(int(options.get('few', 3)))
    print(f'{len(jobs)} profiles; made in {made - begin:.0f} s, checked in {time.monotonic() - made:.0f} s')
    if 'keep' not in options:
        shutil.rmtree(folder)
    return 1 if broken else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
