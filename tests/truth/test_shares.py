"""test_shares.py FOLDER - lists of shares (FOLDER/truth.py): what is read into them, and what part of the time two of them place
differently."""

import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import truth

wrong = 0


def near(what, value, expected):
    global wrong
    if abs(value - expected) > 1e-9:
        print(f"FAILED: {what}: {value}, not {expected}")
        wrong += 1


def make(text):
    """NAME FILE AMOUNT in turn; a file of - is not known."""
    words, shares = text.split(), {}
    for name, file, amount in zip(words[::3], words[1::3], words[2::3]):
        truth.add(shares, name, file.strip("-"), float(amount))
    return shares


# As reports, debuggers and gprof call the same function.
for name, bare in {
    "main": "main",
    "World::Step": "Step",
    "World::Step(float, std::pair<int, int>)": "Step",
    "(anonymous namespace)::hidden(int)": "hidden",
    "a::b<c::d, (e)1>::f<g>": "f",
    "vec<int>": "vec",
    "~World": "~World",
    "World::~World()": "~World",
    "operator+(Vec2 const&, Vec2 const&)": "operator+",
    "Vec2::operator()(int)": "operator()",
    "operator<<(int)": "operator<<",
    "operators": "operators",
    "main (threads)": "main (threads)",
    "(in their callers)": "(in their callers)",
}.items():
    near(f"{name} is {bare}", (truth.bare_name(name) or name) == bare, True)

for a, b, part in (
    ("f a.c 1", "f a.c 1", 0),
    ("f a.c 1", "g a.c 1", 1),
    ("f a.c 1", "", 1),
    ("", "", 1),
    ("f a.c 30 g a.c 70", "f a.c 1 g a.c 1", 0.2),
    ("f a.c 3 g a.c 7", "g a.c 70 f a.c 30", 0),
    ("f a.c 5 g a.c 3 h a.c 2", "f a.c 2 g a.c 3 k a.c 5", 0.5),
    ("f a.c 1 f a.c 1 g a.c 2", "f a.c 1 g a.c 1", 0),
    # static functions of one name
    ("f a.c 1 f b.c 3", "f a.c 3 f b.c 1", 0.5),
    ("f dir/a.c 1 f b.c 3", "f a.c 1 f ../b.c 3", 0),
    ("f a.c 1 f b.c 3", "f a.c 4", 0.75),
    # which is which can't be told
    ("f a.c 1 f b.c 3", "f - 4", 0),
    ("f - 1 g - 3", "f a.c 1 g b.c 1", 0.25),
    # one of the name on either side is the same one, wherever it is said to be
    ("f a.c 1 g a.c 1", "f a.h 1 g a.c 1", 0),
):
    near(f"'{a}' against '{b}'", truth.misplaced(make(a), make(b)), part)
    near(f"'{b}' against '{a}'", truth.misplaced(make(b), make(a)), part)

shares = make("f a.c 1 f b.c 3 g a.c 5")
for name, file, amount in ("f", "b.c", 3), ("f", "", 4), ("g", "other.h", 5), ("h", "a.c", 0):
    near(f"{name} of '{file}'", truth.amount_of(truth.by_name(shares), name, file), amount)

FLAT = '''name,file,line,kind,calls,timed_calls,inclusive_s,exclusive_s,ranks
f,src/a.c,3,function,10,10,2.0,1.5,1
"region, with ""quotes""","a,b.c",5,region,7,7,0.5,0.25,1
idle,a.c,9,function,4,4,0,0,1
'''
own = truth.read_flat(FLAT, "exclusive_s")
near(f"a flat table, {own}", own == {("f", "a.c"): 1.5, ('region, with "quotes"', "a,b.c"): 0.25}, True)
near("its calls", sum(truth.read_flat(FLAT, "calls").values()), 21)
near("no table", truth.read_flat("no profile here\n", "calls") is None, True)

GPROF = """Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total
 time   seconds   seconds    calls  ns/call  ns/call  name
 60.00      0.30     0.30  5158270    58.16    58.16  luaV_execute
 20.00      0.40     0.10                             sweep.part.0
 20.00      0.50     0.10      100     1.00     1.00  sweep
  0.00      0.50     0.00        3     0.00     0.00  idle
"""
own = truth.read_gprof(GPROF)
near(f"gprof, {own}", own == {("luaV_execute", ""): 0.3, ("sweep", ""): 0.2}, True)
near("no gprof", truth.read_gprof("gmon.out: file is not in gmon.out format\n") is None, True)

for text, seconds in (
    ("f 1 s\nprobe overhead: about 27.01 ms, 1.2% of the time\n", 0.02701),
    ("probe overhead: about 1.086 s, 36.5%", 1.086),
    ("coverage: 19 of 19 functions\n", -1),
    ("overhead: not known here\n1.5 s\n", -1),
):
    near(text, truth.read_overhead(text), seconds)
sys.exit(wrong > 0)
