# opened.sh COMPILER LAUNCHER SOURCES - libraries with an MPI part of their own that are opened by dlopen, before MPI_Init or
# after it, in programs that have one too or none, and closed again or not: the job ends as plainly, with one profile, in
# which each call counts once.
compiler=$1 launcher=$2 sources=$3
mkdir store
export INSTR_TMPDIR="$PWD/store"
for name in one two; do
    instr-cc $compiler -O1 -fPIC -shared -o ./lib$name.so "$sources/extension.c"
done
# One without a part: what compiled it was instr-cc, what linked it was not.
instr-cc $compiler -O1 -fPIC -c -o extension.o "$sources/extension.c"
$compiler -shared -o libloads.so extension.o
$compiler -O1 -o plain "$sources/opens.c" -ldl
instr-cc $compiler -O1 -o linked "$sources/opens.c" -ldl
instr-cc $compiler -O1 -c -o opens.o "$sources/opens.c"
$compiler -o loads opens.o -ldl

# run PROGRAM WORDS...: of which those with a slash are libraries. No rank may wait for ever.
run() {
    rm -f ./*.instr
    libraries=0
    for word; do
        case $word in ./*.so) libraries=$((libraries + 1)) ;; esac
    done
    timeout -k 5 60 $launcher -n 3 "$@" >run.out 2>run.err || fail "$* ended with $?: $(cat run.err)"
    [ "$(cat run.out)" = $((30 * libraries)) ] && [ ! -s run.err ] || fail "$*: $(cat run.out run.err)"
    check_one_profile "$*"
    # Calls, messages and bytes of all ranks.
    found=$(instr-report flat --csv ./*.instr | awk -F, '$1 == "MPI_Allreduce" { n += $5 } END { print n }')
    sent=$(instr-report flat --by=mpi --csv ./*.instr | awk -F, '$1 == "MPI_Allreduce" { m += $6; b += $7 } END { print m, b }')
    [ "$found" = $((30 * libraries)) ] || fail "$*: MPI_Allreduce was called $found times in the profile"
    [ "$sent" = "$((30 * libraries)) $((120 * libraries))" ] || fail "$*: messages and bytes are $sent"
    [ ! "$(ls -A store)" ] || fail "$* left $(ls -A store)"
}

for program in ./plain ./linked ./loads; do
    run $program ./libone.so
    run $program ./libone.so ./libtwo.so ./libloads.so
    run $program close ./libone.so ./libtwo.so
    run $program early ./libone.so ./libloads.so
    run $program early close ./libone.so ./libtwo.so
done
run ./plain ./libloads.so
