# handlers.sh FOLDER - a signal's handler calls functions while the runtime holds a lock, each lock in turn: the program ends as
# it does plainly, and what it called outside of handlers is counted.
gcc -O1 -shared -fPIC -o liblocks.so "$1/handlers_locks.c"
printf 'static int volatile x;\nstatic void part(void) { x++; }\nvoid loaded(void) { part(); part(); }\n' >loaded.c
instr-cc gcc -O0 -shared -fPIC -o loaded.so loaded.c
instr-cc gcc -O1 -pthread -I"$1" -o program "$1/handlers.c" -L. -llocks -Wl,-rpath,"$PWD"

# calls NAME: in all profiles.
calls() {
    for profile in ./*.instr; do instr-report flat --csv "$profile"; done |
        awk -F, -v name="$1" '$1 == name { calls += $5 } END { print calls + 0 }'
}

for setting in INSTR_TIMING=exact INSTR_TIMING=adaptive INSTR_CLOCK=monotonic INSTR_RECURSION=2 INSTR_TRACE=1; do
    rm -f -- *.instr
    said=$(env INSTR_TIMING=adaptive "$setting" INSTR_OUTPUT=%p.instr timeout -s KILL 120 ./program ./loaded.so) ||
        fail "$setting: ends with $?"
    [ "$said" -gt 0 ] || fail "$setting: no lock was taken: $said"
    for expected in "numbered $said" 'often 50' 'in_thread 20' 'in_context 1' 'part 6' 'loaded 3'; do
        [ "$(calls "${expected% *}")" = "${expected#* }" ] ||
            fail "$setting: $(calls "${expected% *}") calls of ${expected% *}, not ${expected#* }"
    done
done
