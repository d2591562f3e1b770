# ompt.sh SOURCES INCLUDE - the plug-in for OpenMP's target constructs against something that answers as OMPT is specified: each
# kernel and copy is a row of its device under the construct. Where the runtime tells nothing, as the host's, it is said.
cc -std=gnu11 -O1 -shared -fPIC -idirafter "$2" -o libopenmp.so "$1/openmp.c" -ldl
cat >program.c <<'C'
void target(unsigned long copy, unsigned long kernel);
static void solve(int i) { target(50000, 10000 + (unsigned long)i); }
int main(void)
{
    for (int i = 0; i < 100; i++)
        solve(i);
    return 0;
}
C
instr-cc gcc -O1 -o program program.c ./libopenmp.so
unset OMP_TOOL_LIBRARIES # the thread sanitizer's, for OpenMP runtimes that open several
export INSTR_PLUGINS=ompt INSTR_OUTPUT=run.instr
row() # NAME CALLS LEAST_NS MOST_NS
{
    instr-report tree --csv --min=0 run.instr | awk -F, -v name="$1" -v calls="$2" -v least="$3" -v most="$4" '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
        {gsub(/"/, "", $at["name"]); names[$at["depth"]] = $at["name"]}
        $at["name"] == name && $at["kind"] == "device" {
            ns = $at["inclusive_s"] * 1e9; depth = $at["depth"]
            found = $at["calls"] == calls && names[depth - 1] == "device Model #0" && names[depth - 2] == "omp target" &&
                names[depth - 3] == "solve" && ns >= least && ns <= most}
        END {exit !found}' || fail "no row $*: $(instr-report tree --csv --min=0 run.instr)"
}
./program 2>said || fail "it ended with $?"
[ ! -s said ] || fail "it said: $(cat said)"
row '(kernel)' 100 100395000 100595000
row '(copy)' 100 499500000 500500000

# What no device tells is what the host sees, up to the end of the construct.
UNTRACED=1 ./program 2>said || fail "untraced it ended with $?"
[ ! -s said ] || fail "untraced it said: $(cat said)"
row '(kernel)' 100 200000000 20000000000
row '(copy)' 100 0 200000000

NO_TARGET=1 ./program 2>said || fail "without target constructs it ended with $?"
grep -q 'ompt: this OpenMP runtime does not report target regions' said || fail "it says: $(cat said)"
