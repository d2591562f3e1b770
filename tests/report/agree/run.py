#!/usr/bin/env python3
"""run.py BUILD [--short] [--keep=FOLDER] [--only=PROFILE] [--node=NODE --modules=FOLDER] - makes the zoo with the instr of BUILD, and holds the rules against each
profile on each screen; see zoo.py and rules_*.py. --keep: where the profiles lie, and are not made again when they do.
--modules: the page's packages of npm, with which it is opened in a browser."""
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
import rules_more
import rules_page
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


def profiles(build, folder, short):
    """By name: the file; and the tables that programs printed themselves. Made unless they are there."""
    known = os.path.join(folder, 'profiles.json')
    if not os.path.exists(known):
        made = zoo.make(build, folder, short)
        for words in made.left_out:
            print(f'left out: {words}')
        with open(known, 'w') as file:
            json.dump([made.profiles, made.logs], file)
    with open(known) as file:
        return json.load(file)


def main(arguments):
    options = dict((word[2:] + '=').split('=')[:2] for word in arguments if word.startswith('--'))
    build, = [os.path.abspath(word) for word in arguments if not word.startswith('--')]
    folder = os.path.abspath(options['keep']) if 'keep' in options else tempfile.mkdtemp(prefix='agree.')
    os.makedirs(folder, exist_ok=True)
    begin = time.monotonic()
    files, logs = profiles(build, folder, 'short' in options)
    made = time.monotonic()
    report = options.get('report') or os.path.join(build, 'bin', 'instr-report')
    jobs = [(report, folder, name, file, files.get(zoo.SIBLINGS.get(name))) for name, file in files.items()
            if options.get('only', name) == name]
    whole = Check()
    with multiprocessing.Pool() as pool:
        for check in pool.imap(one, jobs):
            whole.add(check)
    if 'only' not in options:
        rules_more.check(whole, report, folder, logs)
        if 'node' in options and 'modules' in options:
            rules_page.check(whole, report, folder, files, zoo.SIBLINGS, options['node'], options['modules'])
        else:
            print('left out: what the page draws, for want of --node and --modules')
    broken = whole.print(int(options.get('few', 3)))
    print(f'{len(jobs)} profiles; made in {made - begin:.0f} s, checked in {time.monotonic() - made:.0f} s')
    if 'keep' not in options:
        shutil.rmtree(folder)
    return 1 if broken else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
