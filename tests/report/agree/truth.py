"""truth.py - what a profile says, read as docs/dev/profile-format.md describes it and added up anew, without any code of the reports.

Times are picoseconds, whole numbers. What a report must say follows from few rules: a node's time is without what probes took in it and
below it on its thread; exclusive is inclusive less that of the children on the same thread; of a region the exclusive times add up, and the
inclusive ones of its outermost frames. An estimate with a standard error above 100 % is below what was seen, and no number. Not here: what
--focus and the like make of a profile."""
import collections
import struct

STARTUP = {'MPI_Init', 'MPI_Init_thread', 'MPI_Finalize', 'MPI_Session_init', 'MPI_Session_finalize'}
KINDS = 'root function block loop branch call mpi label context thread other device wait part'.split()

Node = collections.namedtuple('Node', 'parent region flags calls sum timed error2 probes ranks')
Region = collections.namedtuple('Region', 'name file origin groups reason line flags kind level')


class Bytes:
    def __init__(self, data, order):
        self.data, self.at, self.order = data, 0, order

    def varint(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def wide(self):
        low = self.varint()
        return low + (self.varint() << 64)

    def double(self):
        value, = struct.unpack_from(self.order + 'd', self.data, self.at)
        self.at += 8
        return value


def seen(time, error2):
    """As one reads it, an error of 100.0 % is the most."""
    return error2 <= (1.0005 * max(time, 0)) ** 2


def sections(data):
    order = '<' if data[8:9] == b'L' else '>'
    count, = struct.unpack_from(order + 'I', data, 12)
    for i in range(count):
        tag, _, offset, size = struct.unpack_from(order + '4sIQQ', data, 24 + 24 * i)
        yield tag.decode(), Bytes(data[offset:offset + size], order)


def read_nodes(part):
    nodes = []
    for i in range(part.varint()):
        parent = None
        if i:
            parent = i - 1
            for _ in range(part.varint()):
                parent = nodes[parent].parent
        shape, region = part.varint(), part.varint()
        flags = part.varint() if shape & 1 else 0
        calls, total = part.varint(), part.wide()
        timed, error2 = (part.varint(), part.double()) if shape & 2 else (calls, 0)
        if timed:
            part.varint()
        if shape & 4:
            part.varint(), part.double(), part.double()
        if shape & 8:
            part.varint(), part.varint()
        probes = part.wide() if shape & 32 else 0
        if not shape & 16:
            ranks = 1, part.varint()
        else:
            ranks = part.varint(), None
            if ranks[0]:
                part.varint(), part.varint(), part.varint(), part.varint(), part.double(), part.double()
        nodes.append(Node(parent, region, flags, calls, total, timed, error2, probes, ranks))
    return nodes


class Truth:
    """A profile and what follows from it."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            parts = dict(sections(file.read()))
        texts = parts['STRG']
        count = texts.varint()
        strings = [text.decode('utf-8', 'replace') for text in texts.data[texts.at:].split(b'\0')[:count]]
        part = parts['REGN']
        self.regions = [Region(*(strings[part.varint()] for _ in range(5)), *(part.varint() for _ in range(4)))
                        for _ in range(part.varint())]
        self.meta = {}
        if 'META' in parts:
            part = parts['META']
            self.meta = {strings[part.varint()]: strings[part.varint()] for _ in range(part.varint())}
        self.nodes = read_nodes(parts['NODE'])
        self.name_threads()
        self.derive()

    def name_threads(self):
        """Threads have the name of the function that started them."""
        for i, node in enumerate(self.nodes):
            if self.kind(i) == 'thread' and self.name(i) == 'thread' and node.parent:
                above = self.regions[self.nodes[node.parent].region]
                self.regions.append(above._replace(name=above.name.split('(')[0] + ' (threads)', kind=KINDS.index('thread')))
                self.nodes[i] = node._replace(region=len(self.regions) - 1)

    def kind(self, node):
        return KINDS[min(self.regions[self.nodes[node].region].kind, len(KINDS) - 1)]

    def name(self, node):
        return self.regions[self.nodes[node].region].name

    def beside(self, node):
        """A thread runs beside what started it, and is in no time above it."""
        return self.kind(node) == 'thread'

    def path(self, node):
        """Name, file, line and kind of all regions from a node up, without the root."""
        keys = []
        while node:
            region = self.regions[self.nodes[node].region]
            keys.append((region.name, region.file, region.line, self.kind(node)))
            node = self.nodes[node].parent
        return tuple(keys)

    def outermost(self, node):
        """Whether no other frame of its region is above it on its thread."""
        region, thread = self.nodes[node].region, self.beside(node)
        while node and not thread:
            node = self.nodes[node].parent
            if self.nodes[node].region == region:
                return False
            thread = self.beside(node)
        return True

    def device(self, node):
        region = self.regions[self.nodes[node].region]
        return self.kind(node) == 'thread' and region.groups == 'device'

    def unseen(self, node):
        return not seen(self.inside[node], self.nodes[node].error2)

    def started(self, node):
        return self.kind(node) == 'mpi' and self.name(node) in STARTUP

    def derive(self):
        count = len(self.nodes)
        below = [node.probes for node in self.nodes]
        for i in range(count - 1, 0, -1):
            if not self.beside(i):
                below[self.nodes[i].parent] += below[i]
        self.inclusive = [node.sum - probes for node, probes in zip(self.nodes, below)]
        self.exclusive = list(self.inclusive)
        for i in range(1, count):
            if not self.beside(i):
                self.exclusive[self.nodes[i].parent] -= self.inclusive[i]
        # What is measured time of threads: the process's own and each thread's, not what devices do beside them.
        self.on_device = [False] * count
        self.startup = [False] * count
        for i in range(count):
            parent = self.nodes[i].parent
            self.on_device[i] = self.device(i) or (parent is not None and self.on_device[parent])
            self.startup[i] = self.started(i) or (parent is not None and self.startup[parent] and not self.beside(i))
        self.starting = sum(max(self.exclusive[i], 0) + self.nodes[i].probes for i in range(count) if self.startup[i]) # probes and all
        self.main_below_root = any(node.parent == 0 and node.calls and self.kind(i) == 'function' and self.name(i) == 'main'
                                   for i, node in enumerate(self.nodes))
        self.overhead = sum(node.probes for i, node in enumerate(self.nodes)
                            if not self.startup[i] and (i or not self.main_below_root))
        self.calls_of_region = collections.Counter()
        for node in self.nodes:
            self.calls_of_region[node.region] += node.calls
        self.own_of_region = collections.Counter()
        for i in range(count):
            if not self.startup[i]:
                self.own_of_region[self.nodes[i].region] += self.exclusive[i]
        inside = [0 if self.startup[i] else own for i, own in enumerate(self.exclusive)]
        self.inclusive_of_region, self.error2_of_region = collections.Counter(), collections.Counter()
        for i in range(count - 1, 0, -1):
            if not self.beside(i):
                inside[self.nodes[i].parent] += inside[i]
            if self.outermost(i):
                self.inclusive_of_region[self.nodes[i].region] += inside[i]
                self.error2_of_region[self.nodes[i].region] += self.nodes[i].error2
        self.inside = inside
        self.own_error2_of_region = collections.Counter()
        for i in range(count):
            part = max(self.exclusive[i], 0) / inside[i] if inside[i] > 0 else 1
            self.own_error2_of_region[self.nodes[i].region] += part * part * self.nodes[i].error2
        self.base = sum(max(self.exclusive[i], 0) for i in range(count)
                        if not self.startup[i] and not self.on_device[i] and (i or not self.main_below_root))
