# probes.sh FOLDER - what the probes took is seen where hardly anything else takes time, in functions that call nothing and in
# others; and a jump out of a probe's midst does not make the rest of the program one.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc --instr-paths=all -O2 -o program "$1/probes.c"

# LEAST MOST: percent of all time, of which the program may have waited for a processor.
probes_took() {
    share=$(awk -v all="$(of --raw)" -v raw="$(of --raw)" -v net="$(of)" 'BEGIN { print int(100 * (raw - net) / all) }')
    [ "${share:-0}" -ge "$1" ] && [ "${share:-0}" -le "$2" ] || fail "$how: $share %: $(instr-report flat --no-pager o.instr)"
}

# of [OPTION]: seconds of main.
of() { column_of main inclusive_s "$@" o.instr; }

# On many paths probes wait for memory, whatever the processor: 85 by CPU time against the plain program, 45 to 53 seen; without any look
# into a probe 3.
how=paths
./program "$how" 3000000 >/dev/null
instr-report flat --no-pager o.instr | grep -q '^~ estimated' || exit 0 # nobody may look here
probes_took 20 100

# By CPU time 55 to 73. A processor that waits for nothing is seldom seen in a probe, as the stores that say so become visible at once:
# then there are 25 to 36, of the ways there and back alone.
for how in leaves others; do
    ./program "$how" 100000000 >/dev/null
    probes_took 15 125
done
for how in 'jumped leaves' 'jumped others'; do
    ./program "$how" >/dev/null
    probes_took 0 13 # all of the calls take a tenth of the time
done
