# interval.sh FOLDER - shares are off by their standard errors: of one process by itself, of one that is stopped again and again, of
# more threads than processors, and beside other work. TEST_RUNS says how often, 3 times each. All runs are judged
# together: the sum of squares of how many standard errors each is off is above the bound by chance once in 100,000 times.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O2 -o program "$1/interval.c" -lpthread

# judge WHAT: of both functions' time a quarter is that of `one`. Its standard error is a percentage of its own time.
judge() {
    instr-report flat --no-pager o.instr >flat
    grep -q '^~ estimated' flat || { echo "$1: nobody may look here"; exit 0; }
    instr-report flat --csv o.instr | awk -F, -v error="$(awk 'NF > 9 && $(NF - 1) == "one" { print $9 + 0 }' flat)" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "exclusive_s") at = i }
        $1 == "one" { one = $at }
        $1 == "three" { three = $at }
        END { share = one / (one + three); deviation = share * error / 100
              printf "%.4f %.4f\n", share, deviation
              exit !(deviation > 0 && deviation < 0.05) }' >>shares ||
        fail "$1: no standard error, or one above a fifth: $(cat flat)"
}

# in_each WHAT COMMAND...: the command runs the program.
in_each() {
    what=$1 && shift
    for _ in $(seq "$runs"); do
        "$@" && judge "$what"
    done
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

runs=${TEST_RUNS:-3}
in_each 'by itself' ./program 1
in_each 'stopped' stopped
in_each 'more threads than processors' ./program 0.3 8
spin "$(nproc)"
in_each 'beside other work' ./program 1
awk '{ off = ($1 - 0.25) / $2; sum += off * off; printf "%s +- %s (%+.1f)\n", $1, $2, off }
     END { # the quantile of chi-square, by Wilson and Hilferty
           f = 2 / (9 * NR); bound = NR * (1 - f + 4.26 * sqrt(f)) ^ 3
           printf "sum of squares %.1f, at most %.1f\n", sum, bound
           exit !(NR && sum <= bound) }' shares >said || fail "$(cat said)"
cat said
