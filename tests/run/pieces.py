"""pieces.py TIMING ACCOUNT FLAT SUSPENSIONS SUSPENDED - see pieces.sh."""

import csv
import sys

CLOSE = 1.02  # two clocks


def rows(path):
    with open(path, encoding="utf-8") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def main():
    timing, account, flat, suspensions, suspended = sys.argv[1:]
    wrong = 0
    flat, suspensions, suspended = rows(flat), rows(suspensions), rows(suspended)
    for line in open(account, encoding="utf-8").read().splitlines()[1:]:
        name, begun, times, ran, waited = line.rsplit(" ", 4)
        found = next((n for n in flat if n == name or n.startswith(name + " at ")), None)
        if not found:
            wrong += bool(print(name, "is not there") or 1)
            continue
        row = flat[found]
        of_times = int(suspensions[found]["metric_suspensions_exclusive"])
        of_wait = float(suspended[found]["metric_suspended_exclusive"])
        inclusive = float(row["inclusive_s"]) * 1e9
        for what, good in (
            (f"begun {row['calls']} times, not {begun}", row["calls"] == begun),
            (f"suspended {of_times} times, not {times}", of_times == int(times)),
            (f"ran {inclusive} ns, less than {ran}", timing == "adaptive" or int(ran) <= CLOSE * inclusive),
            (f"was suspended {of_wait} ns, more than {waited}", of_wait <= CLOSE * int(waited)),
        ):
            if not good:
                wrong += bool(print(name, what) or 1)
    return bool(wrong)


sys.exit(main())
