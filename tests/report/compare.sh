# compare.sh MAKE_ODD - diff and scale: noise is not shown, changes are, and what they fail for.
make_odd=$1
unset PAGER COLUMNS
# names ARGUMENTS...: the functions that diff shows.
names() { instr-report diff "$@" | sed -n '/  function$/,/^$/p' | sed -n 's/.*  \([a-zA-Z_]*\)  pair.c$/\1/p' | tr '\n' ' '; }
n=0
for solve in 1000 1010 990 1005 995 1015; do
    n=$((n + 1))
    "$make_odd" pair $solve 500 2 a$n.instr
done
n=0
for solve in 1190 1200 1210; do
    n=$((n + 1))
    "$make_odd" pair $solve 500 2 slow$n.instr
done
"$make_odd" pair 1500 500 2 slower.instr
"$make_odd" pair 1000 0 2 gone.instr

[ -z "$(names a1.instr a2.instr)" ] || fail "two runs of one program differ by $(names a1.instr a2.instr)"
[ -z "$(names a1.instr a2.instr a3.instr -- a4.instr a5.instr a6.instr)" ] || fail 'runs of one program differ'
[ "$(names a1.instr slower.instr)" = 'solve ' ] || fail "slower: $(names a1.instr slower.instr)"
[ "$(names a[1-6].instr -- slow?.instr)" = 'solve ' ] || fail 'several runs say more than two'
# One run in five that was disturbed hides nothing, and makes nothing up.
n=0
for solve in 1100 1105 1095 1102 1500; do
    n=$((n + 1))
    "$make_odd" pair $solve 500 2 disturbed$n.instr
done
"$make_odd" pair 1500 500 2 a6.instr
[ "$(names a[2-6].instr -- disturbed?.instr)" = 'solve ' ] || fail "disturbed runs: $(names a[2-6].instr -- disturbed?.instr)"
instr-report diff a[2-6].instr -- disturbed?.instr | grep -q '+9.9% .*  solve  pair.c' || fail 'disturbed runs are not left out'
[ -z "$(names a[1-5].instr -- a[2-6].instr)" ] || fail "a disturbed run of one program: $(names a[1-5].instr -- a[2-6].instr)"
[ "$(names a1.instr gone.instr)" = 'burn ' ] || fail 'gone is not shown'
instr-report diff a1.instr gone.instr | grep -q 'gone .* burn' || fail 'gone is not called so'
instr-report diff gone.instr a1.instr | grep -q 'new .* burn' || fail 'new is not called so'
# What a filter leaves alone is not gone, and its time is in its caller: nothing got slower.
"$make_odd" pair 1500 -0 2 filtered.instr
instr-report diff a1.instr filtered.instr >out
grep -q '[0-9] *burn  pair.c, not instrumented any more' out || fail "filtered: $(cat out)"
! grep -q 'gone' out || fail 'what is filtered is gone'
instr-report diff filtered.instr a1.instr | grep -q 'burn  pair.c, not instrumented before' || fail 'nothing is said of before'
# Of next to nothing everything is many times as much.
"$make_odd" pair 1000 1 2 little.instr
! instr-report diff --min=0 little.instr a1.instr | grep 'burn' | grep '%.*%' || fail 'a share of next to nothing'
# What may be noise does not fail a build: 13% is 8% of the run, and 10% of it may be noise.
"$make_odd" pair 1130 500 2 edge.instr
instr-report diff --fail-above=5 a1.instr edge.instr >out || fail 'a change at the edge of its noise made it fail'
grep -q '^one run per side: noise is assumed' out || fail 'what is assumed is not said'
! instr-report diff a1.instr a2.instr -- a3.instr | grep 'noise is' || fail 'what is measured is called an assumption'
instr-report diff a1.instr slower.instr | grep -q '+50.0% .* main/solve  pair.c' || fail 'no call path'
instr-report diff --paths --csv a1.instr slower.instr | grep -q '^solve,.*,main/solve,' || fail 'no path in the records'
# Half of solve is 31% of the run.
instr-report diff --fail-above=5 a1.instr a2.instr >out || fail 'noise made it fail'
instr-report diff --fail-above=35% a1.instr slower.instr >out || fail 'it failed below the limit'
instr-report diff --fail-above=5 a1.instr slower.instr >out 2>err && status=0 || status=$?
[ $status = 1 ] && grep -q 'solve: +31.2%' err || fail "slower by 31%: status $status, $(cat err)"
grep -q 'solve' out || fail 'no table with the failure'
for wrong in 'a1.instr' 'a1.instr a2.instr a3.instr' '-- a1.instr' 'a1.instr --'; do
    instr-report diff $wrong >out 2>err && status=0 || status=$?
    [ $status = 71 ] && grep -q 'name two profiles' err || fail "diff $wrong: $(cat err)"
done

# A page compares the same way: means of 1,002.5 and 1,200 us in solve, on two ranks.
if instr-report html -o page.html a[1-6].instr -- slow?.instr 2>err; then
    python3 "$(dirname "$0")/page_data.py" page.html >page.json
    grep -q '"name": "a1.instr and 5 more, their mean"' page.json || fail 'the page does not say of which runs'
    python3 - <<'end' || fail 'the page has other means'
import json
page = json.load(open('page.json'))
at = [name for name, _, _ in page['changes']['functions']].index('solve')
means = [page['columns'][f'change.exclusive_{side}_s'][at] for side in ('before', 'after')]
assert means == [2 * 1002.5e6, 2 * 1200e6], means
end
else
    grep -q 'built without its page' err || fail "html: $(cat err)"
fi

# A problem divided among ranks, with 100 us of waiting on each.
"$make_odd" pair 4000 400 1 n1.instr
"$make_odd" pair 2000 400 2 n2.instr
"$make_odd" pair 1000 400 4 n4.instr
instr-report diff --scale --csv n4.instr n1.instr n2.instr >got
row() { grep "^$1,[^,]*,[a-z]*,$2," got | cut -d, -f5-11; }
[ "$(row solve 4)" = '0.001,-1,4,1,,,' ] || fail "solve: $(row solve 4)"
[ "$(row burn 4 | cut -d, -f1,3,4)" = '0.0004,1,0.25' ] || fail "burn: $(row burn 4)"
[ "$(row '(whole run)' 1)" = "0.0045,$(row '(whole run)' 1 | cut -d, -f2),1,1,1,0.977777777777778,1" ] || fail "one rank: $(row '(whole run)' 1)"
# 4,500 us against 1,500, all of the 1,400 us of work alike, 4,400 us of work against 5,600.
[ "$(row '(whole run)' 4 | cut -d, -f1,3-)" = '0.0015,3,0.75,1,0.933333333333333,0.785714285714286' ] || fail "four ranks: $(row '(whole run)' 4)"
instr-report diff --scale n1.instr n2.instr n4.instr >out
grep -q '^ *4  1.500 ms  *3.00  *75.0%  *100.0%  *93.3%  *78.6%  n4.instr' out || fail "scale: $(cat out)"
