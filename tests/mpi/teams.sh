#!/bin/sh
# teams.sh COMPILER LAUNCHER SOURCE - with MPI and OpenMP together the parts and waiting of all ranks' threads are added up.
set -eu
. "$INSTR_TEST_DIR/check.sh"
compiler=$1 launcher=$2 source=$3
instr-cc $compiler -O1 -fopenmp -o program "$source"
for timing in exact adaptive; do
    INSTR_TIMING=$timing INSTR_OUTPUT=all.instr timeout 100 $launcher -n 3 ./program
    for command in summary waiting imbalance tree 'export folded'; do
        instr-report $command all.instr >out || fail "$timing: $command: status $?"
    done
    # 50 ms of the first threads, and 200, 300 and 400.
    instr-report imbalance --csv all.instr | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["path"] == "main/region" {
            found = 1
            if ($at["regions"] != 30 || $at["threads"] != 6) print "regions or threads: " $0
            if ($at["thread_of_parts_max"] != 1 || $at["rank_of_parts_max"] != 2) print "who has most: " $0
            if ($at["parts_s"] < 1.05 || $at["parts_s"] > 1.5) print "parts: " $0
        }
        END { if (!found) print "main/region has no parts" }' >wrong
    [ ! -s wrong ] || fail "$timing: $(cat wrong)"
    instr-report waiting --csv all.instr | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["path"] == "main/region/OpenMP wait: end of region" { threads = $at["thread_waiting_s"] }
        $at["path"] == "main/MPI_Barrier" { ranks = $at["waiting_s"] }
        END { exit !(threads > 0.7 && threads < 1.2 && ranks > 0.25 && ranks < 0.7) }' ||
        fail "$timing: $(instr-report waiting --csv all.instr)"
done
