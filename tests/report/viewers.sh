# viewers.sh MAKE_SAMPLE - what is exported is read by the programs it is meant for, as far as they are
# installed here, and holds the profile's own sums.
"$1" .
# Those of a trace have a test of their own.
for format in $(instr-report help export | sed -n '/: a trace$/d; s/^  \([a-z]*\): .*/\1/p'); do
    instr-report export "$format" -o "out.$format" merged.instr
done
check() { "$@" >log 2>&1 || fail "$*: $(cat log)"; }
# The exclusive times of the flat list add up to the folded stacks, less what the root itself took.
sum=$(instr-report flat --csv merged.instr | awk -F, 'NR > 1 { s += $(NF - 30) } END { printf "%.0f", s * 1e9 }')
folded=$(awk '!/^heat / { s += $NF } END { printf "%.0f", s }' out.folded)
[ "$sum" = "$folded" ] || fail "folded $folded, flat $sum"
if command -v callgrind_annotate >/dev/null; then
    check callgrind_annotate --inclusive=yes --threshold=100 out.callgrind
    grep -q "  300,000,000 .*fib" log && grep -q '2,940,000,000 .*main' log || fail "callgrind_annotate: $(cat log)"
fi
if command -v python3 >/dev/null; then
    for json in out.speedscope out.firefox out.caliper; do
        check python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$json"
    done
    check python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' out.cobertura
fi
if command -v dot >/dev/null; then
    check dot -Tsvg -o out.svg out.dot
fi
# Files are named by their absolute path, and functions are counted as such.
for file in solve.c heat.c work.c grid.h; do
    yes 'int x;' | head -n 90 >"$file"
done
instr-report export lcov -o out.lcov merged.instr
grep -q "^SF:$(pwd -P)/solve.c\$" out.lcov || fail 'lcov: no absolute path'
if command -v genhtml >/dev/null; then
    check genhtml -o html out.lcov
    grep -q 'functions.*: 83.3% (5 of 6 functions)' log || fail "genhtml: $(cat log)"
fi
if command -v node >/dev/null && node -e 'require("pprof-format")' 2>/dev/null; then
    check node -e '
        const {Profile} = require("pprof-format"), fs = require("fs"), zlib = require("zlib");
        const p = Profile.decode(zlib.gunzipSync(fs.readFileSync("out.pprof")));
        const ns = p.sample.reduce((sum, s) => sum + Number(s.value[1]), 0);
        if (ns !== 6970000000) throw new Error("pprof-format: " + ns);'
fi
