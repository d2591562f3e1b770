"""reports.py - what the tests of instr-report in Python share: they ask it in a folder of their own, and count what does not
hold."""
import json
import os
import subprocess
import sys
import tempfile

tools = [os.path.abspath(argument) for argument in sys.argv[1:]]
report = tools[0]
os.chdir(tempfile.mkdtemp())
for name in 'PAGER', 'COLUMNS':
    os.environ.pop(name, None)
has_page = b'without its page' not in subprocess.run([report, 'html'], capture_output=True).stderr
failures = 0


def failed(text):
    global failures
    failures += 1
    print(f'FAILED: {text}')


def expect(what, got, wanted):
    if got != wanted:
        failed(f'{what}: {got}, not {wanted}')


def run(*arguments):
    return subprocess.run([report, *arguments], check=True, capture_output=True).stdout.decode('utf-8', 'replace')


def rows(*arguments):
    return json.loads(run(*arguments, '--json'))['rows']


def finish():
    sys.exit(failures > 0)
