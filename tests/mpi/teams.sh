# teams.sh COMPILER LAUNCHER SOURCE - with MPI and OpenMP together the parts and waiting of all ranks' threads are added up, and are
# what the program says of them. A rank that loses the processor on its way into a barrier is late
# there, and by its own clock not yet.
compiler=$1 launcher=$2 source=$3
instr-cc $compiler -O1 -fopenmp -o program "$source"
for timing in exact adaptive; do
    INSTR_TIMING=$timing INSTR_OUTPUT=all.instr timeout 100 $launcher -n 3 ./program >said
    for command in summary waiting imbalance tree 'export folded'; do
        instr-report $command all.instr >out || fail "$timing: $command: status $?"
    done
    read -r parts threads ranks rank thread <said
    instr-report waiting --by=work --csv all.instr | awk -F, -v said="$parts" -v rank="$rank" -v thread="$thread" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["path"] == "main/region" {
            found = 1
            if ($at["regions"] != 30 || $at["threads"] != 6) print "regions or threads: " $0
            if ($at["thread_of_parts_max"] != thread || $at["rank_of_parts_max"] != rank) print "who has most: " $0
            if ($at["parts_s"] < 0.95 * said || $at["parts_s"] > 1.2 * said + 0.05) print "parts, which are " said ": " $0
        }
        END { if (!found) print "main/region has no parts" }' >wrong
    [ ! -s wrong ] || fail "$timing: $(cat wrong)"
    instr-report waiting --csv all.instr | awk -F, -v threads="$threads" -v ranks="$ranks" '
        function near(found, said, part) { return found > (1 - part) * said - 0.05 && found < (1 + part) * said + 0.05 }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        /OpenMP wait: end of region/ { ends += $at["inclusive_s"] }
        $at["path"] == "main/MPI_Barrier" { barrier = $at["waiting_s"]; if ($at["inclusive_s"] < ranks) ranks = $at["inclusive_s"] }
        END { exit !(near(ends, threads, 0.1) && near(barrier, ranks, 0.5)) }' ||
        fail "$timing: $(cat said): $(instr-report waiting --csv all.instr)"
done
