"""progress.py REPORT MAKE_ODD - long work says how far it is on a terminal, takes that away, and writes nothing of it elsewhere."""
import os
import pty
import re
import shutil
import subprocess
import threading

from reports import expect, finish, report, tools

subprocess.run([tools[1], 'deep', '20000', 'one.instr'], check=True)
os.mkdir('many')


def on_terminal(arguments, stdout, term='xterm'):
    """What a terminal got as standard error, and as standard output where that is None."""
    master, slave = pty.openpty()
    got = []

    def read():
        try:
            while part := os.read(master, 65536):
                got.append(part)
        except OSError: # the other end is closed
            pass
    reader = threading.Thread(target=read)
    reader.start()
    environment = {**os.environ, 'TERM': term, 'PAGER': 'cat'}
    done = subprocess.run([report, *arguments], stdin=subprocess.DEVNULL, stdout=slave if stdout is None else stdout,
                          stderr=slave, env=environment)
    os.close(slave)
    reader.join()
    os.close(master)
    expect(f'{arguments} ends well', done.returncode, 0)
    return b''.join(got).decode()


def left(text):
    """What stands on the terminal in the end."""
    return re.sub('[^\r\n]*\r\x1b\\[K', '', re.sub('\r[^\r\n]*\x1b\\[K', '\r\x1b[K', text)).strip()


says, profiles = False, 0
while not says and profiles < 3840: # what is long is told by the machine
    more = range(profiles, max(60, 2 * profiles))
    for i in more:
        shutil.copy('one.instr', f'many/{i}.instr')
    profiles = more.stop
    with open('tree.csv', 'wb') as file:
        shown = on_terminal(['tree', '--csv', 'many'], file)
    says = bool(re.search(r'\r(reading|merging) profiles: \d+%', shown))
expect('it says how far it is', says, True)
expect('nothing is left of it', left(shown), '')
expect('the report has nothing of it', b'\x1b' in open('tree.csv', 'rb').read(), False)
whole = on_terminal(['flat', '--color=never', 'many'], None)
expect('it is gone before the report', whole.rfind('%\x1b[K') < whole.find('region') or 'region' not in whole, True)
expect('the report is all that is left', left(whole).replace('\r', ''),
       subprocess.run([report, 'flat', 'many'], check=True, capture_output=True).stdout.decode().strip())
with open('tree.csv', 'wb') as file:
    expect('a terminal that can do nothing', on_terminal(['tree', '--csv', 'many'], file, 'dumb'), '')
piped = subprocess.run([report, 'tree', '--csv', 'many'], check=True, capture_output=True)
expect('nothing in a pipe', piped.stderr, b'')
finish()
