# samples.sh FOLDER - the kernel samples program counters: of a thread in proportion to its own time, however busy the machine is. Where
# it is refused times are a guess, and the report says what to set.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
cc -O2 -w -o plain "$1/samples.c"
cc -O1 -w -o refused "$1/refused.c"
instr-cc cc -O2 -w -o program "$1/samples.c"

# meta NAME: of the profile.
meta() { instr-report --json o.instr | sed -n "s/.*\"$1\": \"\([^\"]*\)\".*/\1/p" | head -n 1; }

# same HOW [BEFORE...]
same() {
    how=$1
    shift
    rm -f o.instr
    "$@" ./plain 60 >plain.out
    "$@" ./program 60 >program.out
    diff plain.out program.out || fail "$how: other output"
    instr-report --no-pager o.instr >screen
    grep -q '^~ \(estimated\|extrapolated\)' screen || fail "$how: $(cat screen)"
}

# sampled HOW [BEFORE...]: most of the thread's time has samples, two a millisecond at most, and the first function of the table is `most`.
sampled() {
    same "$@"
    samples=$(meta samples) ran=$(meta ran_ns)
    awk -v samples="$samples" -v ran="$ran" 'BEGIN { exit !(samples > ran / 4000000 && samples < ran / 500000) }' ||
        fail "$how: $samples samples of $ran ns"
    grep -q '^~ estimated by sampling' screen || fail "$how: $(cat screen)"
    first=$(sed -n '/hot functions/{n;p;}' screen)
    case $first in *' most '*) ;; *) fail "$how: '$first' is first" ;; esac
    awk -v most="$(column_of most exclusive_s o.instr)" -v rest="$(column_of rest exclusive_s o.instr)" '
        BEGIN { share = most / (most + rest); print share; exit !(share > 0.75 && share < 0.97) }' >share ||
        fail "$how: $(cat share) in the function that has 0.87"
}

# refused ERROR TEXT
without() {
    same "refused by $1" ./refused "$1"
    [ "$(meta samples)" = 0 ] || fail "$1: $(meta samples) samples"
    grep -q '^~ extrapolated from' screen || fail "$1: $(cat screen)"
    grep -q "$2" screen || fail "$1: not said: $(cat screen)"
}

without 1 'INSTR_OBSERVER=signal, or allow perf_event_open'
without 13 'INSTR_OBSERVER=signal, or set kernel.perf_event_paranoid=2'
without 38 'next:' # no such call: nothing helps
without 24 'next:' # too many files
same usual
[ "$(meta samples)" != 0 ] || { echo 'this kernel takes no samples'; exit 0; }
sampled usual
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -le 2 ]; then
    chmod 1777 .
    rm -f o.instr
    sampled unprivileged setpriv --reuid=65534 --regid=65534 --clear-groups
fi
spin $((2 * $(nproc)))
for _ in 1 2 3; do
    sampled 'on a busy machine'
done
