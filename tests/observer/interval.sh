# interval.sh FOLDER - two standard errors hold the truth: of one process by itself, of one that is stopped again and again, beside other
# work, and of more threads than processors. INSTR_INTERVAL_RUNS says how often, 3 times each. They hold it in 19 of 20
# runs on average. All runs together are judged, and three standard deviations of that are left to chance.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O2 -o program "$1/interval.c" -lpthread

# holds WHAT: of both functions' time a quarter is that of `one`. Its standard error is a percentage of its own time.
holds() {
    instr-report flat --no-pager o.instr >flat
    grep -q '^~ is estimated' flat || { echo "$1: nobody may look here"; exit 0; }
    instr-report flat --csv o.instr | awk -F, -v error="$(awk 'NF > 9 && $(NF - 1) == "one" { print $9 + 0 }' flat)" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "exclusive_s") at = i }
        $1 == "one" { one = $at }
        $1 == "three" { three = $at }
        END { share = one / (one + three); most = 2 * share * error / 100
              printf "%.3f +- %.3f\n", share, most
              exit !(share - most <= 0.25 && share + most >= 0.25 && most > 0 && most < 0.1) }' >>said
}

# in_most WHAT COMMAND...: the command runs the program.
in_most() {
    what=$1 held=0 && shift && echo "$what:" >>said
    for _ in $(seq "$runs"); do
        "$@" && holds "$what" && held=$((held + 1))
    done
    echo "$what: $held of $runs"
    all=$((all + held))
}

stopped() {
    ./program 1 &
    for _ in 1 2 3 4 5; do
        sleep 0.15
        kill -STOP $!
        sleep 0.2
        kill -CONT $!
    done
    wait $!
}

runs=${INSTR_INTERVAL_RUNS:-3} all=0
in_most 'by itself' ./program 1
in_most 'stopped' stopped
in_most 'more threads than processors' ./program 0.3 8
for processor in $(seq "$(nproc)"); do
    sh -c 'while :; do :; done' &
    spinners="${spinners-} $!"
done
trap 'kill $spinners' EXIT
in_most 'beside other work' ./program 1
awk -v runs=$((4 * runs)) -v held=$all 'BEGIN { exit !(held >= 0.95 * runs - 3 * sqrt(runs * 0.95 * 0.05)) }' ||
    fail "$all of $((4 * runs)): $(tr '\n' ' ' <said)"
