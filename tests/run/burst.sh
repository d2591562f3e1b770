#!/bin/sh
# burst.sh SOURCE - calls of a function that are counted by function are on the paths on which they were, within a tenth of all.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING
instr-cc gcc -O2 -o program "$1"
INSTR_OUTPUT=found.instr ./program
instr-report tree --csv --min=0 found.instr | awk -F, '
    BEGIN { is["main/often/half"] = 60e6; is["main/once/half"] = 6e6; is["main/later/half"] = 40e6; all = 106e6 }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["name"] == "half" { got[$at["path"]] = $at["calls"]; sum += $at["calls"] }
    END {
        if (sum != all) { print "in all", sum; exit 1 }
        for (path in is) {
            off = (got[path] - is[path]) / all
            if (off > 0.1 || off < -0.1 || got[path] < is[path] / 2) { print path, got[path] + 0, "for", is[path]; bad = 1 }
        }
        exit bad
    }' >off || fail "$(cat off; instr-report tree --no-pager found.instr)"
