#!/usr/bin/env python3
"""means.py [TRIES] - how often `diff` would find a change of 10% in simulated runs, some of which are disturbed, and how often one
where there is none: by means, trimmed means, those of the two that are known better (report/compare/means.h), and medians."""
import random
import statistics
import sys

T = [0, 63.7, 9.92, 5.84, 4.60, 4.03, 3.71, 3.50, 3.36, 3.25, 3.17]


def student(freedom):
    return T[freedom] if freedom < len(T) else 2.58 + 5.9 / freedom


def trimmed(out):
    """Yuen's test with the `out` lowest and highest values of each group left out; with 0 it is Student's."""
    def group(values):
        values = sorted(values)
        kept = values[out:len(values) - out]
        put = [kept[0]] * out + kept + [kept[-1]] * out
        return statistics.fmean(kept), statistics.variance(put) * (len(put) - 1), len(kept)

    def test(before, after):
        (a, a_squares, kept), (b, b_squares, _) = group(before), group(after)
        return b - a, student(2 * kept - 2) * ((a_squares + b_squares) / (2 * kept - 2) * 2 / kept) ** 0.5
    return test


def better(out):
    plain, robust = trimmed(0), trimmed(out)
    return lambda before, after: min(plain(before, after), robust(before, after), key=lambda one: one[1])


def deviation(before, after):
    """The median of how far values are from the median of their side, but for those that are it."""
    off = []
    for values in (before, after):
        middle = statistics.median(values)
        off += sorted(abs(value - middle) for value in values)[len(values) % 2:]
    return statistics.median(off)


def medians(factor):
    return lambda before, after: (statistics.median(after) - statistics.median(before), factor * deviation(before, after))


def factor_of(runs, tries):
    """What the medians of normal values differ by once in a hundred times, by their deviation."""
    def one():
        before, after = ([random.gauss(0, 1) for _ in range(runs)] for _ in range(2))
        return abs(statistics.median(after) - statistics.median(before)) / deviation(before, after)
    return sorted(one() for _ in range(tries))[int(0.99 * tries)]


def times(runs, mean, disturbed):
    """With a spread of 2.5%; a disturbed one takes up to 30% longer."""
    def one():
        slower = 0.3 * random.random() if random.random() < disturbed else 0
        return mean * (1 + 0.025 * random.gauss(0, 1)) * (1 + slower)
    return [one() for _ in range(runs)]


tries = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
random.seed(1)
print('runs a side, disturbed, change: found by means, trimmed means, the better of the two, medians')
for runs in (5, 7, 10):
    tests = [trimmed(0), trimmed(runs // 5), better(runs // 5), medians(factor_of(runs, 2 * tries))]
    for disturbed in (0, 0.1, 0.2):
        for change in (0, 0.1):
            found = [0] * len(tests)
            for _ in range(tries):
                before, after = times(runs, 1, disturbed), times(runs, 1 + change, disturbed)
                for i, test in enumerate(tests):
                    difference, noise = test(before, after)
                    found[i] += abs(difference) > max(noise, 0.01)
            print(runs, f'{disturbed:.0%}', f'{change:.0%}:', *(f'{100 * count / tries:.1f}%' for count in found))
