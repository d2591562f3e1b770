# replay.sh - searches tried out on a table: all beside random, the same for the same seed, as text, CSV and picture.
. "$(dirname "$0")/common.sh"
cat >p.lua <<'END'
range("a", 0, 15)
range("b", 0, 7)
list("c", {"x", "y", "z"})
restrict("no small ones", function(p) return p.a + p.b > 0 end)
run(function(p)
    if p.a == 3 then return "false" end
    local c = {x = 5, y = 0, z = 9}
    return "echo value: " .. (p.a - 11) ^ 2 + 2 * (p.b - 5) ^ 2 + c[p.c] + 10
end, {warmup = 0, repeats = 1, cores = 1})
minimise {output = "value: (%S+)"}
END
instr-tune run p.lua >said 2>/dev/null
grep -q 'best: 10 at a=11 b=5 c=y' said || fail "the table: $(cat said)"
instr-tune replay -r 200 -u 60 p.lua >one
instr-tune replay -r 200 -u 60 p.lua >two
diff one two || fail 'the same seed gives something else'
instr-tune replay -r 200 -u 60 --seed 99 p.lua | diff -q one - >/dev/null && fail 'another seed gives the same'
grep -q '357 variants measured, 24 failed; 200 repeats; different variants to come within 5% of the best' one ||
    fail "replay: $(cat one)"
# More than half of the repeats of the model find it; random search needs half of all for that.
median() { sed -n "s/^ *\(over *\)\{0,1\}\([0-9]*\) .* $1\$/\2/p" one | head -1; }
[ "$(median model)" -lt 60 ] || fail "the model: $(cat one)"
[ "$(median random)" -ge 60 ] || fail "random: $(cat one)"
instr-tune replay -r 50 -u 40 --csv p.lua >curves.csv
[ "$(head -1 curves.csv)" = search,variants,mean,p10,median,p90 ] || fail "columns: $(head -1 curves.csv)"
[ "$(grep -c '^model,' curves.csv)" -eq 40 ] || fail "rows: $(grep -c '^model,' curves.csv)"
grep '^model,' curves.csv | awk -F, 'NR > 1 && $5 > before { exit 1 } { before = $5 }' || fail 'a best gets worse'
instr-tune replay -r 50 -u 40 -o plot.svg p.lua
python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("plot.svg")' || fail 'no XML'
expect_error "no search 'magic'" instr-tune replay -s magic p.lua
