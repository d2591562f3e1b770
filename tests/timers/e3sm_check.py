#!/usr/bin/env python3
"""e3sm_check.py STATS FILE... - the rules by which E3SM's readers take these files, which parse by position: the banner and the
identification once, names in quotes, columns of fixed form, an indentation of 2, sections that end at an empty line. Prints the
names of the statistics with their processes, threads and counts."""
import re
import sys

IDENTIFICATION = "$Id: gptl.c,v 1.157 2011-03-28 20:55:18 rosinski Exp $"
STATS_ROW = re.compile(
    r'"([^"]*)" *  ([y-])   ( *\d+) ( *\d+) (\d\.\d{6}e[+-]\d\d)   (\d\.\d{6}e[+-]\d\d) ( *\d+\.\d{3}) \(( *\d+) ( *\d+)\)'
    r' ( *\d+\.\d{3}) \(( *\d+) ( *\d+)\)$')
RANK_ROW = re.compile(
    r'([* ]) ((?:  )*)"([^"]*)" *  ([y-])( *\d+|\d\.\de\+\d\d)(    -   | ( *\d+) )( *\d+\.\d{6}) ( *\d+\.\d{6}) ( *\d+\.\d{6})'
    r' ( *\d+\.\d{6}) $')


def require(what, where, holds):
    if not holds:
        sys.exit(f"{where}: {what}")


def section(lines, start, where):
    end = lines.index("", start)
    require("a section without a line", where, end > start)
    return lines[start:end]


def check_stats(path):
    text = open(path, encoding="utf-8").read()
    lines = text.split("\n")
    banners = [line for line in lines if "GLOBAL STATISTICS" in line]
    require("the banner stands there once", path, len(banners) == 1 and lines[1] == banners[0])
    require("its form", path, re.fullmatch(r"\*{5} GLOBAL STATISTICS \([ \d]{6} MPI TASKS\) \*{5}", banners[0]))
    require("the identification once", path, text.count(IDENTIFICATION) == 1)
    require("one line that begins with name", path, sum(line.startswith("name") for line in lines) == 1)
    head = next(i for i, line in enumerate(lines) if line.startswith("name"))
    rows = section(lines, head + 1, path)
    require("an empty line before the titles", path, lines[head - 1] == "")
    names = []
    for row in rows:
        match = STATS_ROW.match(row)
        require(f"a row of another form: {row}", path, match)
        require("the flag stands below 'on'", path, row[lines[head].index(" on ") + 2] in "y-")
        names.append(match.group(1))
        print(match.group(1), int(match.group(3)), int(match.group(4)), int(float(match.group(5))), sep="|")
    require("no name twice", path, len(set(names)) == len(names))
    return names


def check_rank(path, names):
    lines = open(path, encoding="utf-8").read().split("\n")
    require("its rank", path, lines[1] == "************ PROCESS {0:6d} ({0:6d}) ************".format(int(path.rsplit(".", 1)[1])))
    require("the identification once", path, lines.count(IDENTIFICATION) == 1)
    starts = [i for i, line in enumerate(lines) if line.startswith("Stats for thread")]
    require("threads in their order", path, [lines[i] for i in starts] == [f"Stats for thread {t}:" for t in range(len(starts))])
    for start in starts:
        depth = -1
        require("the titles", path, lines[start + 1].endswith(" On  Called Recurse   Wallclock          max          min     UTR Overhead "))
        for row in section(lines, start + 2, path):
            match = RANK_ROW.match(row)
            require(f"a row of another form: {row}", path, match)
            level = len(match.group(2)) // 2
            require(f"a level is left out: {row}", path, level <= depth + 1)
            require("rows as wide as the titles", path, len(row) == len(lines[start + 1]))
            require("a name of the statistics", path, match.group(3) in names)
            depth = level


statistics = check_stats(sys.argv[1])
for file in sys.argv[2:]:
    check_rank(file, statistics)
