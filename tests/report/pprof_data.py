"""pprof_data.py - a profile of pprof's read as profile.proto describes it."""
import collections


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """Number and value of each field of a protocol buffer."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        yield key >> 3, value


def packed(data):
    at, values = 0, []
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


def read(data):
    """The names of its values; and stacks of names, leaf first, each with its values: calls, nanoseconds, metrics."""
    parts = collections.defaultdict(list)
    for number, value in fields(data):
        parts[number].append(value)
    strings = [text.decode() for text in parts[6]]
    functions = {dict(fields(f))[1]: strings[dict(fields(f))[2]] for f in parts[5]}
    places = {dict(fields(p))[1]: functions[dict(fields(dict(fields(p))[4]))[1]] for p in parts[4]}
    samples = [dict(fields(sample)) for sample in parts[2]]
    return ([strings[dict(fields(kind))[1]] for kind in parts[1]],
            [([places[i] for i in packed(sample[1])], packed(sample[2])) for sample in samples])
