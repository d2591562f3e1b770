# pacer.sh COMPILER LAUNCHER SOURCES INCLUDE LIBRARIES - Omega's test plan on four ranks, built by plain wrappers of MPI: with
# labels, and with GPTL's interface.
compiler=$1 launcher=$2 sources=$3 include=$4 libraries=$5
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
cxx=$(echo "$compiler" | sed 's/mpicc/mpicxx/')
today=$(date +%Y%m%d)

$cxx -Wall -Werror -I"$include" -o labels "$sources/pacer.cpp"
$cxx -Wall -Werror -DPACER_GPTL -I"$include" -o gptl "$sources/pacer.cpp" -L"$libraries" -linstr_gptl
$compiler -Wall -Werror -I"$include" -o inC "$sources/pacer.c"

# What either has in the profile.
check_profile() {
    ! grep 'not so' out || fail "$1"
    check_one_profile "$1"
    instr-report tree --csv --min=0 | awk -F, '{ print $2, $7, $15 }' >paths
    grep -qx 'Total 4 4' paths || fail "$1: no Total: $(cat paths)"
    for path in 'Omega:Init 4 4' 'Omega:RunLoop/Omega:Tend 12 4' 'Omega:RunLoop/Omega:Tend/Omega:Tend:haloExchange 12 4' \
        'Omega:RunLoop/Omega:haloExchange 4 4' 'Omega:barrier 4 4'; do
        grep -qxF "Total/$path" paths || fail "$1: no $path: $(cat paths)"
    done
    instr-report tree --by=rank --csv | awk -F, '$2 == "Omega:Tend" { calls[$3] += $7 } END { print calls[0], calls[1], calls[2], calls[3] }' >by_rank
    [ "$(cat by_rank)" = '3 3 3 3' ] || fail "$1: calls by rank: $(cat by_rank)"
    ! grep -E 'too fine|off|no barrier|never|early' paths || fail "$1"
    ! grep '^MPI' paths || fail "$1: calls of MPI that are ours: $(cat paths)"
}

$launcher -n 4 ./labels >out 2>errors || fail "labels: $(cat out errors)"
check_profile labels
grep -q 'Pacer: a timer is still open: left open' errors || fail "no word of an open timer: $(cat errors)"
[ "$(instr-report tree --csv --min=0 | awk -F, '$3 == "Omega:some ranks" { print $2, $7, $20 }')" = 'Total/odd/Omega:some ranks 2 2' ] ||
    fail "the context: $(cat paths)"
[ "$(grep -c 'scope' paths)" = 3 ] && grep -qx 'Total/scope 8 4' paths || fail "scopes: $(cat paths)"
for file in all.summary "day.$today.summary"; do
    awk '$1 == "Omega:RunLoop" { above = index($0, "O") } $1 == "Omega:Tend" { ok = index($0, "O") > above && $7 > 0 && $8 >= $7 } END { exit !ok }' $file ||
        fail "$file: $(cat $file)"
done
for rank in 0 1 2 3; do
    grep -q 'Omega:Tend' all.timing.$rank || fail "the file of rank $rank"
done
awk '$1 == "left" { ok = $3 == 4 && $4 > 0 } END { exit !ok }' all.summary || fail "a timer that runs: $(cat all.summary)"
[ -e "day.$today.timing.0" ] && [ ! -e "day.$today.timing.1" ] || fail "a file of each day: $(ls)"

rm -f ./*.instr all.* day.*
$launcher -n 4 ./gptl >out 2>errors || fail "gptl: $(cat out errors)"
check_profile gptl
[ "$(awk '$1 == "\"Omega:Tend:haloExchange\"" { print $2, $3, $4, $5 }' all.summary)" = '- 4 4 1.200000e+01' ] ||
    fail "E3SM's summary: $(cat all.summary)"
[ "$(awk '$1 == "\"left" { print $3, $6, $7 }' all.summary)" = 'y 0.000000e+00 0.000000e+00' ] || fail "a timer that runs: $(cat all.summary)"
[ "$(awk '$1 == "\"Omega:some" { print $4, $5, $6 }' all.summary)" = '2 2 2.000000e+00' ] || fail "some ranks: $(cat all.summary)"
grep -q '"Omega:Tend" ' "day.$today.timing.0" || fail "GPTL's file: $(ls)"

rm -f ./*.instr
$launcher -n 2 ./inC >out || fail "in C: $(cat out)"
grep -q 'Omega:RunLoop:step' out || fail "the log: $(cat out)"

# The log, as it is asked for, and where nothing is said.
for log in LOG log none Log ''; do
    $launcher -n 2 ./inC "$log" >out || fail "to $log: $(cat out)"
    grep -q 'Omega:RunLoop:step' out || fail "no log to $log: $(cat out)"
    set -- "$log".summary
    [ ! -e "$1" ] || fail "a file named $log"
done

# Without a runtime it fails, and says so once.
rm -f ./*.instr
! env -u LD_LIBRARY_PATH $launcher -n 2 ./inC >out 2>errors || fail 'there is no runtime, and nobody says so'
[ "$(grep -c '^Pacer: ' errors)" = 1 ] && grep -q 'LD_LIBRARY_PATH' errors || fail "without a runtime: $(cat errors)"
INSTR_LEVEL=0 $launcher -n 2 ./inC >out 2>errors || fail "with INSTR_LEVEL=0: $(cat errors)"
[ ! -s errors ] || fail "with INSTR_LEVEL=0: $(cat errors)"

# The public GPTL has its functions of MPI in a header of their own, and no quotes.
mkdir public
cat >public/gptl.h <<'C'
enum { GPTLdepthlimit = 9, GPTLmpiwtime = 4 };
extern int GPTLinitialize(void), GPTLfinalize(void), GPTLstart(const char *), GPTLstop(const char *), GPTLpr_file(const char *);
extern int GPTLsetoption(const int, const int), GPTLsetutr(const int);
C
echo 'extern int GPTLpr_summary_file(MPI_Comm, const char *);' >public/gptlmpi.h
$compiler -Wall -Werror -DPACER_GPTL -Ipublic -I"$include" -c -o public.o "$sources/pacer.c" || fail 'by the public GPTL'

# Nothing at all is written where that is asked for.
rm -f ./*.instr
INSTR_OUTPUT=None $launcher -n 2 ./inC >out || fail 'without a profile'
set -- ./*.instr None*
[ ! -e "$1" ] && [ ! -e "$2" ] || fail "written all the same: $*"
