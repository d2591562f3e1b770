# confirm.sh - the best variants and the default again, in turns; the library learns nothing of it.
. "$(dirname "$0")/common.sh"
here=$PWD
cat >p.lua <<END
range("a", 1, 6)
predefined("default", {a = 5})
run("echo {a} >>$here/log; echo value: {a}", {warmup = 0, repeats = 1})
minimise {output = "value: (%S+)"}
END
expect_error 'no results yet' instr-tune best p.lua
instr-tune run p.lua >/dev/null 2>&1
: >log
instr-tune confirm -n 2 -r 4 p.lua >said 2>told || fail "confirm: $(cat told)"
[ "$(tr '\n' ' ' <log)" = '5 1 2 5 1 2 5 1 2 5 1 2 ' ] || fail "not in turns: $(tr '\n' ' ' <log)"
grep -q '4 rounds, each variant once a round' said || fail "says: $(cat said)"
grep -q '  5  *5  *5 .* a=5 .*default' said || fail "the default: $(cat said)"
grep -q '  1  *1  *1  *5.000x  5.000-5.000  a=1' said || fail "the best: $(cat said)"
instr-tune export p.lua >table.csv
[ "$(column table.csv runs | sort -u)" = 1 ] || fail "the library has learnt it: $(cat table.csv)"
[ "$(ls p.results | grep -c again)" -eq 0 ] || fail "left: $(ls p.results)"
