# processor.sh SOURCE - a program that shares a processor with another one is told that it had none for long.
command -v taskset >/dev/null || exit 77
[ -r /proc/self/schedstat ] || exit 77
instr-cc gcc -O1 -o busy "$1"
INSTR_OUTPUT=other.instr taskset -c 0 ./busy &
INSTR_OUTPUT=shared.instr taskset -c 0 ./busy
wait
instr-report shared.instr >said
sed -n 's/^ *busy  *other programs used the processors for [^,]*, \([0-9.]*\)%: .*/\1/p' said |
    awk '$1 > 25 && $1 < 100.1 { found = 1 } END { exit !found }' || fail "$(cat said)"
