# waits_clocks.sh COMPILER LAUNCHER SOURCE RULES - a rank whose clock is another's waits no longer than it does. Its clock is that of a
# namespace of time, so what it prints is of its own clock, too, and is set back.
compiler=$1 launcher=$2 source=$3 rules=$4
unshare --time --monotonic 5 true 2>/dev/null || exit 77
instr-cc $compiler -O1 -o program "$source"
cat >start <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK-${PMI_RANK-}}" = 1 ] && exec unshare --time --monotonic 5 ./program
exec ./program
END
chmod +x start
INSTR_OUTPUT=all.instr timeout 100 $launcher -n 4 ./start
awk '{ printf "%s %s %s %s %s %.0f %.0f %.0f\n", $1, $2, $3, $4, $5, $6 - 5e9, $7 - 5e9, $8 - 5e9 }' printed.1 >back
cat printed.0 back printed.2 printed.3 >printed
instr-report tree --csv --min=0 --metric=waiting,delay all.instr >tree.csv
awk -f "$rules" printed FS=, tree.csv >wrong || fail "$(cat wrong)"
