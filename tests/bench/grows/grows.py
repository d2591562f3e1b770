#!/usr/bin/env python3
"""grows.py - what a process, a build and a report pay as what they have grows: each row of ROWS at four sizes.

    grows.py BIN COMPILER [ROW ...] [--largest=N] [--rounds=N]

BIN has instr-cc and instr-report. Each line says processor time (user and system, with what a command leaves behind) and the
largest memory of one process, plainly and with instr, least of the rounds, which take turns; and the power with which time grows
from one size to the next. What is made stands in a folder of its own, which goes at the end.
"""
import math
import os
import subprocess
import sys
import tempfile

UNIT = 1000  # functions of one unit; further units are the same object with another number in its names


def run(command, **settings):
    """Seconds of processor time and MB of a command; no process that this one starts seems smaller than this one."""
    output = [(os.POSIX_SPAWN_OPEN, stream, "/dev/null", os.O_WRONLY, 0) for stream in (1, 2)]
    child = os.posix_spawnp(command[0], command, {**os.environ, **settings}, file_actions=output)
    status, used = os.wait4(child, 0)[1:]
    if status:
        sys.exit(f"{' '.join(command)} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    return path


def unit_text(functions):
    body = "".join(f"__attribute__((noinline)) int f_u0000_{i}(int x)\n{{\n    for (int i = 0; i < x; i++)\n        "
                   f"sink += i ^ {i};\n    return x;\n}}\n" for i in range(functions))
    calls = "".join(f"    s += f_u0000_{i}(s & 1);\n" for i in range(functions))
    return f"static volatile int sink;\n{body}int all_u0000(void)\n{{\n    int s = 0;\n{calls}    return s;\n}}\n"


def program_of(compiler, functions):
    """A program of so many functions, which calls each once if it has an argument."""
    units = functions // UNIT
    subprocess.run([*compiler, "-O1", "-c", write("u0000.c", unit_text(UNIT))], check=True)
    with open("u0000.o", "rb") as file:
        first = file.read()
    for i in range(1, units):
        with open(f"u{i:04}.o", "wb") as file:
            file.write(first.replace(b"u0000", b"u%04d" % i))
    calls = "".join(f"int all_u{i:04}(void);\n" for i in range(units))
    calls += "int main(int n, char **v)\n{\n    int s = 0;\n    (void)v;\n    if (n > 1) {\n"
    calls += "".join(f"        s += all_u{i:04}();\n" for i in range(units)) + "    }\n    return s == 42;\n}\n"
    name = f"./program-{os.path.basename(compiler[0])}-{functions}"
    subprocess.run([*compiler, "-O1", write("main.c", calls), *[f"u{i:04}.o" for i in range(units)], "-o", name], check=True)
    return name


def functions_of(size, *words):
    return [[program_of(compiler, size), *words] for compiler in (PLAIN, INSTR)]


def program(name, text, *words):
    write(name + ".c", text)
    for compiler, kind in ((PLAIN, "plain"), (INSTR, "instr")):
        subprocess.run([*compiler, "-O1", "-fno-inline", name + ".c", "-o", f"{name}-{kind}"], check=True)
    return [[f"./{name}-{kind}", *words] for kind in ("plain", "instr")]


DEPTH, WIDTH = 4, 32


def paths_of(size):
    """Each of so many paths once, in no order: calls of 32 functions, below each 32 others, four deep, 2^20 paths at most."""
    text = "#include <stdlib.h>\nstatic volatile int sink;\nstatic void end(unsigned path)\n{\n    sink += (int)path;\n}\n"
    text += "static void (*volatile last)(unsigned) = end;\n"
    below = "last(path)"
    for depth in range(DEPTH):
        names = [f"p_{depth}_{i}" for i in range(WIDTH)]
        text += "".join(f"static void {name}(unsigned path)\n{{\n    sink++;\n    {below};\n}}\n" for name in names)
        text += f"static void (*const all_{depth}[])(unsigned) = {{{', '.join(names)}}};\n"
        below = f"all_{depth}[path % {WIDTH}](path / {WIDTH})"
    text += f"""int main(int n, char **words)
{{
    for (unsigned i = n > 1 ? (unsigned)atoi(words[1]) : 0; i > 0; i--) {{
        unsigned path = i * 2654435761u % {WIDTH ** DEPTH}u;
        {below};
    }}
}}
"""
    return program("paths", text, str(size))


FORKS = """
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int work(int n)
{
    volatile int sum = 0;
    for (int i = 0; i < 1000 + n; i++)
        sum += i;
    return sum == 42;
}
int main(int n, char **words)
{
    for (int i = n > 1 ? atoi(words[1]) : 0; i > 0; i--)
        if (fork() == 0)
            return work(i);
    while (wait(NULL) > 0)
        continue;
    return work(0);
}
"""


def file_of(size):
    write("file.c", unit_text(size))
    return [[*compiler, "-O2", "-c", "file.c", "-o", "file.o"] for compiler in (PLAIN, INSTR)]


def shorts_of(size):
    return [["/bin/sh", "-c", f"i=0; while [ $i -lt {size} ]; do {command[0]}; i=$((i + 1)); done"]
            for command in program("short", FORKS)]


def report_of(size):
    """A profile of all paths, read by `flat`: against a program that reads nothing."""
    run(paths_of(size)[1], INSTR_MEMORY="4096", INSTR_OUTPUT="all.instr", INSTR_TIMING="exact")
    return [["true"], [BIN + "/instr-report", "flat", "all.instr"]]


def merge_of(size):
    """Profiles of one program of 4,000 functions, all called."""
    if not os.path.exists("one.instr"):
        run(functions_of(4000, "all")[1], INSTR_OUTPUT="one.instr")
    return [["true"], [BIN + "/instr-report", "merge", "-o", "merged.instr", *["one.instr"] * size]]


BY_TWO = (0.125, 0.25, 0.5, 1)
ROWS = {  # what grows to how many, what is run, with which settings
    "never": (100000, lambda size: functions_of(size), {}),
    "once": (100000, lambda size: functions_of(size, "all"), {}),
    "file": (20000, file_of, {}),
    "paths": (1 << 20, paths_of, {"INSTR_TIMING": "exact"}),
    "all-paths": (1 << 20, paths_of, {"INSTR_TIMING": "exact", "INSTR_MEMORY": "1024"}),
    "report": (1 << 20, report_of, {}),
    "merge": (1024, merge_of, {}),
    "fork": (500, lambda size: program("fork", FORKS, str(size)), {}),
    "short": (200, shorts_of, {}),
}


def show(row, largest, rounds):
    most, prepare, settings = ROWS[row]
    settings = {"INSTR_OUTPUT": "/dev/null", **settings}
    before = None
    for part in BY_TWO:
        size = int((largest or most) * part)
        commands = prepare(size)
        taken = [[run(command, **settings) for command in commands] for _ in range(rounds)]
        plain, instr = ([min(one[i][k] for one in taken) for k in (0, 1)] for i in (0, 1))
        power = math.log2(instr[0] / before) if before and instr[0] else float("nan")
        before = instr[0] or None
        print(f"{row:10} {size:8} {plain[0] * 1e3:9.1f} {instr[0] * 1e3:9.1f} ms {plain[1]:8.1f} {instr[1]:8.1f} MB   "
              f"power {power:5.2f}", flush=True)


WORDS = [word for word in sys.argv[1:] if not word.startswith("--")]
OPTIONS = dict(word[2:].split("=") for word in sys.argv[1:] if word.startswith("--"))
BIN, PLAIN = os.path.abspath(WORDS[0]), [WORDS[1]]
INSTR = [BIN + "/instr-cc", *PLAIN]

with tempfile.TemporaryDirectory(prefix="instr-grows-") as folder:
    os.chdir(folder)
    print("row            size     plain     instr         plain    instr")
    for one in WORDS[2:] or ROWS:
        show(one, int(OPTIONS.get("largest", 0)), int(OPTIONS.get("rounds", 3)))
