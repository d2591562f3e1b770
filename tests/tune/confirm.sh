# confirm.sh - further rounds of the best variants and the default, and what is said of them. A run that fails costs its round.
. "$(dirname "$0")/common.sh"
here=$PWD
cat >p.lua <<END
range("a", 1, 6)
predefined("default", {a = 5})
run("echo {a} >>$here/log; echo value: {a}", {warmup = 0, repeats = 1})
minimise {output = "value: (%S+)"}
END
expect_error 'no results yet' instr-tune best p.lua
instr-tune run p.lua >said 2>&1
grep -q 'run at least two rounds to see which others are as good' said || fail "one run each: $(cat said)"
: >log
instr-tune confirm -n 2 -r 4 p.lua >said 2>told || fail "confirm: $(cat told)"
xargs -n 3 <log >rounds
[ "$(wc -l <rounds)" -eq 4 ] || fail "not four rounds: $(cat log)"
while read -r x y z; do
    [ "$(printf '%s\n' "$x" "$y" "$z" | sort | xargs)" = '1 2 5' ] || fail "not each once a round: $(cat rounds)"
done <rounds
[ "$(sort -u rounds | wc -l)" -gt 1 ] || fail "always in the same order: $(cat rounds)"
grep -q '4 rounds, each variant once a round' said || fail "says: $(cat said)"
grep -q '  5  *5  *5 .* a=5 .*default' said || fail "the default: $(cat said)"
grep -q '  1  *1  *1  *5.000x  5.000-5.000  a=1' said || fail "the best: $(cat said)"
grep -q 'default: 5; the best is 5.00x as good (5.00 to 5.00)$' said || fail "the answer: $(cat said)"
grep -q 'better than each of the other 2' said || fail "the others: $(cat said)"
# The library has these rounds, too.
instr-tune export p.lua >table.csv
[ "$(column table.csv runs | sort | uniq -c | xargs)" = '3 1 3 5' ] || fail "the library has not learnt it: $(cat table.csv)"
[ "$(find p.results -name part | wc -l)" -eq 0 ] || fail "left: $(find p.results -name part)"

# The best of many is the luckiest. Here all are alike, and that is what is said.
awk 'BEGIN { srand(4); for (i = 0; i < 2000; i++) print 1000 + int(200 * rand()) }' >noise
cat >luck.lua <<END
range("a", 1, 12)
predefined("default", {a = 7})
run(": {a}; n=\$(cat $here/at 2>/dev/null || echo 1); echo \$((n + 1)) >$here/at; echo value: \$(sed -n \${n}p $here/noise)",
    {warmup = 0, repeats = 3})
minimise {output = "value: (%S+)"}
END
instr-tune run luck.lua >said 2>told || fail "alike: $(cat told)"
grep -q "1[01] of the other 11 may be as good" said || fail "alike: $(cat said)"
grep -q 'the best is .*: not shown to be better$' said || fail "alike: $(cat said)"
instr-tune confirm -r 6 luck.lua >said 2>told || fail "alike: $(cat told)"
grep -q 'the best is .*: not shown to be better$\|the best is this one$' said || fail "confirm of alike: $(cat said)"

# One that fails in every seventh run.
cat >flaky.lua <<END
list("mode", {"steady", "flaky"})
predefined("default", {mode = "steady"})
run(function(p)
    if p.mode == "steady" then return "echo time: 7" end
    return "n=\$(cat $here/count 2>/dev/null || echo 0); echo \$((n + 1)) >$here/count; " ..
           "if [ \$((n % 7)) -eq 6 ]; then echo 'error: address in use' >&2; exit 1; fi; echo time: 5"
end, {warmup = 0, repeats = 3})
minimise {output = "time: (%d+)"}
END
instr-tune run flaky.lua >said 2>&1 || fail "flaky: $(cat said)"
instr-tune confirm -r 15 flaky.lua >said 2>told || fail "one run that fails ends it: $(cat told)"
grep -q ' 1.400x .*mode=flaky .*failed in 2 of 15 rounds: run: exit status 1: error: address in use' said || fail "flaky: $(cat said)"
[ "$(instr-tune export flaky.lua | grep -c ',measured,')" -eq 2 ] || fail "flaky is lost: $(instr-tune export flaky.lua)"
