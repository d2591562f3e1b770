#!/bin/sh
# viewers.sh REPORT MAKE_SAMPLE - what is exported is read by the programs it is meant for, as far as they are
# installed here, and holds the profile's own sums.
set -eu
report=$1 make_sample=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$make_sample" "$work"
for format in folded speedscope callgrind dot hatchet lcov cobertura; do
    "$report" export "$format" -o "out.$format" merged.instr
done
failed=0
check() {
    "$@" >log 2>&1 || { echo "FAILED: $*"; cat log; failed=1; }
}
# The exclusive times of the flat list add up to the folded stacks, less what the root itself took.
sum=$("$report" flat --csv merged.instr | awk -F, 'NR > 1 { s += $(NF - 11) } END { printf "%.0f", s * 1e9 }')
folded=$(awk '!/^heat / { s += $NF } END { printf "%.0f", s }' out.folded)
[ "$sum" = "$folded" ] || { echo "FAILED: folded $folded, flat $sum"; failed=1; }
if command -v callgrind_annotate >/dev/null; then
    check callgrind_annotate --inclusive=yes --threshold=100 out.callgrind
    grep -q "  300,000,000 .*fib" log && grep -q '2,940,000,000 .*main' log || { echo 'FAILED: callgrind_annotate'; cat log; failed=1; }
fi
if command -v python3 >/dev/null; then
    for json in out.speedscope out.hatchet; do
        check python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$json"
    done
    check python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' out.cobertura
fi
# The page needs nothing but itself, and its program runs: the browser shows the tree and each function's place.
"$report" html -o page.html merged.instr
! grep -qiE '(src|href) *=|@import|url\(|fetch\(' page.html || { echo 'FAILED: the page loads something'; failed=1; }
sed -n '/id="profile"/,/<\/script>/p' page.html | sed '1d;$d' >page.json
if command -v python3 >/dev/null; then
    check python3 -c 'import json; p = json.load(open("page.json")); assert len(p["nodes"]) == 9 and p["nodes"][0][11] == 3'
fi
sed '1,/id="profile"/d' page.html | sed '1,/<script>/d' | sed '/<\/script>/,$d' >page.js
if command -v node >/dev/null; then
    check node --check page.js
fi
if command -v chromium >/dev/null; then
    timeout 100 chromium --headless=new --no-sandbox --disable-gpu --dump-dom "file://$work/page.html" >dom 2>/dev/null || true
    grep -q 'heat.c:10' dom && grep -q 'open at the end' dom && grep -q 'estimated from the calls that were timed' dom || { echo 'FAILED: nothing in the browser'; failed=1; }
fi
if command -v dot >/dev/null; then
    check dot -Tsvg -o out.svg out.dot
fi
if command -v genhtml >/dev/null; then
    check genhtml --ignore-errors source -o html out.lcov
fi
exit $failed
