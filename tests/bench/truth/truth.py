"""bench-truth [OPTION...] LIST [PROGRAM...] - what instr costs in programs of the user's choice, and how true its times are.
docs/dev/timing.md says what is in a list and what the figures mean. CMake makes the command, which knows where the tools are:
truth.py LOOKS SAMPLER REPORT.

A round runs every way once, so that what disturbs the machine disturbs all of them. Looks are taken in runs of their own: the sampler
must not be in the price. Shares are {(function, file's last component): amount}; only parts of their sum count.
"""

import csv
import ctypes
import getopt
import os
import re
import shutil
import sys
import tempfile
import time
from statistics import median

USAGE = """usage: bench-truth [OPTION...] LIST [PROGRAM...]
prices of instr, and how true its times are, of the programs in LIST: lines of PROGRAM KIND COMMAND...,
with KIND plain, instr (built by instr-cc), gprof (built with -pg), or a name of yours that is timed as well

  --rounds=N       how often each is run (5)
  --looks=N        how often a second the sampler looks at the plain program; 0: never (5000)
  --functions=N    also show the N functions that take most of the time (0)
  --csv=FILE       add each single run to FILE
  --report=COMMAND what stands for instr-report
  --keep=FOLDER    leave profiles, looks and outputs there
  --help           this text
"""
NUMBERS = {"rounds": (1, 99), "looks": (0, 20000), "functions": (0, 1000000)}


class Trouble(Exception):
    def __init__(self, text, code=71):
        super().__init__(text)
        self.code = code


def bare_name(name):
    """A function of C++ as debuggers call it: without scopes, arguments of templates and parameters. None: no name of a function."""
    at = 0
    while at < len(name) and not re.match(r"operator(?![A-Za-z0-9_])", name[at:]):
        word = re.match(r"[A-Za-z0-9_~]*", name[at:]).group()
        empty = not word
        at += len(word)
        if name[at : at + 1] == "<" or (name[at : at + 1] == "(" and empty):
            depth = 0
            while at < len(name):
                depth += (name[at] in "(<") - (name[at] in ")>")
                at += 1
                if depth == 0:
                    break
        if not name.startswith("::", at):
            return word if word and name[at : at + 1] in ("", "(") else None
        at += 2
    found = re.match(r"operator(?:\(\)|[<=]+|[^(<]+)?", name[at:])
    return found.group() if found else None


def add(shares, name, file, amount):
    key = bare_name(name) or name, file.rpartition("/")[2]
    shares[key] = shares.get(key, 0) + amount


def by_name(shares):
    names = {}
    for (name, file), amount in shares.items():
        names.setdefault(name, {})[file] = amount
    return names


def amount_of(names, name, file):
    """Of by_name(): what the function has; files are compared where they tell functions apart."""
    files = names.get(name, {})
    return files.get(file, 0) if len(files) > 1 and file and all(files) else sum(files.values())


def misplaced(a, b):
    """The part of the time, from 0 to 1, that one has in other functions than the other; 1 when either is empty. Functions of one name
    in several files are told apart where both know the files: one of a name may well be in another file to a debugger than to a
    compiler, and is the same."""
    a_sum, b_sum, others, part = sum(a.values()), sum(b.values()), by_name(b), 0
    if a_sum <= 0 or b_sum <= 0:
        return 1
    for name, mine in by_name(a).items():
        theirs = others.get(name, {})
        if not ((len(mine) > 1 or len(theirs) > 1) and all(mine) and all(theirs)):
            mine, theirs = {"": sum(mine.values())}, {"": sum(theirs.values())}
        part += sum(max(0, amount / a_sum - theirs.get(file, 0) / b_sum) for file, amount in mine.items())
    return part


def read_flat(text, column):
    """A column of what `instr-report flat --csv` prints; None when it is not that."""
    shares, rows = {}, csv.DictReader(text.splitlines(True))
    if not {"name", "file", column} <= set(rows.fieldnames or ()):
        return None
    for row in rows:
        if float(row[column] or 0) > 0:
            add(shares, row["name"], row["file"], float(row[column]))
    return shares


def read_gprof(text):
    """The self seconds that `gprof -b -p` prints; None when it is not that."""
    if "cumulative" not in text:
        return None
    shares = {}
    for line in text[text.index("cumulative") :].splitlines():
        found = re.match(r"\s*[0-9.]+\s+[0-9.]+\s+([0-9.]+)\s", line)
        if found and float(found[1]) > 0:
            add(shares, line.lstrip(" 0123456789.").partition(".")[0], "", float(found[1]))  # .part.0: what GCC made of it
    return shares


def read_overhead(text):
    """The seconds that the last line of a report says the probes took; negative when it says nothing."""
    units = {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60, "h": 3600}

    def behind(words):
        found = re.match(r"[^0-9\n]*([0-9.]+) *([a-z]{1,3})", text.rpartition(words)[2]) if words in text else None
        return float(found[1]) * units[found[2]] if found and found[2] in units else -1

    probes, counting = behind("overhead: "), behind("counting calls took ")
    return probes if counting < 0 else counting + max(probes, 0)


def read_list(path):
    """{program: {kind: command}}"""
    programs = {}
    try:
        lines = open(path).read().split("\n")
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror}") from error
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words = line.split(None, 2)
        if len(words) < 3:
            raise Trouble(f"{path}: {line}: a line is PROGRAM KIND COMMAND...")
        if words[1] in programs.setdefault(words[0], {}):
            raise Trouble(f"{path}: {words[0]} has two commands of the kind {words[1]}")
        programs[words[0]][words[1]] = words[2]
    for name, commands in programs.items():
        if "plain" not in commands:
            raise Trouble(f"{path}: {name} has no command of the kind plain")
    return programs


def run(command, output, variables=None, room=0):
    """Its CPU time, that of what it started and left, and whether something of that still runs. The environment is filled up to `room`
    bytes, as they count for where the stack begins."""
    environment = os.environ | (variables or {})
    environment = {name: value for name, value in environment.items() if value is not None and name != "BENCH_TRUTH_ROOM"}
    taken = len("BENCH_TRUTH_ROOM=") + 9 + sum(len(os.fsencode(f"{name}={value}")) + 9 for name, value in environment.items())
    if taken < room:
        environment["BENCH_TRUTH_ROOM"] = "0" * (room - taken)
    files = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666),
    ]
    sys.stdout.flush()
    _, status, usage = os.wait4(os.posix_spawn("/bin/sh", ["sh", "-c", command], environment, file_actions=files), 0)
    if status:
        code = os.waitstatus_to_exitcode(status)
        raise Trouble(f"{command}: ended with " + (f"signal {-code}" if code < 0 else f"status {code}"))
    cpu, beside = usage.ru_utime + usage.ru_stime, 0
    for _ in range(100):  # who observes a program from outside must not look free
        try:
            ended, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return cpu, beside, False
        if ended:
            beside += usage.ru_utime + usage.ru_stime
        else:
            time.sleep(0.01)
    return cpu, beside, True


class Looks:
    """What all looks of some runs say: `all`, where what a library does is its caller's, as in instr, and `own` without that, as in
    gprof. What fell into probes in the program's text is in both, into the runtime or into no known function in neither."""

    def __init__(self):
        self.all, self.own, self.probes, self.runtime, self.nowhere, self.noise, self.program = {}, {}, 0, 0, 0, -1, None

    def read(self, lines):
        if lines[0].startswith("!"):
            raise Trouble(lines[0][1:])
        self.program, *counts = lines[0].split("\t")
        self.count(map(int, counts))
        for line in lines[1:]:
            name, file, everything, own = line.split("\t")
            add(self.all, name, file, int(everything))
            if own != "0":
                add(self.own, name, file, int(own))

    def count(self, counts):
        for name, number in zip(("probes", "runtime", "nowhere"), counts):
            setattr(self, name, getattr(self, name) + number)


class Way:
    def __init__(self, name, command, instrumented=False):
        self.name, self.command, self.instrumented = name, command, instrumented
        self.cpu, self.beside, self.said, self.from_plain, self.from_off = [], [], [], [], []
        self.own, self.calls, self.still, self.prints_other = {}, {}, False, False

    def variables(self, profile):
        """And what of the user's settings would make another way of this one."""
        level = "0" if self.instrumented and self.name == "off" else None
        timing = "exact" if self.instrumented and self.name == "exact" else None
        return {"INSTR_LEVEL": level, "INSTR_TIMING": timing, "INSTR_OUTPUT": profile}


def room_of(number):
    """Where the stack begins makes one program take 1.8 times as long, and another hash other addresses: it is the same for all ways
    of a round, and another one in the next."""
    return 32768 + number * 272


class Measured:
    """One program, measured in every way."""

    def __init__(self, commands, tools, options, folder):
        self.tools, self.options, self.folder = tools, options, folder
        self.ways = [Way("plain", commands["plain"])]
        if "instr" in commands:
            self.ways += [Way(name, commands["instr"], True) for name in ("default", "off", "exact")]
        self.ways += [Way(kind, command) for kind, command in commands.items() if kind not in ("plain", "instr")]
        self.plain, self.off, gprof = Looks(), Looks(), None
        if options["looks"]:
            self.plain = self.take_looks(self.ways[0])
        for way in self.ways[1:]:
            if options["looks"] and way.instrumented and way.name == "off":
                self.off = self.take_looks(way)
            if way.name == "gprof":  # enough to tell which program it is
                some = Looks()
                self.look(some, way, 0, 1000, f"{folder}/gprof-looks")
                gprof = some.program
        for number in range(options["rounds"]):
            for way in self.ways:
                self.run_way(way, number, gprof)

    def look(self, looks, way, number, hz, prefix):
        preload = self.tools["sampler"] + (":" + os.environ["LD_PRELOAD"] if os.environ.get("LD_PRELOAD") else "")
        told = {"LD_PRELOAD": preload, "TRUTH_LOOKS": prefix, "TRUTH_LOOKS_HZ": str(hz), "GMON_OUT_PREFIX": self.folder + "/unused"}
        run(way.command, self.folder + "/output", way.variables("/dev/null") | told, room_of(number))
        looks.read(self.read_tool(f"'{self.tools['looks']}' '{prefix}'").splitlines())

    def take_looks(self, way):
        """As many runs as there are rounds: all of them together are the truth, the odd ones against the even ones its noise."""
        halves, both = (Looks(), Looks()), Looks()
        for number in range(self.options["rounds"]):
            self.look(halves[number % 2], way, number, self.options["looks"], f"{self.folder}/{way.name}-looks.{number}")
        for half in halves:
            both.count((half.probes, half.runtime, half.nowhere))
            for to, of in ((both.all, half.all), (both.own, half.own)):
                for key, amount in of.items():
                    to[key] = to.get(key, 0) + amount
        if self.options["rounds"] > 1:
            both.noise = misplaced(halves[0].all, halves[1].all)
        return both

    def read_tool(self, command):
        run(command, self.folder + "/report")
        return open(self.folder + "/report", errors="replace").read()

    def run_way(self, way, number, gprof):
        profile, gmon = f"{self.folder}/{way.name}.{number}.instr", f"{self.folder}/gmon.{number}"
        output, report = f"{self.folder}/{way.name}.output", self.tools["report"]
        cpu, beside, still = run(way.command, output, way.variables(profile) | {"GMON_OUT_PREFIX": gmon}, room_of(number))
        way.cpu.append(cpu)
        way.beside.append(beside)
        way.still |= still
        way.prints_other |= open(output, "rb").read() != open(self.folder + "/plain.output", "rb").read()
        said, from_plain, from_off, of_gprof = -1, -1, -1, way.name == "gprof"
        if way.instrumented and way.name != "off":
            text = self.read_tool(f"{report} flat --csv --min=0 {profile}")
            way.own, way.calls = read_flat(text, "computing_s"), read_flat(text, "calls")
            if way.own is None or way.calls is None:
                raise Trouble(f"{report} flat --csv {profile}: no table came of it", 72)
            said = read_overhead(self.read_tool(f"{report} flat --min=100 {profile}"))
        elif of_gprof:
            way.own = read_gprof(self.read_tool(f"gprof -b -p {gprof} {gmon}.*"))
            if way.own is None:
                raise Trouble(f"{gprof}: gprof finds no profile: build it with -pg")
        if way.own and self.options["looks"]:  # gprof sees nothing of libraries: it is held against looks that do not either
            from_plain = misplaced(way.own, self.plain.own if of_gprof else self.plain.all)
            from_off = misplaced(way.own, self.off.all) if way.instrumented else -1
        for column, value in ((way.said, said), (way.from_plain, from_plain), (way.from_off, from_off)):
            column.append(value)


def figure(width, decimals, value):
    """One that is not known is negative: so are all of its way."""
    return f" {'-':>{width}}" if value < 0 else f" {value:{width}.{decimals}f}"


def print_way(way, plain):
    both = [cpu + beside for cpu, beside in zip(way.cpu, way.beside)]
    ratio = [mine / its for mine, its in zip(both, plain.cpu)]
    said, beside = median(way.said), median(way.beside)
    print(
        f"  {way.name:<10} {median(ratio):8.2f} {min(ratio):6.2f} {max(ratio):6.2f}"
        + figure(7, 1, 100 * median(way.from_plain))
        + figure(7, 1, 100 * median(way.from_off))
        + figure(8, 3, said)
        + (figure(8, 3, -1) if said < 0 else f" {median(mine - its for mine, its in zip(both, plain.cpu)):8.3f}")
        + figure(7, 2, beside if beside > 0 else -1)
        + ("  prints something else than the plain program" if way.prints_other else "")
    )
    if way.still:
        print(f"  {'':<10} a process that it left behind still ran a second later: its CPU time is missing")


def print_functions(measured, most):
    """Those that the plain program spends most in, as each way tells it; in percent."""
    if not measured.plain.all:
        return
    told = [measured.off.all] + [way.own for way in measured.ways[1:] if way.own]
    print(f"\n  % of own time\n  {'plain':>7} {'off':>7}" + "".join(f" {way.name:>7}" for way in measured.ways[1:] if way.own))
    for (name, file), amount in sorted(measured.plain.all.items(), key=lambda item: -item[1])[:most]:
        parts = [100 * amount_of(by_name(own), name, file) / sum(own.values()) if own else -1 for own in told]
        print(f" {figure(7, 1, 100 * amount / sum(measured.plain.all.values()))}" + "".join(figure(7, 1, part) for part in parts), f" {name}  {file}")


def print_looks(of, looks):
    everything = sum(looks.all.values()) + looks.runtime + looks.nowhere
    if everything <= 0:
        return
    own, probes, runtime, nowhere = (100 * n / everything for n in (sum(looks.own.values()), looks.probes, looks.runtime, looks.nowhere))
    noise = f"; half against half {100 * looks.noise:.1f} %" if looks.noise >= 0 else ""
    print(f"  {everything:.0f} looks at {of}, {own:.1f} % of them at its own text, {probes:.1f} % at probes there, "
          f"{runtime:.1f} % in the runtime, {nowhere:.1f} % in no function{noise}")


def print_program(name, measured, options):
    plain = measured.ways[0]
    print(f"{name}: {median(plain.cpu):.3f} s of CPU time plain, median of {options['rounds']} rounds")
    print_looks("plain", measured.plain)
    print_looks("off", measured.off)
    print(f"  {'':<10} {'CPU time, plain = 1':>22} {'misplaced, %':>15} {'probes took, s':>17} {'beside':>7}")
    print(f"  {'':<10} {'median':>8} {'min':>6} {'max':>6} {'plain':>7} {'off':>7} {'said':>8} {'truly':>8} {'s':>7}")
    for way in measured.ways[1:]:
        print_way(way, plain)
    if len(measured.ways) > 3 and measured.ways[3].instrumented:
        exact, default = by_name(measured.ways[3].calls), by_name(measured.ways[1].calls)
        differ = sum(abs(calls - amount_of(default, *key)) > 0.5 for key, calls in measured.ways[3].calls.items())
        differ += sum(amount_of(exact, *key) < 0.5 for key in measured.ways[1].calls)
        print(f"  calls of {len(measured.ways[3].calls)} functions; {differ} of them differ between default and exact")
    if options["functions"]:
        print_functions(measured, options["functions"])
    print(flush=True)


def write_csv(name, measured, path):
    with open(path, "a") as out:
        if out.tell() == 0:
            out.write("program,way,round,cpu_s,beside_s,misplaced_plain,misplaced_off,said_s\n")
        for way in measured.ways:
            for number, row in enumerate(zip(way.cpu, way.beside, way.from_plain, way.from_off, way.said)):
                out.write(f"{name},{way.name},{number}," + ",".join(f"{value:.6f}" for value in row) + "\n")


def read_options(words):
    options = {"rounds": 5, "looks": 5000, "functions": 0, "csv": None, "report": None, "keep": None}
    try:
        given, words = getopt.gnu_getopt(words, "", [name + "=" for name in options] + ["help"])
    except getopt.GetoptError:
        given, words = [], []
    for name, value in given:
        name = name[2:]
        if name == "help":
            sys.exit(print(USAGE, end=""))
        if name in NUMBERS:
            least, most = NUMBERS[name]
            if not re.fullmatch(r"-?[0-9]+", value) or not least <= int(value) <= most:
                raise Trouble(f"--{name}={value}: a number from {least} to {most} is wanted")
            value = int(value)
        options[name] = value
    if not words:
        sys.stderr.write(USAGE)
        sys.exit(71)
    return options, words[0], words[1:]


def measure_all(tools, options, path, names, folder):
    programs = {name: commands for name, commands in read_list(path).items() if not names or name in names}
    for name, commands in programs.items():
        try:
            os.mkdir(f"{folder}/{name}")
        except OSError as error:
            raise Trouble(f"{folder}/{name} can't be made: give --keep a new folder") from error
        try:
            measured = Measured(commands, tools, options, f"{folder}/{name}")
        except Trouble as trouble:
            raise Trouble(f"{name}: {trouble}", trouble.code) from trouble
        print_program(name, measured, options)
        if options["csv"]:
            write_csv(name, measured, options["csv"])
    if not programs:
        raise Trouble(f"{path}: no such program in it")


def main():
    tools = dict(zip(("looks", "sampler", "report"), sys.argv[1:4]))
    folder, kept = None, None
    try:
        options, path, names = read_options(sys.argv[4:])
        tools["report"] = options["report"] or tools["report"]
        kept = options["keep"]
        system = ctypes.CDLL(None)
        system.personality(0x0040000)  # ADDR_NO_RANDOMIZE: programs that hash addresses make the same calls in every run, if it may be
        system.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: what a command started and left is ours
        if kept:
            os.makedirs(kept, exist_ok=True)
        folder = kept or tempfile.mkdtemp(prefix="truth-")
        measure_all(tools, options, path, names, folder)
    except (Trouble, OSError) as trouble:
        print("bench-truth:", trouble, file=sys.stderr)
        return getattr(trouble, "code", 72)
    finally:
        if folder and not kept:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
