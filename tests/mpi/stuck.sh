# stuck.sh COMPILER LAUNCHER TOOL SOURCE - a rank that does not do its part in the job's profile, whatever the reason: the others do not
# wait for it for ever, and each rank has its own profile.
compiler=$1 launcher=$2 tool=$3 source=$4
mkdir store
export INSTR_TMPDIR="$PWD/store"
$compiler -O1 -fPIC -shared -o libstuck.so "$tool" -ldl
instr-cc $compiler -O1 -o linked "$source" -fopenmp

# run: as the variables say, on three ranks, whose own profiles are merged into `merged`.
run() {
    rm -f ./*.instr merged
    timeout -k 5 60 $launcher -n 3 env LD_PRELOAD="$PWD/libstuck.so${LD_PRELOAD:+:$LD_PRELOAD}" ./linked none >run.out 2>run.err ||
        fail "$*: ended with $?: $(cat run.err)"
}
check_each() {
    [ "$(ls ./*.instr | wc -l)" -eq 3 ] || fail "$*: $(ls)"
    instr-report merge -o merged ./*.instr
    calls=$(instr-report flat --csv merged | awk -F, '$1 == "work" { print $5 }')
    [ "$calls" = 30 ] || fail "$*: work was called $calls times in the merged profile"
    [ ! "$(ls -A store)" ] || fail "$* left $(ls -A store)"
}

run nobody
check_one_profile nobody

for rank in 0 1; do
    STUCK=refuses STUCK_RANK=$rank run "rank $rank refuses"
    check_each "rank $rank refuses"
    INSTR_JOB_WAIT=2s STUCK=never STUCK_RANK=$rank run "rank $rank is never done"
    check_each "rank $rank is never done"
    grep -q "waited .* for other ranks .*'instr-report recover'" run.err || fail "rank $rank is never done: $(cat run.err)"
    INSTR_JOB=one INSTR_JOB_WAIT=2s STUCK=never STUCK_RANK=$rank run "rank $rank is never done, without a list"
    check_each "rank $rank is never done, without a list"
done
