# opencl.py PRINTED < TREE - rows of the device in a tree as CSV hold what a program printed: FUNCTION KERNEL LAUNCHES NS, of one
# run or of each rank.
import csv
import sys

printed = {}
for line in open(sys.argv[1]):
    function, kernel, launches, ns = line.split()
    if kernel == "step10":
        kernel = "(copy to host)"
    had = printed.get((function, kernel), (0, 0))
    printed[function, kernel] = (had[0] + int(launches), had[1] + int(ns))
rows = list(csv.DictReader(sys.stdin))
seen = {}
names = []
lanes = {}
for row in rows:
    del names[int(row["depth"]):]
    names.append(row["name"])
    if row["kind"] != "device":
        continue
    function = next(name for name in names if name in ("solve", "filter"))
    seen[function, row["name"]] = (int(row["calls"]), float(row["inclusive_s"]) * 1e9, int(row["ranks"]))
assert ("filter", "step4") in seen, "the kernel without an event"
del seen["filter", "step4"]
assert seen.keys() == printed.keys(), (sorted(seen), sorted(printed))
for key, (launches, ns) in printed.items():
    assert seen[key][0] == launches, (key, seen[key], launches)
    # Ticks of a clock that is known the better the longer the program ran.
    assert abs(seen[key][1] - ns) <= ns * 1e-4 + 1, (key, seen[key], ns)
print(len(printed), "rows,", sum(l for l, _ in printed.values()), "launches,",
      max(abs(seen[k][1] - n) / n for k, (_, n) in printed.items()), "off at most")
