# inlined.sh FOLDER - a trivial function has its time also where it was inlined, by the compiler's line table.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr

# share HOW COMMAND...: builds it by the command, and says the part of the time that the inlined function has of its caller's.
share() {
    how=$1
    shift
    "$@" -w -o program "$here/inlined.c" 2>says || { echo "$how: not built: $(cat says)"; return 1; }
    rm -f o.instr
    ./program 300 >out
    instr-report flat --csv o.instr >flat.csv
    awk -F, '$1 == "mixed" { mixed = $8; calls = $5 } $1 == "turn" { turn = $8 }
        END { print mixed / (mixed + turn + 1e-9); exit calls != 60000000 }' flat.csv >share ||
        fail "$how: $(cat share) of the time: $(cat flat.csv)"
}

# known HOW COMMAND...
known() {
    share "$@" || return 0
    awk '{ exit !($1 > 0.5 && $1 < 0.98) }' share || fail "$1: $(cat share) of the time: $(cat flat.csv)"
}

here=$1
share plain instr-cc cc -O2
instr-report --json o.instr | grep -q '"samples": "0"' && { echo 'this kernel takes no samples'; exit 0; }
for version in 2 3 4 5; do
    known "DWARF $version" instr-cc cc -O2 -gdwarf-$version
done
known 'a line table alone' instr-cc cc -O2 -g1
known 'no PIE' instr-cc cc -O2 -g -fno-pie -no-pie
known 'a section for each function' instr-cc cc -O2 -g -ffunction-sections -Wl,--gc-sections
known 'named from another folder' instr-cc cc -O2 -g -I"$here/../observer/."
command -v clang >/dev/null && known clang instr-cc clang -O2 -g
share 'compressed' instr-cc cc -O2 -g -gz # its lines are not known: it only has to run
share 'stripped' instr-cc cc -O2 -g -s
