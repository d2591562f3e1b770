# device.sh - what the tests of the plug-ins for devices share; read with `.`, behind check.sh.

# The address sanitizer brings the C++ library, by which the kernel's name becomes a readable one.
kernel=_Z4stepPf
[ "${CHECKER:-}" != address ] || kernel='step(float*)'

runs() # SOURCES PLUGIN STAND-IN LIBRARY: the program of the plug-in's name, with what answers as the library of the maker does
{
    cc -std=c11 -O1 -shared -fPIC -Wl,-soname,"$4" -o "$4" "$1/$3"
    instr-cc gcc -O1 -o program "$1/$2.c" "./$4"
    export LD_LIBRARY_PATH="$PWD" INSTR_PLUGINS="$2" INSTR_OUTPUT=run.instr
    ./program 2>said || fail "it ended with $?"
    [ ! -s said ] || fail "it said: $(cat said)"
    instr-report tree --csv --min=0 run.instr >tree.csv
}

row() # NAME CALLS NS PARENT
{
    awk -F, -v name="$1" -v calls="$2" -v ns="$3" -v parent="$4" '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
        {gsub(/"/, "", $at["name"]); names[$at["depth"]] = $at["name"]}
        $at["name"] == name && $at["kind"] == "device" {
            found = $at["calls"] == calls && names[$at["depth"] - 1] == "device Model #1" && names[$at["depth"] - 2] == parent &&
                $at["inclusive_s"] * 1e9 / ns > 0.999 && $at["inclusive_s"] * 1e9 / ns < 1.001}
        END {exit !found}' tree.csv || fail "no row $*: $(cat tree.csv)"
}

calls() # NAME...
{
    for call; do
        grep -q "$call.*,call," tree.csv || fail "$call is no region: $(cat tree.csv)"
    done
}

refuses() # VARIABLE MESSAGE: where the library does so
{
    env "$1=1" ./program 2>said || fail "it ended with $?"
    grep -q -F "$2" said || fail "where the library refuses it says: $(cat said)"
}

# PLUGIN ABSENT REFUSED: without the stand-in. A machine may have the maker's library and no device, or both.
runs_without()
{
    printf 'int main(void) {return 0;}\n' >plain.c
    instr-cc gcc -o plain plain.c
    unset LD_LIBRARY_PATH
    ./plain 2>said || fail "without the library it ended with $?"
    ! grep . said | grep -v -F -e "$1: $2" -e "$1: $3" -e "INSTR_PLUGINS: $1 refused to run" ||
        fail "without the library it says: $(cat said)"
}
