# valgrind.sh REPORTS CTEST... - runs ctest, and so all that it starts, under valgrind: our tools, and the programs of
# the tests with the runtime in them. An error changes the status of its process, and its report is kept in REPORTS.
# Programs of others are not followed, but for those that start what is to be seen; and of the tests' own programs not those
# that are compiled plainly, or with a count of their own, to be compared with.
set -eu
reports=$1
shift
rm -rf "$reports"
mkdir -p "$reports"

others=
for name in 'gcc*' 'g++*' cc c++ 'clang*' 'x86_64-linux-gnu-*' cc1 collect2 as 'ld*' gold ar nm objcopy objdump readelf \
    strip ccache make gmake ninja meson 'mpicc*' opal_wrapper csmith 'python3*' man groff 'chromium*' dot node genhtml perl \
    awk mawk gawk basename cat chmod cmp comm cp cut date dd diff dirname expr find grep head id ls ln mkdir mktemp \
    mount mv od paste pkg-config printf ps rm rmdir sed seq sleep sort stat tail tar tee touch tr umount uname uniq wc xz \
    'auto*' 'aclocal*' libtoolize plain counted; do
    others=$others,*/$name
done

# What is repeated with each compiler is only looked at with gcc. Most of the time goes into the translation of code that
# runs once: without what is beyond jumps it is a fifth less.
# Open MPI brings suppressions of its own.
open_mpi=/usr/share/openmpi/openmpi-valgrind.supp
[ ! -f $open_mpi ] || set -- --suppressions=$open_mpi "$@"

# hwloc, which MPICH has in it, would say on stderr that a part of it does not work under valgrind.
export CHECKER=valgrind HWLOC_COMPONENTS=-x86 "TEST_COMPILERS=${TEST_COMPILERS:-gcc}"
exec valgrind --quiet --vgdb=no --trace-children=yes "--trace-children-skip=${others#,}" --log-file="$reports/valgrind.%p" \
    --error-exitcode=97 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
    --num-callers=30 --fair-sched=try --vex-guest-chase=no --suppressions="$(dirname "$0")/valgrind.supp" "$@" ${ARGUMENTS:-}
