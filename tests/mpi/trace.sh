# trace.sh COMPILER LAUNCHER CHECK SOURCE - the traces of four ranks with threads are one: each is found from the other, in
# order, with its rank; and their clocks are one: nobody leaves a barrier that somebody has yet to come to. Whatever name they are
# told, no two processes have one file.
compiler=$1 launcher=$2 check=$3 source=$4

instr-cc $compiler -pthread -o program "$source"
INSTR_TRACE=1 $launcher -n 4 ./program
[ "$(ls ./*.trace | wc -l)" = 4 ] || fail "traces: $(ls)"
instr-report export chrome -o trace.json
instr-report flat --raw --csv >flat
python3 "$check" trace.json flat || fail "against the rules"
python3 - <<'P'
import json
events = json.load(open("trace.json"))["traceEvents"]
ranks = [e["args"]["name"] for e in events if e["name"] == "process_name"]
assert [name.split(" (")[0] for name in ranks] == ["rank 0", "rank 1", "rank 2", "rank 3"], ranks
barriers = [[e for e in events if e["name"] == "MPI_Barrier" and e["ph"] == "X" and e["pid"] == rank] for rank in range(4)]
assert [len(own) for own in barriers] == [10] * 4, barriers
for turn in zip(*barriers):
    assert max(e["ts"] for e in turn) <= min(e["ts"] + e["dur"] for e in turn) + 0.002, turn
helpers = [e for e in events if e["name"] == "helper"]
assert len(helpers) == 40 and all(e["tid"] for e in helpers), helpers
P
rm ./*.trace

# names NAME FILES: what the ranks' traces are called, and that all is in them.
names() {
    INSTR_TRACE=output=$1 $launcher -n 4 ./program 2>err
    [ "$(echo ./*.trace)" = "$2" ] && [ ! -s err ] || fail "traces of $1: $(ls); $(cat err)"
    instr-report export chrome -o trace.json
    [ "$(grep -o '"name": *"helper"' trace.json | wc -l)" = 40 ] || fail "not all is in $2"
}
names %x.%r.trace './program.0.trace ./program.1.trace ./program.2.trace ./program.3.trace'
names %x.%r.trace './program.0.trace ./program.1.trace ./program.2.trace ./program.3.trace' # those before are replaced
rm ./*.trace
names one.trace './one-0.trace ./one-1.trace ./one-2.trace ./one-3.trace'
