"""programs.py SEED... -- COMPILER [OPTION...] - programs made by chance, whose times are known by how often their loops turn: the call tree
has them where they were made. Functions are inlined, copied, called by pointers and by themselves, and stand in blocks and iterations. With
-fopenmp two threads run them; by gfortran they are in Fortran, where there are calls alone; with -shared each is opened by late.c.

Prints a line for each; the status says whether one has more than a quarter of the time at another function, or 5 % at paths that
the program has not."""

import csv
import os
import random
import subprocess
import sys

TURNS = 400_000_000  # of a program
CALL = 3  # turns that a call takes of its caller, and of itself
ENTRY = 10  # ... and a block
MOST_MISPLACED, MOST_STRAY = 0.25, 0.05

HEAD = """#include <stdio.h>
typedef unsigned long number;
static volatile number kept;
static volatile int no;
#define WORK(n) for (int i_ = 0; i_ < (n); i_++) { x = x * 6364136223846793005UL + 1442695040888963407UL; __asm__("" : "+r"(x)); }
"""


class Program:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.blocks = 0
        self.count = self.chance.randint(6, 14)
        self.functions = [self.function(at) for at in range(self.count)]
        self.rounds = max(1, int(TURNS / self.turns(0)))
        self.calls, self.times = {}, {}
        self.add_times(0, (), self.rounds)

    def function(self, at):
        chance = self.chance
        body = [("work", chance.choice([2, 8, 25, 80, 300, 2000, 20000] if at > 1 else [300, 2000]))]
        if at < self.count - 3 and chance.random() < 0.7:
            body += [self.part(at) for _ in range(chance.randint(1, 3))]
        chance.shuffle(body)
        return {
            "body": body,
            "words": chance.choice(["static", "static", "static inline", "__attribute__((noinline)) static", ""]),
            "early": chance.random() < 0.2,
            "again": chance.choice([0] * 8 + [1, 3]),
        }

    def call(self, at):
        chance = self.chance
        return ("call", chance.randint(at + 1, self.count - 1), chance.choice([1, 1, 2, 5, 20]), chance.random() < 0.15)

    def part(self, at):
        kind = self.chance.choices(["call", "region", "iterate", "branch"], [6, 1.5, 1, 1])[0]
        if kind == "call":
            return self.call(at)
        inside = [self.call(at)]
        if kind == "branch":
            return (kind, "", inside)
        self.blocks += 1
        return (kind, f"{kind}{self.blocks}", inside + [("work", 3000)])

    def turns(self, at):
        function = self.functions[at]
        return self.turns_of(function["body"]) * (function["again"] + 1) + CALL

    def turns_of(self, body):
        turns = 0
        for kind, what, *more in body:
            if kind == "work":
                turns += what
            elif kind == "call":
                turns += more[0] * (self.turns(what) + CALL)
            else:
                turns += self.turns_of(more[0]) + ENTRY
        return turns

    # A function that calls itself has one path, as far as this is about times.
    def add_call(self, path, calls, turns):
        self.calls[path[-1]] = self.calls.get(path[-1], 0) + calls
        self.times[path] = self.times.get(path, 0) + turns

    def add_times(self, at, path, calls):
        function = self.functions[at]
        calls *= function["again"] + 1
        path += (f"f{at}",)
        self.add_call(path, calls, calls * CALL)
        self.add_body(function["body"], path, calls)

    def add_body(self, body, path, calls):
        for kind, what, *more in body:
            if kind == "work":
                self.times[path] += calls * what
            elif kind == "call":
                self.times[path] += calls * more[0] * CALL
                self.add_times(what, path, calls * more[0])
            elif kind == "branch":
                self.add_body(more[0], path, calls)
            else:
                self.add_call(path + (what,), calls, calls * ENTRY)
                self.add_body(more[0], path + (what,), calls)

    def text(self):
        lines = [f"{f['words']} number f{at}(number x, int depth);" for at, f in enumerate(self.functions)]
        for at, function in reversed(list(enumerate(self.functions))):
            lines += [f"{function['words']} number f{at}(number x, int depth)", "{"]
            lines += ["if (no) return x;"] * function["early"] + self.lines(function["body"])
            lines += [f"if (depth > 0) x = f{at}(x, depth - 1);"] * bool(function["again"])
            lines += ["return x + (number)depth;", "}"]
        team = "#pragma omp parallel for firstprivate(x) lastprivate(x) num_threads(2)"
        first = f"for (long i = 0; i < {self.rounds}; i++) x = f0(x, {self.functions[0]['again']});"
        lines += ["__attribute__((noinline)) static void rounds(void)", "{", "number x = 1;", team, first, "kept = x;", "}"]
        return HEAD + "\n".join(lines + ["int main(void)", "{", "rounds();", "return 0;", "}", ""])

    def lines(self, body):
        lines = []
        for kind, what, *more in body:
            if kind == "work":
                lines.append(f"WORK({what})")
            elif kind == "call":
                times, by_pointer = more
                call = f"{'g' if by_pointer else f'f{what}'}(x, {self.functions[what]['again']})"
                pointer = f"number (*volatile g)(number, int) = f{what}; " if by_pointer else ""
                lines.append(f"for (int i = 0; i < {times}; i++) {{ {pointer}x = {call}; }}")
            else:
                begin = {"region": "{", "iterate": "for (int once = 0; once < 1; once++) {", "branch": "if (!no) {"}[kind]
                pragma = [] if kind == "branch" else [f'#pragma instr {kind}("{what}")']
                lines += pragma + [begin] + self.lines(more[0]) + ["}"]
        return lines


class FortranProgram(Program):
    def function(self, at):
        function = super().function(at)
        function["body"] = [what[2][0] if what[0] in ("region", "iterate", "branch") else what for what in function["body"]]
        return function | {"again": 0, "array": self.chance.random() < 0.3}

    def text(self):
        lines = ["module m", "integer(8), volatile :: kept", "logical, volatile :: no = .false.", "contains"]
        for at, function in enumerate(self.functions):
            lines += [f"subroutine f{at}(x, n)", "integer(8), intent(inout) :: x", "integer, intent(in) :: n"]
            lines += ["integer(8) :: a(n)", "a = x", "x = a(n)"] * function["array"] + ["if (no) return"] * function["early"]
            lines += self.lines(function["body"]) + ["end subroutine"]
        lines += ["subroutine rounds", "integer(8) :: x", "x = kept", *self.loop(self.rounds, "call f0(x, 2)"), "kept = x", "end subroutine"]
        return "\n".join(lines + ["end module", "use m", "call rounds", "end", ""])

    def loop(self, turns, what):
        return [f"do i = 1, {turns}", what, "end do"]

    def lines(self, body):
        lines = []
        for kind, what, *more in body:
            turn = "x = x * 6364136223846793005_8 + 1442695040888963407_8"
            lines += self.loop(what, turn) if kind == "work" else self.loop(more[0], f"call f{what}(x, {what + 1})")
        return lines


def report(command):
    text = subprocess.run(["instr-report", command, "--csv", "--min=0", "o.instr"], capture_output=True, text=True, check=True)
    return csv.DictReader(text.stdout.splitlines())


# From the first of the functions on, or its caller.
def path_of(text):
    path = []
    for name in text.replace("m::", "").replace(" (threads)", "").split("/"):
        if name == "f0" and "f0" not in path:
            path = []
        if path[-1:] != [name]:
            path.append(name)
    return () if path[-1].startswith("OpenMP") or "before" in path else tuple(path)


def share(times):
    whole = sum(times.values())
    return {key: time / whole for key, time in times.items()}


def by_name(shares):
    names = {}
    for path, part in shares.items():
        names[path[-1]] = names.get(path[-1], 0) + part
    return names


def judge(seed, compile):
    fortran = "gfortran" in compile[0]
    program, source = (FortranProgram(seed), "program.f90") if fortran else (Program(seed), "program.c")
    with open(source, "w") as file:
        file.write(program.text())
    if "-shared" in compile:
        subprocess.run(["instr-cc", *compile, "-fPIC", "-Dmain=begin", "-w", "-o", "program.so", source], check=True)
        compile = [word for word in compile if word != "-shared"]
        source = os.path.join(os.path.dirname(__file__), "late.c")
    subprocess.run(["instr-cc", *compile, "-w", "-o", "program", source], check=True)
    subprocess.run(["./program"], check=True, env=os.environ | {"INSTR_OUTPUT": "o.instr"})
    wrong = []
    if "left by a jump" in subprocess.run(["instr-report", "o.instr"], capture_output=True, text=True, check=True).stdout:
        wrong.append("frames were left open")
    if '"samples": "0"' in subprocess.run(["instr-report", "--json", "o.instr"], capture_output=True, text=True, check=True).stdout:
        print("this kernel takes no samples")
        sys.exit(0)
    measured = {}
    for row in report("tree"):
        path = path_of(row["path"])
        if path:
            measured[path] = measured.get(path, 0) + float(row["exclusive_s"] or 0)
    calls = {row["name"].replace("m::", ""): int(row["calls"]) for row in report("flat")}
    wrong += [f"{name}: {calls.get(name)} calls for {count}" for name, count in program.calls.items() if calls.get(name) != count]
    known, measured = share(program.times), share(measured)
    stray = sum(part for path, part in measured.items() if path not in known and path[0] == "f0")
    known_names, names = by_name(known), by_name(measured)
    misplaced = sum(max(0, part - names.get(name, 0)) for name, part in known_names.items())
    print(f"{' '.join(compile)}, program {seed}: misplaced {misplaced:.1%}, at paths that it has not {stray:.1%}")
    if misplaced > MOST_MISPLACED or stray > MOST_STRAY:
        wrong += [f"{name}: {names.get(name, 0):.1%} for {part:.1%}" for name, part in known_names.items()]
    print("".join(f"    {line}\n" for line in wrong), end="")
    return not wrong


if __name__ == "__main__":
    end = sys.argv.index("--")
    results = [judge(int(seed), sys.argv[end + 1 :]) for seed in sys.argv[1:end]]
    sys.exit(not all(results))
