# tools.sh COMPILER LAUNCHER TOOL SOURCE - another tool that wraps MPI sees what it sees plainly, preloaded or linked, and
# so do we; MPI_Pcontrol switches our wrappers and reaches the other tool as it was called.
compiler=$1 launcher=$2 tool=$3 source=$4
$compiler -O1 -fPIC -shared -o libtool.so "$tool"
$compiler -O1 -o plain "$source"
instr-cc $compiler -O1 -o linked "$source"
instr-cc $compiler -O1 -o both "$source" -L. -ltool -Wl,-rpath,"$PWD"
instr-cc $compiler -O1 -c -o tooled.o "$source"
$compiler -o loaded tooled.o
# A library of the program's brings our wrappers, too.
printf '#include <mpi.h>\nvoid more(void);\nvoid more(void) { MPI_Barrier(MPI_COMM_WORLD); }\n' >more.c
instr-cc $compiler -O1 -fPIC -shared -o libmore.so more.c
sed 's/int one = 1, sum;/int one = 1, sum;void more(void);/; s/MPI_Finalize();/more();MPI_Finalize();/' "$source" >twice.c
instr-cc $compiler -O1 -o twice twice.c -L. -lmore -Wl,-rpath,"$PWD"

# calls FUNCTION: in the profile.
calls() { instr-report flat --csv ./*.instr | awk -F, -v f="$1" '$1 == f { n += $5 } END { print n + 0 }'; }

# check PROGRAM BARRIERS PRELOAD: what the tool and the profile say; no tool without PRELOAD.
check() {
    rm -f ./*.instr tool.?
    $launcher -n 3 env ${3:+LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$PWD/$3"} ./$1 >run.out 2>&1 || fail "$1 with '$3': $(cat run.out)"
    for rank in 0 1 2; do
        [ "$1 $3" = "$1 " ] && [ "$1" != both ] || [ "$(cat tool.$rank)" = "1 $(($2 + 3)) 1 6 1" ] ||
            fail "$1 with '$3': the tool on rank $rank saw $(cat tool.$rank)"
    done
    [ "$1" != plain ] || return 0
    check_one_profile
    [ "$(calls MPI_Barrier) $(calls MPI_Allreduce)" = "$((3 * $2)) 3" ] ||
        fail "$1 with '$3': $(calls MPI_Barrier) barriers and $(calls MPI_Allreduce) reductions in the profile"
    instr-report tree | grep -q 'MPI_Pcontrol(0).*: 9$' || fail "$1: it is not said what was left out: $(instr-report tree | tail -n 5)"
}

check plain 10 libtool.so
for program in linked loaded; do
    check $program 10 libtool.so
    check $program 10 ''
done
check both 10 ''
check twice 11 libtool.so
check twice 11 ''
