# drift.sh - variants run in rounds, in random order, so that a machine that gets slower makes none of them better; the best get more.
. "$(dirname "$0")/common.sh"
here=$PWD

# What ran when: a log, and from it rounds of so many.
cat >p.lua <<END
range("a", 1, 4)
range("b", 1, 3)
run("echo {a}.{b} >>$here/log; echo value: {a}{b}", {warmup = 0, repeats = 3})
minimise {output = "value: (%S+)"}
END
instr-tune run p.lua >said 2>told || fail "run: $(cat told)"
sort -u log >all
[ "$(wc -l <log)" -eq 36 ] && [ "$(wc -l <all)" -eq 12 ] || fail "not three runs of each: $(sort log | uniq -c)"
for round in 1 2 3; do
    head -n $((12 * round)) log | tail -n 12 >round.$round
    sort round.$round | diff -q all - >said.order || fail "round $round is not one run of each: $(cat round.$round)"
    ! diff -q all round.$round >said.order || fail "round $round goes by the file"
done
! diff -q round.1 round.2 >said.order || fail 'each round has the same order'
cp log first
rm -r p.results log
instr-tune run p.lua >said 2>&1
diff first log >said.order || fail 'the same seed gives another order'
rm -r p.results log
instr-tune run --seed 5 p.lua >said 2>&1
! diff -q first log >said.order || fail 'another seed gives the same order'

# Each run makes the machine slower by 1 %; the parameters do nothing.
cat >drift.lua <<END
range("a", 1, 8)
range("b", 1, 5)
predefined("default", {a = 1, b = 1})
run("n=\$(cat $here/count 2>/dev/null || echo 0); echo \$((n + 1)) >$here/count; : {a} {b}; echo time: \$((1000 + 10 * n))",
    {warmup = 0, repeats = {3, 10}, spread = 0.02})
minimise {output = "time: (%d+)", repeats = "min"}
END
instr-tune run drift.lua >said 2>told || fail "drift: $(cat told)"
grep -q "the best is .*: not shown to be better$\|the best is this one$" said || fail "drift: $(cat said)"
instr-tune effects drift.lua >effects
sed -n 's/^ *\([0-9.]*\)%  *[ab]$/\1/p' effects >shares
[ "$(wc -l <shares)" -eq 2 ] && awk '$1 > 20 { exit 1 }' shares || fail "effects of what does nothing: $(cat effects)"
sed -n 's/^ *\([0-9.]*\)%  *(noise.*/\1/p' effects | cat - shares | awk 'NR == 1 { noise = $1 } NR > 1 && $1 >= noise { exit 1 }' ||
    fail "it is no noise: $(cat effects)"

# A search, too: what it measures first, the default, is no better for that.
rm -r drift.results count
instr-tune run --search=random --unique=40 drift.lua >said 2>told || fail "a search: $(cat told)"
grep -q "the best is .*: not shown to be better$\|the best is this one$" said || fail "a search: $(cat said)"
instr-tune effects drift.lua >effects
sed -n 's/^ *\([0-9.]*\)%  *[ab]$/\1/p' effects | awk '$1 > 40 { exit 1 }' || fail "effects after a search: $(cat effects)"

# Two that may be the best, and six that are ten times as slow: more rounds for the two. A time that is given is used.
awk 'BEGIN { srand(2); for (i = 0; i < 9999; i++) print 100 + int(20 * rand()) }' >noise
cat >few.lua <<END
range("a", 1, 8)
run(function(p)
    return "n=\$(cat $here/n 2>/dev/null || echo 1); echo \$((n + 1)) >$here/n; : " .. p.a ..
           "; echo value: \$(( \$(sed -n \${n}p $here/noise)" .. (p.a > 2 and " * 10" or "") .. " ))"
end, {warmup = 0, repeats = {3, 12}, spread = 0.005})
minimise {output = "value: (%S+)"}
END
instr-tune run few.lua >said 2>told || fail "a race: $(cat told)"
instr-tune export few.lua >table.csv
[ "$(column table.csv runs | xargs)" = '12 12 3 3 3 3 3 3' ] || fail "the wrong ones get more rounds: $(cat table.csv)"
grep -q "1 of the other 7 may be as good" said || fail "the answer: $(cat said)"
rm -r few.results n
instr-tune run --time=3s few.lua >said 2>told || fail "a time: $(cat told)"
instr-tune export few.lua >table.csv
[ "$(column table.csv runs | sort -n | tail -1)" -gt 12 ] || fail "the time is not used: $(cat table.csv)"
[ "$(column table.csv runs | tail -n 6 | sort -n | tail -1)" -le 12 ] || fail "it is used for the slow ones: $(cat table.csv)"
instr-tune run --time=10min --seed=1 p.lua >said 2>told || fail "more time than it takes: $(cat told)"
expect_error "'soon' is not a time such as 90s, 10min or 2h" instr-tune run --time=soon p.lua

# Of several runs the middle one counts: the least is what a clock got wrong.
cat >once.lua <<END
run("n=\$(cat $here/k 2>/dev/null || echo 0); echo \$((n + 1)) >$here/k; [ \$n -ne 1 ] && echo time: 10 || echo time: 1", {warmup = 0, repeats = 3})
minimise {output = "time: (%d+)"}
END
instr-tune run once.lua 2>told | grep -q 'best: 10 at' || fail "not the middle one: $(instr-tune list once.lua)"
# Nothing is a number, too.
sed 's/time: 10 || echo time: 1"/time: 0 || echo time: 0"/' once.lua >zero.lua
instr-tune run zero.lua 2>told | grep -q '1 measured, 0 failed' || fail "a measure of 0: $(instr-tune list --failed zero.lua)"
