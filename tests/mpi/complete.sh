# complete.sh COMPILER ARCHIVE - every function that mpi.h declares is wrapped, but for those that runtime/mpi/functions.h
# leaves out with a reason.
echo '#include <mpi.h>' | $1 -E -x c - | grep -oE '\bPMPI_[A-Z]\w* *\(' | sed 's/^P//; s/ *($//' | sort -u >declared
nm "$2" | sed -n 's/.* [TW] \(MPI_[A-Z].*\)/\1/p' | sort -u >wrapped
[ "$(wc -l <declared)" -ge 300 ] || fail "only $(wc -l <declared) functions are declared"
left_out='_(c2f|f2c|c2f08|f082c|f082f|f2f08)$|^MPI_(T_.*|Wtime|Wtick|Aint_add|Aint_diff)$'
removed='^MPI_(Address|Errhandler_(create|get|set)|Type_(extent|hindexed|hvector|lb|struct|ub))$'
missing=$(comm -23 declared wrapped | grep -vE "$left_out|$removed" || true)
[ -z "$missing" ] || fail "not wrapped: $missing"
