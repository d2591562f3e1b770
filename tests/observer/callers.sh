# callers.sh FOLDER - the time of a library is that of the function which called it, also where that has no frames. Paths of such functions
# are those that the program took, also in a thread that never called them with frames. A trivial function has its own time.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
echo 'unsigned tiny(unsigned x) { return x * x * x * x * x * x * x * x / (x | 1) / (x | 3); }' >tiny.c
instr-cc cc -O2 -fno-builtin -o program "$1/callers.c" tiny.c -lpthread
./program 1.4
instr-report flat --no-pager o.instr >flat
grep -q '^~ estimated' flat || { echo 'nobody may look here'; exit 0; }
few=$(column_of few exclusive_s o.instr) many=$(column_of many exclusive_s o.instr) work=$(column_of work inclusive_s o.instr)
awk -v few="$few" -v many="$many" -v work="$work" 'BEGIN {
    printf "few %.3f, many %.3f of %.3f s\n", few, many, work
    exit !(few + many > 0.8 * work && few / (few + many) > 0.17 && few / (few + many) < 0.33) }' >said ||
    fail "$(cat said; cat flat)"

# In both threads each has its place, and no other; but for the calls that had frames when their caller had none any more.
instr-report tree --csv o.instr | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["name"] ~ /^(few|many|both|tiny)$/ && $at["inclusive_s"] > 0.01 { paths++; split($at["path"], part, "work/"); good += part[2] ~ /^both(\/(few|many|tiny))?$/ }
    { calls[$at["name"]] += $at["calls"] }
    END { printf "%d of %d paths; %s %s %s calls\n", good, paths, calls["both"], calls["few"], calls["many"]
          exit !(paths == 8 && good == 8 && calls["few"] == calls["both"] && calls["many"] == calls["both"]) }' >said ||
    fail "$(cat said; instr-report tree --no-pager o.instr)"
