#!/usr/bin/env python3
"""compile.py INSTR-CC COMPILER [ROUNDS [SOURCE.c [OPTION...]]] - what instr-cc adds to the processor time of a compile.

Compiles generated sources, or the one that is named with its options, at -O0, -O2 and -O3: in turn plainly, through instr-cc, and
through instr-cc with exact messages, each once a round. Prints medians of user and system time of all processes of a command, so
other work on the machine matters little, and their ratio to the plain one; then the share of instr-cc's steps in the time that
passes, as INSTR_LOG tells it.

    tiny       one function and two headers of the C library
    tail       the same with a recursion: it needs libclang
    file       62 functions of 24 lines, some 1,500 in all
    large      2,500 functions, more than 60,000 lines
"""

import json
import os
import subprocess
import sys
import tempfile
from statistics import median

STEPS = ("preprocess", "parse", "edit", "compile")
HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
TINY = HEAD + """int work(int n) { int *v = calloc((size_t)n, sizeof *v); int s = v ? v[n / 2] : 0;
    printf("%d\\n", s); free(v); return s; }
"""


def many(functions):
    """Bodies differ in their constants, so that no two of them can be folded into one."""
    return HEAD + "".join(
        f"""int f{i}(int *v, int n)
{{
    int sum = {i};
    for (int i = 0; i < n; i++) {{
        if (v[i] > {i})
            sum += v[i];
        else if (v[i] < -{i * 7 % 1000})
            sum -= v[i] / 3;
        else
            v[i] = sum % {i % 13 + 2};
    }}
    switch (sum & 7) {{
    case 0:
        sum ^= {i * 31};
        break;
    case 1:
        printf("%d\\n", sum);
        break;
    default:
        sum = abs(sum);
    }}
    v[0] = sum;
    return sum + {"v[1]" if i else "0"};
}}
"""
        for i in range(functions)
    )


def seconds(command, **variables):
    """Of the processor, by the command and all that it waited for."""
    child = subprocess.Popen(command, env=os.environ | variables)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit(f"{command[0]} fails")
    return used.ru_utime + used.ru_stime


def measure(name, command, log, rounds):
    times = []
    for _ in range(rounds + 1):  # the first round warms the caches
        plain, exact = seconds(command[1:]), seconds(command, INSTR_EXACT_MESSAGES="always")
        ours = seconds(command)
        steps = json.loads(open(log).readlines()[-1])["ns"]
        times.append((plain, ours, exact, *(steps.get(step, 0) / sum(steps.get(each, 0) for each in STEPS) for step in STEPS)))
    plain, ours, exact, *steps = map(median, zip(*times[1:]))
    print(f"{name:<6} {plain:9.4f} s {ours:9.4f} s {ours / plain:6.2f} {exact / plain:6.2f} " + "".join(f" {100 * step:9.1f}%" for step in steps), flush=True)


def main():
    instr, compiler, rounds, *source = sys.argv[1:3] + [int((sys.argv + [5, 5])[3])] + sys.argv[4:]
    with tempfile.TemporaryDirectory() as folder:
        log = os.environ["INSTR_LOG"] = folder + "/log"
        fib = "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
        texts = {"tiny": TINY, "tail": TINY + fib, "file": many(62), "large": many(2500)}
        for name, text in texts.items():
            with open(f"{folder}/{name}.c", "w") as out:
                out.write(text)
        commands = {"source": source} if source else {name: [f"{folder}/{name}.c"] for name in texts}
        for level in "-O0", "-O2", "-O3":
            print(f"{level} -c, processor time, medians of {rounds} rounds")
            print(f"{'source':<6} {'plain':>11} {'instr-cc':>11} {'ratio':>6} {'exact':>6} " + "".join(f" {step:>10}" for step in STEPS))
            for name, words in commands.items():
                measure(name, [instr, compiler, level, "-c", "-o", folder + "/out.o", *words], log, rounds)


main()
