# finals.sh COMPILER LAUNCHER INCLUDE SOURCE - ranks that wrote profiles of their own before, or want to after the job's
# profile was written, leave one for the job, and never two that hold the same.
compiler=$1 launcher=$2 include=$3 source=$4
instr-cc $compiler -O1 -I"$include" -o finals "$source"
mkdir store
export INSTR_TMPDIR="$PWD/store"

# calls PROFILE: calls of work() there, and on how many ranks.
calls() { instr-report tree --csv --min=0 "$1" | awk -F, '$2 == "main/work" { print $7, $15 }'; }

# run RANKS MODE: leaves nothing but profiles.
run() {
    rm -f ./*.instr
    $launcher -n $1 ./finals $2 >run.out 2>&1 || fail "$2 on $1 ranks: $(cat run.out)"
    [ ! -s run.out ] && [ ! "$(ls -A store)" ] || fail "$2 on $1 ranks: $(cat run.out; ls -A store)"
}

for ranks in 1 3 8; do
    for mode in none before after snapshot period; do
        period=
        [ $mode != period ] || period=0.05
        INSTR_SNAPSHOT=$period run $ranks $mode
        check_one_profile "$mode on $ranks ranks"
        [ "$(calls ./*.instr)" = "$((10 * ranks)) $ranks" ] || fail "$mode on $ranks ranks: work has $(calls ./*.instr)"
        # All under one name.
        INSTR_SNAPSHOT=$period INSTR_OUTPUT=same.instr run $ranks $mode
        check_one_profile "$mode on $ranks ranks"
        [ "$(calls same.instr)" = "$((10 * ranks)) $ranks" ] ||
            fail "$mode on $ranks ranks, all under one name: work has $(calls same.instr)"
    done
done

# Where each rank is to have its own they stay.
for mode in before snapshot; do
    INSTR_JOB=both INSTR_OUTPUT=%r.instr run 3 $mode
    [ "$(echo ./*.instr)" = './0.instr ./1.instr ./2.instr ./all.instr' ] || fail "both, $mode: $(ls ./*.instr)"
    [ "$(calls 1.instr) $(calls all.instr)" = '10 1 30 3' ] || fail "both, $mode: $(calls 1.instr) $(calls all.instr)"
    INSTR_JOB=each run 3 $mode
    [ "$(ls ./*.instr | wc -l)" -eq 3 ] || fail "each, $mode: $(ls ./*.instr)"
done
