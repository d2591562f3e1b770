# mixed.sh COMPILER LAUNCHER SOURCE - jobs in which not every rank is measured end as they would plainly, and those
# ranks that are measured write one profile together; without anything being set.
compiler=$1 launcher=$2 source=$3
$compiler -O1 -o plain "$source"
instr-cc $compiler -O1 -o linked "$source"
instr-cc $compiler -O1 -o another "$source"
instr-cc $compiler -O1 -c -o mixed.o "$source"
$compiler -o loaded mixed.o
mkdir store
export INSTR_TMPDIR="$PWD/store"

# A rank script: its first word names the ranks that run the second, the others run the third. It leaves the shell
# around for the odd ones, as scripts do that have something to do afterwards.
cat >by_rank <<'END'
#!/bin/sh
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
case " $1 " in *" $rank "*) program=$2 ;; *) program=$3 ;; esac
[ $((rank % 2)) -eq 0 ] || { env $program; exit $?; }
exec env $program
END
chmod +x by_rank

# run RANKS COMMANDS...: ends with 0 and prints what it should.
run() {
    rm -f ./*.instr
    ranks=$1
    shift
    timeout -k 5 60 $launcher "$@" >run.out 2>run.err || fail "$*: ended with $? after: $(cat run.out run.err)"
    [ "$(cat run.out)" = "$((ranks * (ranks - 1) / 2)) of $ranks" ] || fail "$*: printed $(cat run.out)"
    [ ! -s run.err ] || fail "$*: said $(cat run.err)"
    left=$(find . -name '.instr.*' -o -path './store/*')
    [ ! "$left" ] || fail "$*: left behind $left"
}

# found: "rank rank ..." for each profile. One of a single rank has no rows.
found() {
    for profile in ./*.instr; do
        [ -e "$profile" ] || continue
        instr-report tree --by=rank --csv "$profile" |
            awk -F, '$1 == "main/work" && $7 == 5 { printf "%s%s", s, $3; s = " "; n++ } END { exit !n }' ||
            instr-report tree --csv --min=0 "$profile" | awk -F, '$2 == "main/work" && $7 == 5 { printf "%s", $19 }'
        echo
    done | sort
}

expect() {
    [ "$(found)" = "$1" ] || fail "the profiles are of ranks '$(found)', expected '$1'"
}

run 5 -n 2 ./plain : -n 3 ./linked
expect '2 3 4'
instr-report | grep -q '3 of 5 ranks' || fail "the report does not say that ranks are missing: $(instr-report | head -n 1)"
run 3 -n 2 ./loaded : -n 1 ./plain
expect '0 1'
run 5 -n 2 ./linked : -n 3 ./another
expect '0 1 2 3 4'
! instr-report | grep -q ' of 5 ranks' || fail 'ranks are said to be missing'
run 5 -n 2 ./loaded : -n 1 ./plain : -n 2 ./linked
expect '0 1 3 4'

run 5 -n 5 ./by_rank '1 3' ./plain ./linked
expect '0 2 4'
ODD_LATE=1 run 5 -n 5 ./by_rank '1 3' ./plain ./linked
expect '0 2 4'
run 5 -n 5 ./by_rank '0' ./plain ./loaded
expect '1 2 3 4'
run 4 -n 4 ./by_rank '0 1 2 3' ./linked ./plain
expect '0 1 2 3'

# Ranks that are told to measure nothing, or to write by themselves.
run 4 -n 4 ./by_rank '0' 'INSTR_LEVEL=0 ./loaded' ./loaded
expect '1 2 3'
run 4 -n 4 ./by_rank '1' 'INSTR_JOB=each ./linked' ./linked
expect '0
1
2
3'
INSTR_JOB=one run 4 -n 4 ./linked
expect '0 1 2 3'

# On several machines the ranks find each other in the folder of the profile; where they have none in common each machine
# is by itself.
several='OMPI_COMM_WORLD_LOCAL_SIZE=1 MPI_LOCALNRANKS=1'
run 4 -n 4 ./by_rank '1' ./plain "$several ./linked"
expect '0 2 3'
mkdir folder
run 4 -n 4 ./by_rank '0 1' "$several ./linked" "INSTR_OUTPUT=folder/%x.%p.instr $several ./linked"
[ "$(found)" = '0 1' ] && [ "$(instr-report tree --by=rank --csv folder/*.instr | awk -F, '$1 == "main/work"' | wc -l)" -eq 2 ] ||
    fail "two machines: $(found)"
rm folder/*

# MPI_Finalize, or both, in code that was not compiled by instr-cc.
printf '#include <mpi.h>\nvoid end_elsewhere(void);\nvoid end_elsewhere(void) { MPI_Finalize(); }\n' >end.c
$compiler -O1 -c -o end.o end.c
instr-cc $compiler -O1 -DENDS_ELSEWHERE -c -o elsewhere.o "$source"
$compiler -o elsewhere elsewhere.o end.o
run 4 -n 3 ./elsewhere : -n 1 ./plain
expect '0 1 2'
printf '#define MPI_Init PMPI_Init\n#include "%s"\n' "$source" >begin.c
instr-cc $compiler -O1 -o begin begin.c
run 4 -n 1 ./plain : -n 3 ./begin
expect '1 2 3'

# Plain ranks are not waited for: such a job takes hardly longer than one in which all are measured.
took() {
    best=
    for try in 1 2 3; do
        start=$(date +%s%N)
        $launcher "$@" >/dev/null
        ms=$((($(date +%s%N) - start) / 1000000))
        [ "$best" ] && [ "$best" -le $ms ] || best=$ms
    done
    echo "$best"
}
all=$(took -n 2 ./another : -n 3 ./linked) some=$(took -n 2 ./plain : -n 3 ./linked)
[ "$some" -lt $((3 * all)) ] || fail "with plain ranks the job takes $some ms, without $all"
