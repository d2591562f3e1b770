# first_use.sh COMPILER LAUNCHER SOURCE LIBRARIES COMPILERS... - an MPI for which no part is installed: the part is
# compiled on first use, at the link or when the program runs, once for all ranks; where that fails, or gives a
# part for another MPI, the program runs as it would plainly and one line says why.
compiler=$1 launcher=$2 source=$3 installed=$4
shift 4
ranks=3 other=
for each in "$@"; do
    [ "$each" = "$compiler" ] || other=$each
done

# An installation without parts, and a compiler wrapper that does not tell whose it is.
mkdir -p lib/instr bin home
ln -s "$installed"/libinstr.* lib/
ln -s "$installed"/instr/source lib/instr/source
export INSTR_LIBDIR="$PWD/lib" REAL_MPICC="$(command -v "$compiler")" HOME="$PWD/home"
unset XDG_CACHE_HOME
# It keeps the objects of the part, which is made ten times here: to compile them is most of what this takes.
mkdir objects
export OBJECTS="$PWD/objects"
cat >bin/mpicc-here <<'END'
#!/bin/sh
for object; do :; done
case "$*" in
*/runtime/mpi/*.c' -o '*.o)
    kept=$OBJECTS/${object##*/}
    [ -e "$kept" ] || { "$REAL_MPICC" "$@" && cp "$object" "$kept.$$" && mv "$kept.$$" "$kept"; exit; }
    exec cp "$kept" "$object" ;;
esac
exec "$REAL_MPICC" "$@"
END
printf '#!/bin/sh\necho no compiler here >&2; exit 1\n' >bin/mpicc-none
printf '#!/bin/sh\ncase "$*" in *runtime/mpi/wrappers.c*) echo broken here >&2; exit 1;; esac\nexec "${0%%-half}-here" "$@"\n' \
    >bin/mpicc-half
[ -z "$other" ] || printf '#!/bin/sh\nexec %s "$@"\n' "$other" >bin/mpicc-other
chmod +x bin/*
cache=home/.cache/instr

$compiler -O1 -pthread -o plain "$source"
instr-cc bin/mpicc-here -O1 -pthread -c -o program.o "$source" 2>compile.err
[ ! -s compile.err ] && [ ! -e "$cache" ] || fail "a mere compilation said or made something: $(cat compile.err)"

# run PROGRAM: as plainly on standard output and in its status; what it says besides is in run.err.
run() {
    rm -f ./*.instr
    $launcher -n $ranks "$@" none >run.out 2>run.err && status=0 || status=$?
    [ $status -eq $plain_status ] || fail "$* ended with $status, plainly with $plain_status: $(cat run.err)"
    cmp plain.out run.out || fail "$* printed something else"
}
plain_status=0
$launcher -n $ranks ./plain none >plain.out 2>plain.err || plain_status=$?

# timed WHAT: one profile of all ranks in which MPI's functions are.
timed() {
    check_one_profile
    instr-report flat --csv | awk -F, -v ranks=$ranks '$1 == "MPI_Barrier" && $5 >= ranks { ok = 1 } END { exit !ok }' ||
        fail "$1: no MPI_Barrier in the profile"
    ! grep instr: run.err || fail "$1: the runtime had something to say"
}

# untimed WHAT: each rank has its own profile, and one line says why.
untimed() {
    set -- "$1" ./*.instr
    [ $# -eq $((ranks + 1)) ] || fail "$1: $(($# - 1)) profiles of $ranks ranks"
    [ "$(grep -c 'instr: MPI calls are not timed' run.err)" -eq 1 ] || fail "$1: not said once: $(cat run.err)"
}

# At the link.
instr-cc bin/mpicc-here -O1 -pthread -o linked "$source" 2>link.err
[ ! -s link.err ] || fail "the link said something: $(cat link.err)"
[ "$(find "$cache" -name '*.a' | wc -l)" -eq 1 ] || fail "no archive is kept: $(find home)"
run ./linked
timed 'linked'
touch -r "$(find "$cache" -name '*.a')" stamp
instr-cc bin/mpicc-here -O1 -pthread -o linked "$source"
[ ! "$(find "$cache" -name '*.a' -newer stamp)" ] || fail 'the archive was made twice'

# When the program runs: all ranks ask at once.
$compiler -pthread -o loaded program.o
export INSTR_MPICC="$PWD/bin/mpicc-here"
run ./loaded
timed 'loaded'
[ "$(find "$cache" -name '*.so' | wc -l)" -eq 1 ] || fail "no shared object is kept: $(find home)"
run env INSTR_MPICC=/nonexistent/mpicc ./loaded
timed 'kept'

# One that somebody else may have written is never opened, and made anew.
part=$(find "$cache" -name '*.so')
printf '#include <stdlib.h>\n__attribute__((constructor)) static void own(void) { system("touch owned"); }\n' >trap.c
for mode in 'g+w file' 'o+w file' 'o+w folder' 'owner file'; do
    ${compiler} -w -shared -fPIC -o "$part" trap.c
    touch "$part"
    place=$part
    [ "${mode#* }" = file ] || place=${part%/*}
    case $mode in
    owner*) [ "$(id -u)" = 0 ] || continue; chown 12345 "$place" ;;
    *) chmod "${mode% *}" "$place" ;;
    esac
    run ./loaded
    [ ! -e owned ] || fail "$mode: code of others was run"
    if [ "$place" = "$part" ]; then timed "$mode"; fi
    chmod go-w "${part%/*}"
done
rm -f "$part"
run ./loaded
timed 'made anew'

# The time that it takes is nobody's, and said. One rank compiles and the others wait.
printf '#!/bin/sh\ncase "$*" in *-shared*) sleep 4;; esac\nexec "${0%%-slow}-here" "$@"\n' >bin/mpicc-slow
chmod +x bin/mpicc-slow
rm "$cache"/*/*.so
INSTR_MPICC=$PWD/bin/mpicc-slow
run ./loaded
timed 'compiled slowly'
said() { instr-report tree --json | sed -n 's/.*"'"$1"'": *"\([0-9.]*\)".*/\1/p' | head -n 1; }
wall=$(said wall_s) outside=$(said outside_mpi_s)
instr-report tree --csv --min=0 >tree.csv
awk -F, -v wall="$wall" '$2 == "" || $2 == "main" { n++; if ($17 * 2 > wall) bad = 1 } END { exit bad || n < 2 }' tree.csv ||
    fail "of $wall s these took: $(cut -d, -f2,17 tree.csv)"
ranks=$(awk -F, '$2 == "" { print $15 }' tree.csv)
awk -v wall="$wall" -v outside="$outside" -v ranks="$ranks" 'BEGIN { exit !(outside > 0 && outside * 2 < wall * ranks) }' ||
    fail "of $wall s, MPI took $outside s to start on $ranks ranks"
instr-report | grep -q '^compiling the MPI part, once: [1-9].*, excluded from all times' ||
    fail "the time is not said: $(instr-report)"
INSTR_MPICC=$PWD/bin/mpicc-here

# A link that fails with the archive is done without it, and the program is instrumented all the same.
echo broken >"$(find "$cache" -name '*.a')"
instr-cc bin/mpicc-here -O1 -pthread -o bare "$source" 2>link.err
[ ! -s link.err ] || fail "the link with a broken archive said something: $(cat link.err)"
run ./bare
timed 'a broken archive'
instr-report flat --csv | grep -q '^main,' || fail 'with a broken archive the original was compiled'

# What can't be made is told, not tried again, and does no harm.
rm -rf home/.cache
INSTR_MPICC=$PWD/bin/mpicc-none
run ./loaded
untimed 'no compiler'
grep -q "$PWD/$cache.*\.so\.log" run.err || fail "the messages are not named: $(cat run.err)"
grep -q 'no compiler here' "$cache"/*/*.log || fail 'the messages are not kept'
INSTR_MPICC=$PWD/bin/mpicc-here
run ./loaded
untimed 'tried again'
rm "$cache"/*/*.log
run ./loaded
timed 'after the messages were removed'
rm -rf home/.cache
instr-cc bin/mpicc-half -O1 -pthread -o half "$source" 2>link.err
[ "$(grep -c 'MPI calls are not timed' link.err)" -eq 1 ] && [ "$(wc -l <link.err)" -eq 1 ] ||
    fail "a link without a part says: $(cat link.err)"
run ./half
timed 'found when the program ran'
chmod -w home
rm -rf home/.cache
if ! mkdir home/.cache 2>/dev/null; then
    run ./loaded
    untimed 'nothing can be kept'
fi
rm -rf home && mkdir home

# A part for another MPI.
[ "$other" ] || exit 0
INSTR_MPICC=$PWD/bin/mpicc-other
run ./loaded
untimed 'compiled for another MPI'
grep -q "$PWD/$cache.*\.so was compiled for another MPI" run.err || fail "the part is not named: $(cat run.err)"
flavour=openmpi wrong=mpich
"$compiler" -show | grep -q openmpi || flavour=mpich wrong=openmpi
ln -s "$installed/instr/libinstr_mpi-$wrong.so" lib/instr/libinstr_mpi-$flavour.so
INSTR_MPICC=$PWD/bin/mpicc-here
rm -rf home/.cache
run ./loaded
timed 'another part in the place of ours'
