# joins.sh COMPILER LAUNCHER INCLUDE LIBRARIES SOURCES - one profile for the job, wherever MPI is begun and ended, and whoever linked
# the program: in a library that was not instrumented, in Fortran, in C++, in plain C with labels. Every rank is in it,
# also one that came to no probe.
compiler=$1 launcher=$2 include=$3 libraries=$4 sources=$5
mkdir store
export INSTR_TMPDIR="$PWD/store"
export LD_LIBRARY_PATH="$PWD:$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# calls PATH: calls of it in the profile, on how many of how many ranks.
calls() {
    instr-report tree --csv --min=0 ./*.instr | awk -F, -v path="$1" '$2 == path { print $7, $15, $20; exit }'
}

# check PROGRAM PATH CALLING: PATH was called five times on each rank that CALLING(ranks) says.
check() {
    program=$1 path=$2 calling=$3
    for ranks in 1 3 8; do
        rm -f ./*.instr ./*.text
        called=$($calling $ranks)
        $launcher -n $ranks ./$program >run.out 2>run.err || fail "$program on $ranks ranks ended with $?: $(cat run.err)"
        [ "$(cat run.out)" = $((5 * ranks)) ] ||
            fail "$program on $ranks ranks printed $(cat run.out)"
        [ ! -s run.err ] || fail "$program on $ranks ranks said $(cat run.err)"
        check_one_profile
        [ "$(calls "$path")" = "$((5 * called)) $called $ranks" ] ||
            fail "$program on $ranks ranks: $path has $(calls "$path") calls, ranks and ranks in all, not $((5 * called)) $called $ranks"
        [ ! "$(ls -A store)" ] || fail "$program on $ranks ranks left $(ls -A store)"
    done
}
all() { echo "$1"; }
each_third() { echo $((($1 + 2) / 3)); }

# A library that is not instrumented does it all.
$compiler -O1 -fPIC -shared -o liblibrary.so "$sources/library.c"
instr-cc cc -O1 -o ends.o -c "$sources/user.c"
$compiler -o user-plain ends.o -L. -llibrary
check user-plain main/step/work all
cc -o user-cc ends.o -L. -llibrary
check user-cc main/step/work all
instr-cc $compiler -O1 -o user-linked "$sources/user.c" -L. -llibrary
check user-linked main/step/work all
instr-cc cc -O1 -DLOADS -o user-loads "$sources/user.c"
check user-loads main/step/work all
instr-cc cc -O1 -DLOADS -DASKS -c -o asks.o "$sources/user.c"
$compiler -Wl,--no-as-needed -o user-asks asks.o -ldl
check user-asks main/step/work all
called=$(instr-report flat --csv ./*.instr | awk -F, '$1 == "MPI_Allreduce" { n += $5 } END { print n }')
[ "$called" = 40 ] || fail "of a library that came behind MPI_Init $called of 40 calls are seen"

# A C part below another language.
instr-cc $compiler -O1 -c -o work.o "$sources/work.c"
cxx=$(echo "$compiler" | sed 's/mpicc/mpicxx/')
$cxx -O1 -o main-cxx "$sources/main.cc" work.o
check main-cxx work each_third
fortran=$(echo "$compiler" | sed 's/mpicc/mpif90/')
if command -v "$fortran" >/dev/null && $fortran -o main-fortran "$sources/main.f90" work.o 2>fortran.err; then
    check main-fortran work all
else
    echo "no Fortran compiler for this MPI: its program was left out: $(cat fortran.err 2>/dev/null)"
fi

# Labels in a program that instr-cc never saw: each rank knows which it is.
for early in '' -DEARLY; do
    $compiler -O1 $early -I"$include" -o labels "$sources/labels.c"
    check labels work all
    [ "$(ls ./*.text | wc -l)" -eq 8 ] || fail "labels${early}: 8 ranks printed $(ls ./*.text)"
done
