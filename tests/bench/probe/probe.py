"""probe.py BENCH-PROBE [beside | metrics | instructions] - what a probe costs: nanoseconds, or instructions, that enter and leave add
to a call; beside a program that spins on the same processor, of each group of metrics, or as valgrind counts them, which is the same
each time. The ways of timing are runs of their own, since a process has one."""

import os
import subprocess
import sys
import tempfile

PROGRAM, HOW = sys.argv[1], sys.argv[2:]
ROUNDS = 15
WAYS = [(timing, {"INSTR_TIMING": timing}) for timing in ("adaptive", "exact")]
METRICS = [
    (f"  {metrics}" if metrics else timing, way | {"INSTR_METRICS": metrics})
    for timing, way in WAYS
    for metrics in ("", "heap", "cpu-time", "os", "memory", "task-clock")
]
WAYS = [("off", {"INSTR_LEVEL": "0"}), *WAYS, ("traced", {"INSTR_TRACE": "size=16G,output=TRACE"})]


def run(command, way, folder):
    way = {name: value.replace("TRACE", folder + "/trace") for name, value in way.items()}
    subprocess.run(command, env=os.environ | {"INSTR_METRICS": "", "INSTR_OUTPUT": "/dev/null"} | way, check=True)
    if os.path.exists(folder + "/trace"):
        os.unlink(folder + "/trace")


def measure(title, ways, folder):
    print(f"ns a call, medians of {ROUNDS} rounds{title}\n{'timing':<12} {'shape':<26} {'plain':>7} {'2 clocks':>9} {'probe':>9} {'ratio':>7}", flush=True)
    for name, way in ways:
        run([PROGRAM, "measure", name], way, folder)


def measure_beside(folder):
    """On one processor, with somebody else who wants it: whoever takes a time slice that was lost for the function's own time looks
    bad here."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    spinner = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        measure(", beside a spinner on the same processor", WAYS, folder)
    finally:
        spinner.kill()


def instructions(path):
    for line in open(path):
        if line.startswith("summary: "):
            return int(line.split()[1])
    sys.exit("valgrind left no counts: is it installed?")


def measure_instructions(folder):
    print(f"instructions a call\n{'timing':<9} {'shape':<26} {'plain':>7} {'2 clocks':>9} {'probe':>9}", flush=True)
    valgrind = "valgrind -q --tool=callgrind --toggle-collect=collect --dump-after=collect".split()
    shapes = subprocess.run([PROGRAM, "calls"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    for name, way in WAYS:
        run([*valgrind, f"--callgrind-out-file={folder}/out", PROGRAM, "collect"], way, folder)
        for number, shape in enumerate(shapes):
            calls, _, text = shape.partition(" ")
            plain, clocks, probe = (instructions(f"{folder}/out.{3 * number + kind}") / int(calls) for kind in (1, 2, 3))
            print(f"{name:<9} {text:<26} {plain:7.1f} {clocks - plain:9.1f} {probe - plain:9.1f}", flush=True)


with tempfile.TemporaryDirectory(prefix="bench-probe-") as scratch:
    if HOW == ["beside"]:
        measure_beside(scratch)
    elif HOW == ["instructions"]:
        measure_instructions(scratch)
    elif HOW == ["metrics"]:
        measure(", with metrics", METRICS, scratch)
    else:
        measure("", WAYS, scratch)
