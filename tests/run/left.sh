# left.sh SOURCE - a signal or a cancellation comes anywhere, in the runtime too, and its thread never goes back there: what is called
# later is counted, and the profile is written.
for options in '' -fexceptions; do
    instr-cc gcc -O1 $options -pthread -o program "$1"
    for how in jump other end cancel; do
        for setting in INSTR_TIMING=exact INSTR_TIMING=adaptive INSTR_METRICS=heap INSTR_TRACE=1; do
            rm -f -- *.instr
            calls=$(env INSTR_TIMING=adaptive "$setting" INSTR_OUTPUT=p.instr timeout -s KILL 100 ./program "$how") ||
                fail "$options $how $setting: ends with $?"
            [ -f p.instr ] || fail "$options $how $setting: no profile"
            found=$(column_of settled calls p.instr)
            [ "$found" = "$calls" ] || fail "$options $how $setting: $found calls, not $calls"
        done
    done
done
