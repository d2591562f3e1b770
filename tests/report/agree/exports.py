"""exports.py - each export of a profile, read back as its format is described: own seconds and calls by name."""
import collections
import gzip
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import cubex_data
import pprof_data

Sums = collections.namedtuple('Sums', 'own calls digits') # digits: the seconds that one entry may be off


def folded(reader):
    own, lines = collections.Counter(), 0
    for line in reader.ask('export folded').splitlines():
        stack, time = line.rsplit(' ', 1)
        own[stack.split(';')[-1]] += int(time) * 1e-9
        lines += 1
    return Sums(own, None, 1e-9 * (lines + 1))


def speedscope(reader):
    scope = json.loads(reader.ask('export speedscope'))
    own, names = collections.Counter(), scope['shared']['frames']
    for stack, weight in zip(scope['profiles'][0]['samples'], scope['profiles'][0]['weights']):
        own[names[stack[-1]]['name']] += weight * 1e-9
    return Sums(own, None, 1e-9 * (len(scope['profiles'][0]['samples']) + 1))


def callgrind(reader):
    own, name, call, lines = collections.Counter(), '', False, 0
    for line in reader.ask('export callgrind').splitlines():
        if line.startswith('fn='):
            name = line[3:]
        elif line.startswith('calls='):
            call = True
        elif re.fullmatch(r'[0-9]+( [0-9]+)+', line):
            if not call:
                own[name] += int(line.split()[1]) * 1e-9
                lines += 1
            call = False
    return Sums(own, None, 1e-9 * (lines + 1))


def pprof(reader):
    own, calls = collections.Counter(), collections.Counter()
    kinds, samples = pprof_data.read(gzip.decompress(reader.ask('export pprof', binary=True)))
    assert kinds[:2] == ['calls', 'time'], kinds
    for stack, values in samples:
        own[stack[0]] += values[1] * 1e-9
        calls[stack[0]] += values[0]
    return Sums(own, calls, 1e-9 * (len(samples) + 1))


def firefox(reader):
    fox = json.loads(reader.ask('export firefox'))['threads'][0]
    own = collections.Counter()
    for stack, ms in zip(fox['samples']['stack'], fox['samples']['weight']):
        function = fox['frameTable']['func'][fox['stackTable']['frame'][stack]]
        own[fox['stringArray'][fox['funcTable']['name'][function]]] += ms * 1e-3
    return Sums(own, None, 1e-9 * (len(fox['samples']['stack']) + 1))


def caliper(reader):
    split = json.loads(reader.ask('export caliper'))
    own, calls = collections.Counter(), collections.Counter()
    for path, _, time, _, count in split['data']:
        own[split['nodes'][path]['label']] += time
        calls[split['nodes'][path]['label']] += count
    return Sums(own, calls, 1e-9)


def cubex(reader):
    own, calls = collections.Counter(), collections.Counter()
    paths, values, _ = cubex_data.read(reader.ask('export cubex', binary=True))
    for name, (visits, time) in zip(paths, values):
        own[name] += sum(time)
        calls[name] += sum(visits)
    return Sums(own, calls, 1e-9)


def caliper_ranks(reader):
    """The inclusive time of the root on each rank."""
    split, inclusive = json.loads(reader.ask('export caliper')), collections.Counter()
    for path, rank, _, seconds, _ in split['data']:
        inclusive[rank] += seconds if path == 0 else 0
    return inclusive


def cubex_visits(reader):
    """By (node, rank, thread)."""
    _, values, places = cubex_data.read(reader.ask('export cubex', binary=True))
    visits = collections.Counter()
    for node, (counts, _) in enumerate(values):
        for place, count in zip(places, counts):
            visits[(node, *place)] += count
    return visits


def timers(reader):
    """How many ranks, and the inclusive seconds of each name over them."""
    lines, seconds = reader.ask('export timers').splitlines(), collections.Counter()
    for line in lines:
        words = line.split(';')
        for name, total in zip(words[0:-1:3], words[1::3]):
            seconds[name] += float(total) * 1e-3
    return len(lines), seconds


def callstack(reader):
    """How many ranks, and the inclusive seconds of each (level, name) over them; a line is of one level."""
    ranks, seconds = 0, collections.Counter()
    text = reader.ask('export callstack')
    apart = text.rstrip('\n').count('\n\n')
    for line in text.splitlines():
        words = line.split(';')
        assert len(set(words[0:-1:3])) < 2, line
        ranks += words[0] in ('0', '')
        if words[0] == '':
            continue
        for level, name, total in zip(words[0:-1:3], words[1::3], words[2::3]):
            seconds[int(level), name] += float(total) * 1e-3
    return apart + 1 if apart else ranks, seconds


def extrap(reader):
    """How many ranks, and the mean own seconds of each name."""
    lines = reader.ask('export extrap').splitlines()
    first, own = lines[3:lines.index('METRIC visits')], collections.Counter()
    for region, data in zip(first[::2], first[1::2]):
        own[region.removeprefix('REGION ').split('->')[-1]] += float(data.removeprefix('DATA '))
    return int(lines[1].split()[1]), own


def dot(reader):
    """(name, own time, inclusive time, calls) of each box, as they are written: a time is "1.234 s (12.3%)"."""
    box = re.compile(r'^ *r\d+ \[label="(.*)\\nself (.*)\\ntotal (.*)\\n(\d+) calls",', re.M)
    return [(name, own, whole, int(calls)) for name, own, whole, calls in box.findall(reader.ask('export dot', '--min=0'))]


def e3sm(reader):
    """By name: ranks, threads, calls, seconds, most and least of a thread, of the file of all ranks."""
    prefix = reader.files[0] + '.timing'
    reader.ask('export e3sm', '-o', prefix)
    line = re.compile(r'^"(.*)" +[-y] +(\d+) +(\d+) +(\S+) +(\S+) +([0-9.]+) \(.*?\) +([0-9.]+) \(', re.M)
    with open(os.path.join(reader.folder, prefix + '_stats'), encoding='utf-8') as file:
        return {name: tuple(map(float, figures)) for name, *figures in line.findall(file.read())}


# What has a time for each name. Those by rank are of the times without what probes took, never with --raw.
WHOLE = {'folded': folded, 'speedscope': speedscope, 'callgrind': callgrind, 'pprof': pprof, 'firefox': firefox}
BY_RANK = {'caliper': caliper, 'cubex': cubex}
# What else must not name what is outside the base.
TEXTS = 'dot extrap timers callstack'.split()
