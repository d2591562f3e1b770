# waits_drift.sh COMPILER LAUNCHER SOURCE CLOCK - clocks of machines that drift apart are compared as the job begins and as it ends: waiting
# and traces are right in all of it. A job that is killed has what was found at its beginning; one in which not every rank is measured ends.
compiler=$1 launcher=$2 source=$3 clock=$4
instr-cc $compiler -O1 -o program "$source"
$compiler -O1 -o plain "$source"
$compiler -O1 -fPIC -shared -o libdrift.so "$clock" -ldl
cat >start <<'END'
#!/bin/sh
export OMPI_COMM_WORLD_LOCAL_SIZE=1 MPI_LOCALNRANKS=1 LD_PRELOAD="$PWD/libdrift.so${LD_PRELOAD:+:$LD_PRELOAD}"
exec "$@"
END
cat >barriers.py <<'END'
import json, sys
count, slack = int(sys.argv[1]), float(sys.argv[2])
events = json.load(open("trace.json"))["traceEvents"]
barriers = [[e for e in events if e["name"] == "MPI_Barrier" and e["ph"] == "X" and e["pid"] == rank][:count] for rank in range(2)]
assert [len(own) for own in barriers] == [count] * 2, [len(own) for own in barriers]
for turn in zip(*barriers):
    early = max(e["ts"] for e in turn) - min(e["ts"] + e["dur"] for e in turn)
    assert early <= slack, f"a rank left a barrier {early} us before the other came"
END
chmod +x start

INSTR_OUTPUT=all.instr INSTR_TRACE=1 timeout 100 $launcher -n 2 ./start ./program
instr-report waiting --csv --min=0 all.instr >waiting.csv
awk '
    FILENAME == "printed" { truth = $1; next }
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["path"] ~ /MPI_Recv/ { waited += $at["waiting_s"] }
    END { print "waited " waited " of " truth; exit !(waited > 0.9 * truth && waited < 1.1 * truth) }
    ' printed FS=, waiting.csv >said || fail "$(cat said)"
instr-report export chrome -o trace.json ./*.trace
python3 barriers.py 40 500 || fail 'the trace of a job whose clocks drift'
! ls -A | grep '^\.instr' || fail 'a file of the roll stayed'

# The clocks drift on from the first comparison: by 1 % of the first rounds.
rm ./*.trace
INSTR_TRACE=flush=50ms timeout 100 $launcher -n 2 ./start ./program kill >said 2>&1 || :
instr-report recover >>said 2>&1 || :
instr-report export chrome -o trace.json ./*.trace
python3 barriers.py 20 20000 || fail 'the trace of a killed job'

rm -f ./*.trace ./*.instr .instr.*
timeout 100 $launcher -n 2 ./start ./program : -n 1 ./start ./plain
[ "$(instr-report flat --csv ./*.instr | awk -F, '$1 == "rounds" { print $5 }')" = 4 ] || fail 'a job with a plain rank'
! ls -A | grep '^\.instr' || fail 'a file of the roll stayed behind a plain rank'
