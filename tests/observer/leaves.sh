# leaves.sh FOLDER - the time of functions that call nothing is theirs, though the path that runs is their caller's; each call is
# counted; who comes in their midst is called by their caller; and one that a program crashes in is open.
unset INSTR_TIMING
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=%p.instr
cc -O2 -o plain "$1/leaves.c"
instr-cc cc --instr-paths=all -O2 -o program "$1/leaves.c"

# of NAME COLUMN: of the function, in a profile's flat table.
of() { column_of "$1" "$2" ./*.instr; }

for how in usual signals; do
    rm -f -- *.instr
    ./program $how 2000000 >program.out
    [ "$(cat program.out)" = "$(./plain $how 2000000)" ] || fail "$how: other output"
    [ "$(of mixes calls)" = 2000000 ] && [ "$(of picks calls)" = 2000000 ] || fail "$how: $(instr-report flat ./*.instr)"
    [ "$(of counts_ticks calls)" = "$(of comes calls)" ] || fail "$how: $(instr-report flat ./*.instr)"
    instr-report flat --no-pager ./*.instr | grep -q '^~ estimated' || continue # nobody may look here
    share=$(awk -v mine="$(of mixes exclusive_s)" -v all="$(of main inclusive_s)" 'BEGIN { print int(100 * mine / all) }')
    [ "$share" -ge 75 ] || fail "$how: mixes has $share % of the time: $(instr-report flat ./*.instr)"
done
instr-report tree --no-pager --min=0 ./*.instr >tree
grep -q ' comes ' tree || fail "no signal came: $(cat tree)"

rm -f -- *.instr
./program fault 2000000 >/dev/null 2>&1 && status=0 || status=$?
[ $status = 139 ] || fail "a fault ends with $status"
instr-report recover store/*.map >/dev/null 2>&1 || true
instr-report tree --no-pager --min=0 ./*.instr >tree
grep 'faults.*(open)' tree || fail "the function that it crashed in is not open: $(cat tree)"
[ "$(of faults calls)" = 2000001 ] || fail "calls of it: $(of faults calls)"
