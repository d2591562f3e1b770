# refused.sh COMPILER LAUNCHER SOURCES ROOT - what MPI refuses leaves no trace but its time: each wrapped function is called with a
# wrong communicator, count, rank, type, array..., one at a time. MPI says of each what it says plainly, and who waited for whom
# behind it is what the ranks measured. So it is where the program's own handler of errors returns, throws or jumps away.
compiler=$1 launcher=$2 sources=$3 root=$4

# waits WHAT: the profile has what ranks printed in `out`, and no messages but those that were sent. Rank 1 waited until rank 0 came,
# and at most until it went on itself, for which it had to have a processor.
waits() {
    for call in MPI_Recv:2 MPI_Barrier:3 MPI_Win_fence:4 MPI_Neighbor_allgather:5; do
        right=$(awk -v column=${call#*:} '$1 == "waited" { print $column }' out)
        least=$(awk -v kind=$((${call#*:} - 2)) '$1 == "came" && $3 == kind { at[$2, $4] = $5; times[$4] }
            END { for (i in times) if (at[0, i] > at[1, i]) sum += at[0, i] - at[1, i]; print sum + 0 }' out)
        case $call in # not every fence waits, and not every program has them
        MPI_Win_fence* | MPI_Neighbor*) awk "BEGIN { exit !(${right:-0} > 0.1) }" || continue ;;
        esac
        found=$(instr-report waiting --csv --min=0 program.instr | awk -F, -v call=${call%:*} '$2 == call { sum += $5 } END { print sum + 0 }')
        awk "BEGIN { exit !($right > 0.2 && $found > 0.9 * $least && $found < 1.02 * $right) }" ||
            fail "$1: in ${call%:*} rank 1 waited $least to $right s, and the profile has $found s"
    done
    sent=$(instr-report flat --by=mpi --csv program.instr | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["messages"] && $at["name"] != "MPI_Neighbor_allgather" { printf "%s=%d ", $at["name"], $at["messages"] }')
    [ "$sent" = "MPI_Send=$2 " ] || fail "$1: messages are $sent, and there were $2"
}
export INSTR_OUTPUT="$PWD/program.instr"

printf '#include <mpi.h>\n#define W(name, parameters, ...) CASE name DECLARED parameters\n#include "runtime/mpi/functions.h"\n' >list.c
$compiler -E -P "-I$root" list.c | tr '\n' ' ' | sed 's/CASE/\n&/g' | grep '^CASE' >table
# MPICH counts neighbors in a number that it does not set, and reads as many of the arrays before it refuses a call.
! $compiler -E -dM "-I$root" list.c | grep -q MPICH_VERSION || sed -i '/^CASE I*[Nn]eighbor_all[a-z]*[vw]/d' table
awk -f "$sources/cases.awk" table >cases.h
[ "$(grep -c '^static int call_' cases.h)" -ge 300 ] || fail "$(grep -c '^static int call_' cases.h) functions"
$compiler -w -O1 -I. -o plain "$sources/refused.c"
instr-cc $compiler -w -O1 -I. -o program "$sources/refused.c"

! timeout 300 $launcher -n 2 ./plain try list >try.out 2>&1 || fail 'it was to end by MPI_Abort'
refused=$(wc -l <list) functions=$(cut -d' ' -f1 list | sort -u | wc -l)
[ "$refused" -ge 600 ] && [ "$functions" -ge 220 ] || fail "$refused calls of $functions functions were refused: $(tail -3 try.out)"
# What MPI refuses in one process may crash in another: that is its own business.
for again in 1 2 3 4 5 6 7 8; do
    ! timeout 100 $launcher -n 2 ./plain all list >plain.out 2>plain.err || break
    sed -i "$(($(grep -cE '^[A-Z][A-Za-z_0-9]* -?[0-9]+: ' plain.out) + 1))d" list
    refused=$(wc -l <list)
done
timeout 100 $launcher -n 2 ./program all list >out 2>err || fail "after $(grep : out | tail -1): $(tail -3 err)"
for each in plain.out out; do grep '^[A-Z][A-Za-z_0-9]* -*[0-9]*: ' $each >$each.said; done
[ "$(wc -l <plain.out.said)" = "$refused" ] || fail "$(wc -l <plain.out.said) of $refused: $(tail -1 plain.out) $(tail -3 plain.err)"
diff plain.out.said out.said || fail 'what MPI says differs'
waits all 10
echo "$refused calls of $functions functions"

for kind in sends far isends exchanges starts bcasts ibcasts cut cut-any; do
    rm -f program.instr
    for each in plain program; do
        timeout 100 $launcher -n 2 ./$each $kind >out 2>&1 || fail "$kind, $each: $(cat out)"
        grep Cut out | sort >$each.cut || :
    done
    diff plain.cut program.cut || fail "$kind: what MPI says differs"
    case $kind in cut*) sent=18 ;; *) sent=10 ;; esac
    waits $kind $sent
done

compiler=$(echo "$compiler" | sed 's/mpicc/mpicxx/')
command -v "$compiler" >/dev/null || exit 0
instr-cc $compiler -O1 -o program "$sources/handlers.cc"
for how in return throw jump; do
    rm -f program.instr
    timeout 100 $launcher -n 2 ./program $how >out 2>&1 || fail "$how: $(cat out)"
    grep -q '^judged 36$' out || fail "$how: $(cat out)"
    waits "a handler that would $how" 10
done
