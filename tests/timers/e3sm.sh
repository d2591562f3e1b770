# e3sm.sh COMPILER LAUNCHER SOURCES INCLUDE LIBRARIES PYTHON - E3SM's files of a run on 4 ranks with 2 threads: from the profile, from the
# run itself, and from the timers of GPTL's interface, which count the same.
compiler=$1 launcher=$2 sources=$3 include=$4 libraries=$5 python=$6
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

$compiler -Wall -Werror -fopenmp -DGPTL_E3SM -I"$include" -o timed "$sources/gptl_mpi.c" -L"$libraries" -linstr_gptl
INSTR_EXPORT=e3sm $launcher -n 4 ./timed || fail 'the run'
check_one_profile
"$python" "$sources/e3sm_check.py" model_timing_stats model_timing.0 model_timing.1 model_timing.2 model_timing.3 >run ||
    fail "of the run: $(cat run; head -40 model_timing_stats model_timing.0)"
grep -v '^\(MPI_\|OpenMP \)' run >timed.run
diff timed.run - <<'END_OF_RUN' || fail 'what the run counted'
total|4|4|4
work|4|8|20
nap|4|4|8
wait|4|4|4
last rank|1|1|1
END_OF_RUN
[ "$(grep -c '^Stats for thread' model_timing.3)" = 2 ] || fail "threads: $(cat model_timing.3)"
grep -q '^SUM "work" .*  -       8    -   ' model_timing.3 || fail "the sum of threads: $(cat model_timing.3)"

instr-report export e3sm -o again ./*.instr || fail 'export'
for part in _stats .0 .1 .2 .3; do
    cmp model_timing$part again$part || fail "the export differs from the run's: $part"
done

# Ranks took unlike times, and each file has its own's.
for rank in 0 3; do
    sed -nE 's/^ *"nap" +- +2 +- +([0-9.]+) +([0-9.]+) .*/\1 \2/p' model_timing.$rank >nap.$rank
done
cat nap.0 nap.3 | awk 'NR == 1 { least = $1 } { if ($2 > $1 || $2 < $1 / 2.001) wrong = 1 } NR == 2 && least * 2 < $1 { ok = 1 }
    END { exit wrong || !ok }' || fail "a rank's own most: $(cat nap.0 nap.3)"

# GPTL's own sums, which stand beside the tree.
sed -nE 's/^([a-z ]*[a-z]) +[y-] +([0-9]+) +([0-9]+) ([0-9.e+]+) .*/\1|\2|\3|\4/p' timing.summary |
    awk -F'|' '{ printf "%s|%d|%d|%d\n", $1, $2, $3, $4 }' >timers
diff timers timed.run || fail 'GPTL counts otherwise'

# Readers open the files as UTF-8, whatever is in a name.
cat >bytes.c <<'C'
#include <instr.h>
int main(void)
{
    instr_start("f\303\274r \377\376");
    return instr_stop("f\303\274r \377\376");
}
C
$compiler -I"$include" -o bytes bytes.c -L"$libraries" -linstr
INSTR_OUTPUT=bytes.instr ./bytes && instr-report export e3sm -o bytes bytes.instr
[ "$("$python" "$sources/e3sm_check.py" bytes_stats bytes.0)" = 'für __|1|1|1' ] || fail "names of any bytes: $(cat bytes_stats)"

# What the readers would reject, the check does too.
refuses() {
    sed "$1" model_timing_stats >broken
    ! "$python" "$sources/e3sm_check.py" broken >out 2>&1 || fail "taken: $1"
}
refuses '/GLOBAL/d'
refuses 's/"work"/"wo"rk"/'
refuses 's/"work"/work/'
refuses '/"work"/s/$/ 1/'
