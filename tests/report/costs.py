"""costs.py INSTR_REPORT MAKE_ODD [PATHS RANKS] - what each report costs: seconds and memory of instr-report on profiles of 10^5 and
10^6 call paths, of 1 and of 1,024 ranks.

The tree is that of `make-odd wide`, most of whose ranks are copies, which is what a job's reduction would give of equal ranks. What a
report writes goes to /dev/null; the time is that of the whole process.
"""

import os
import subprocess
import sys
import time

REPORTS = """summary
tree
tree --csv
tree --json
tree --bottom-up
tree --callers=step_8
tree --callees=step_8
tree --focus=step_8
tree --hide=step_8
tree --by=directory
flat
flat --json
mpi
ranks
imbalance
coverage
filter
html -o /dev/null
merge -o merged.instr
diff PROFILE
diff --csv PROFILE"""
EXPORTS = "folded speedscope callgrind dot pprof firefox caliper cubex timers callstack extrap"


def measure(report, make_odd, paths, ranks):
    profile = f"bench.{paths}.{ranks}.instr"
    subprocess.run([make_odd, "wide", str(paths), str(ranks), profile], check=True)
    print(f"{paths} paths, {ranks} rank{'s' * (ranks > 1)}:  wall, processor, memory")
    null = [(os.POSIX_SPAWN_OPEN, file, "/dev/null", os.O_WRONLY, 0) for file in (1, 2)]
    for words in REPORTS.splitlines() + ["export " + name for name in EXPORTS.split()]:
        begin = time.monotonic()
        command = [report, *words.replace("PROFILE", profile).split(), profile]
        child = os.posix_spawn(report, command, os.environ, file_actions=null)
        _, status, used = os.wait4(child, 0)
        failed = f"  (status {os.waitstatus_to_exitcode(status)})" if status else ""
        print(f"{time.monotonic() - begin:8.2f} s {used.ru_utime + used.ru_stime:8.2f} s {used.ru_maxrss // 1024:6d} MB  {words}{failed}", flush=True)
    for file in (profile, "merged.instr"):
        os.unlink(file)


for size in [sys.argv[3:5]] if sys.argv[3:] else ((10**5, 1), (10**6, 1), (10**5, 1024), (10**6, 1024)):
    measure(sys.argv[1], sys.argv[2], int(size[0]), int(size[1]))
