# keys.sh - what a result is known by: inputs, what comes before a run, the compiler; what builds take is given back.
. "$(dirname "$0")/common.sh"
here=$PWD
mkdir tools
printf '#!/bin/sh\necho "plain cc $(cat %s/version)"\n' "$here" >tools/plaincc
chmod +x tools/plaincc
echo 1.0 >version
export CC=$here/tools/plaincc
echo one >input.txt
cat >p.lua <<END
range("a", 1, 3)
inputs("input.txt")
build("echo b{a} >>$here/log; touch made")
run("test -f made && echo r{a} >>$here/log; echo value: {a}", {warmup = 1, repeats = 2, before = "echo p{a} >>$here/log"})
minimise {output = "value: (%S+)"}
END
instr-tune run p.lua >said 2>told || fail "run: $(cat told)"
# Before each run, the warm-up too, comes the step before it.
[ "$(grep -c '^p' log)" -eq 9 ] || fail "not before each run: $(cat log)"
sed -n '/^[pr]/p' log | awk '/^p/ { before = substr($0, 2) } /^r/ && substr($0, 2) != before { exit 1 }' || fail "not before its run: $(cat log)"
# Another input: all runs, nothing is built.
: >log
echo two >input.txt
instr-tune run p.lua >said 2>told || fail "another input: $(cat told)"
[ "$(grep -c '^r' log)" -eq 9 ] && ! grep -q '^b' log || fail "another input: $(cat log)"
: >log
instr-tune run p.lua >said 2>told
[ ! -s log ] || fail "nothing has changed: $(cat log)"

# Builds go, results stay. What runs again is built again.
instr-tune clean p.lua >said || fail 'clean'
grep -q '^removed .*/p.results/builds; results and profiles are kept$' said && [ ! -e p.results/builds ] || fail "clean: $(cat said)"
instr-tune run p.lua >said 2>told
[ ! -s log ] && grep -q '3 measured' said || fail "after clean: $(cat log said)"
instr-tune confirm -n 1 -r 2 p.lua >said 2>told || fail "confirm after clean: $(cat told)"
[ "$(grep -c '^b' log)" -eq 1 ] || fail "confirm builds other than what it runs: $(cat log)"
sed 's/; echo value/; kill -STOP \$\$; echo value/' p.lua >held.lua
instr-tune run held.lua >said 2>told & tune=$!
until [ -e held.results/builds ] && grep -q '^r' log; do sleep 0.05; done
expect_error 'another instr-tune works on it' instr-tune clean held.lua
kill -INT $tune
wait $tune || true

# Another compiler: all anew, and two rankings.
: >log
echo 2.0 >version
instr-tune run p.lua >said 2>told || fail "another compiler: $(cat told)"
[ "$(grep -c '^b' log)" -eq 3 ] && [ "$(grep -c '^r' log)" -eq 9 ] || fail "another compiler: $(cat log)"
instr-tune list p.lua >said
[ "$(grep -c '^[0-9]* runs on .*plain cc [12].0' said)" -eq 2 ] && [ "$(grep -c 'a=2$' said)" -eq 2 ] || fail "not parted: $(cat said)"
instr-tune export p.lua >table.csv 2>told
grep -q 'runs with another processor or compiler are left out' told || fail "not told: $(cat told)"
[ "$(grep -c measured table.csv)" -eq 3 ] || fail "both in one table: $(cat table.csv)"

# A run gets no more memory than it may have.
cat >memory.lua <<'END'
list("bs", {"1M", "300M"})
run("dd if=/dev/zero of=/dev/null bs={bs} count=1 2>&1; [ $? -eq 0 ] && echo value: 1", {warmup = 0, repeats = 1, memory = 100})
minimise {output = "value: (%S+)"}
END
instr-tune run memory.lua >said 2>told || fail "memory: $(cat told)"
instr-tune export memory.lua >table.csv
grep -q '^1M,measured' table.csv && grep -q '^300M,failed.*memory exhausted' table.csv || fail "memory: $(cat table.csv)"

# Processor time is another number than the command's: what only waits takes none.
cat >time.lua <<'END'
run("sleep 0.2", {warmup = 0, repeats = 1})
minimise {metric = "processor"}
measure("all", {metric = "wall"})
END
instr-tune run time.lua >said 2>told || fail "CPU time: $(cat told)"
instr-tune export time.lua | awk -F, 'NR == 2 { exit !($2 * 4 < $3) }' || fail "CPU time: $(instr-tune export time.lua)"

# On a terminal it says how far the builds are.
cat >slow.lua <<END
range("a", 1, 4)
build("echo {a} >made; sleep 0.15")
run("echo value: {a}", {warmup = 0, repeats = 1})
minimise {output = "value: (%S+)"}
END
python3 -c 'import pty, sys; sys.exit(pty.spawn(["instr-tune", "run", "-j", "1", "slow.lua"]))' >said || fail "on a terminal: $(cat said)"
grep -q '[1-3] of 4 builds; .*at least .* left' said || fail "builds are not told: $(cat -v said)"
