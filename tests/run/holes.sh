# holes.sh SOURCE - the runtime leaves no hole in the program's heap when it starts: what the program allocates lies as it does plainly.

# same SETTING...: with blocks of any size the heap changes its end about as often. Of 24 bytes and less dlopen leaves one itself.
same() {
    for bytes in 40 100 200 400 600 800 1000 1500 2000 2500 3000 3500 4000 4096 5000 6000 8000; do
        plainly=$(./plain $bytes)
        found=$(env "$@" ./program $bytes)
        [ "$found" -le $((plainly + 8)) ] || fail "$*: $bytes bytes: $found times, and plainly $plainly"
    done
}

for flags in -O1 '-O1 -static'; do
    gcc $flags -o plain "$1"
    instr-cc gcc $flags -o program "$1"
    same INSTR_OUTPUT=p.instr
    same INSTR_OUTPUT=p.instr INSTR_TRACE=1
    same INSTR_LEVEL=0
done
same INSTR_OUTPUT=p.instr INSTR_COMMAND=full
