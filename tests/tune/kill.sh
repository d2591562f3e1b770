# kill.sh TIMES - kill -9 at TIMES moments: what was measured stays, nothing is measured twice, nothing is left running;
# and two at once on one library share the work.
. "$(dirname "$0")/common.sh"
times=$1 here=$PWD
most=$((times + 2)) # as much work as there are kills, so that each finds some under way
variants=$((6 * most))

cat >p.lua <<END
range("a", 1, 6)
range("b", 1, $most)
build("sleep 0.0123$$; echo b{a} >>$here/log; touch made")
run("test -f made && sleep 0.0234$$ && echo r{a}.{b} >>$here/log; echo value: {a}0{b}", {warmup = 0, repeats = 2})
minimise {output = "value: (%S+)"}
END

killed=0
while [ $killed -lt "$times" ]; do
    instr-tune run p.lua >/dev/null 2>&1 &
    tune=$!
    # Moments from the start to when it is nearly done, in an order that jumps about.
    sleep "$(awk -v i=$killed 'BEGIN { x = i * 0.618034; printf "%.3f", 0.01 + 0.6 * (x - int(x)) }')"
    kill -9 $tune 2>/dev/null || true
    wait $tune 2>/dev/null || true
    killed=$((killed + 1))
    # Its keepers end what it has started.
    waited=0
    while pgrep -f "sleep 0[.]0(123|234)$$" >/dev/null; do
        waited=$((waited + 1))
        [ $waited -lt 3000 ] || fail 'something runs on'
        sleep 0.02
    done
done
instr-tune run p.lua >said 2>&1 || fail "after $killed kills: $(cat said)"
grep -q "$variants variants in the library, $variants measured, 0 failed" said || fail "after $killed kills: $(cat said)"
instr-tune export p.lua >table.csv
[ "$(column table.csv runs | sort -u)" = 2 ] || fail "repeats: $(cat table.csv)"
awk -F, 'NR > 1 && $4 != $1 "0" $2 { exit 1 }' table.csv || fail "numbers of others: $(cat table.csv)"
# Each kill can cost what was under way, which is one run here and the builds side by side.
runs=$(grep -c '^r' log) builds=$(grep -c '^b' log)
[ "$runs" -ge $((2 * variants)) ] && [ "$runs" -le $((2 * variants + killed)) ] || fail "$runs runs after $killed kills"
[ "$builds" -ge 6 ] && [ "$builds" -le $((6 + killed * $(nproc))) ] || fail "$builds builds after $killed kills"

# Two at once.
rm -r p.results log
instr-tune run p.lua >one 2>&1 & one=$!
instr-tune run p.lua >two 2>&1 & two=$!
wait $one || fail "the first of two: $(cat one)"
wait $two || fail "the second of two: $(cat two)"
[ "$(grep -c '^r' log)" -eq $((2 * variants)) ] && [ "$(grep -c '^b' log)" -eq 6 ] || fail "two do work twice: $(sort log | uniq -c)"
for said in one two; do
    grep -q "$variants measured, 0 failed" $said || fail "$said of two: $(cat $said)"
done
