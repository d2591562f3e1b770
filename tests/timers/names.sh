# names.sh SOURCES INCLUDE LIBRARIES - twice as many timers take twice as long to find, of GPTL's and of the labels that they are: counted in
# instructions by callgrind, as times would lie.
sources=$1 include=$2 libraries=$3
export LD_LIBRARY_PATH="$libraries"
[ -z "${CHECKER:-}" ] && command -v callgrind_annotate >/dev/null && valgrind true 2>/dev/null || exit 77
gcc -Wall -Werror -I"$include" -o names "$sources/names.c" -L"$libraries" -linstr_gptl -lm
# costs COUNT: instructions of the look-ups of each table.
costs() {
    INSTR_OUTPUT=None valgrind --tool=callgrind --callgrind-out-file=out ./names $1 2>err || fail "$1 names: $(cat err)"
    callgrind_annotate --threshold=100 --auto=no out | tr -d , |
        awk '/timers_find/ { timers += $1 } /api_label.c:find_label / { labels += $1 } END { print timers + 0, labels + 0 }'
}
costs 50000 >few
costs 100000 >many
grep -q '^[1-9][0-9]* [1-9]' few || exit 77 # functions have no names here, or are inlined
paste -d ' ' few many | awk '{ print $3 / $1, $4 / $2; exit $3 / $1 > 2.35 || $4 / $2 > 2.35 }' >grew || fail "grew by $(cat grew), not by 2"
