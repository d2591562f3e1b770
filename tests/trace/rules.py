"""rules.py TRACE.json [FLAT.csv] - the rules of the Trace Event Format that viewers rely on, and that a trace says the same
as the profile of the same run: each function's calls, and their time.

With FLAT.csv, of `instr-report flat --csv --raw`, functions without recursion are compared; times within what rounding to
nanoseconds leaves: both end at one moment, and know by it what a tick is worth.
"""
import csv
import json
import sys


def check_rules(document):
    assert document["displayTimeUnit"] == "ns"
    names, open_events, last, slices = set(), {}, float("-inf"), []
    for event in document["traceEvents"]:
        lane = event["pid"], event["tid"]
        assert isinstance(event["pid"], int) and isinstance(event["tid"], int)
        if event["ph"] == "M":
            assert event["name"] in ("process_name", "thread_name") and event["args"]["name"]
            names.add((event["name"],) + (lane if event["name"] == "thread_name" else lane[:1]))
            continue
        assert event["ph"] == "X" and event["name"] and event["cat"]
        begin, end = round(event["ts"] * 1000), round((event["ts"] + event["dur"]) * 1000)
        assert event["dur"] >= 0 and event["ts"] >= 0 and event["ts"] >= last, event
        last = event["ts"]
        stack = open_events.setdefault(lane, [])
        while stack and stack[-1][1] <= begin and (stack[-1][1] < end or stack[-1][0] < begin):
            stack.pop()
        assert not stack or end <= stack[-1][1], ("not nested", event, stack[-1])
        event["recursive"] = any(name == event["name"] for _, _, name in stack)
        stack.append((begin, end, event["name"]))
        assert ("process_name", lane[0]) in names and ("thread_name",) + lane in names, lane
        slices.append(event)
    return slices


def check_sums(slices, path):
    calls, times = {}, {}
    recursive = {event["name"] for event in slices if event["recursive"]}
    for event in slices:
        name = event["name"]
        calls[name] = calls.get(name, 0) + ("goes on" not in event.get("args", {}))
        times[name] = times.get(name, 0) + event["dur"] / 1e6
    compared = 0
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            name = row["name"]
            if row["kind"] in ("thread", "root", "other") or not int(row["calls"]):
                continue
            assert calls.get(name) == int(row["calls"]), (name, "calls", calls.get(name), row["calls"])
            compared += 1
            difference = abs(times[name] - float(row["inclusive_s"]))
            if name not in recursive and "--times" in sys.argv:
                allowed = 1e-9 * len(slices) + 1e-6 * times[name]
                assert difference <= allowed, (name, "time", times[name], row["inclusive_s"])
    assert compared, "nothing to compare"


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        found = check_rules(json.load(file))
    if len(sys.argv) > 2:
        check_sums(found, sys.argv[2])
