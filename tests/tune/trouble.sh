# trouble.sh - what goes wrong in one variant is told in one line, and the rest goes on; nothing stays running.
. "$(dirname "$0")/common.sh"

cat >launched <<'END'
starting
grid of 3 x 5 does not divide 7 ranks
--------------------------------------------------------------------------
Primary job  terminated normally, but 1 process returned
a non-zero exit code. Per user-direction, the job has been aborted.
--------------------------------------------------------------------------
--------------------------------------------------------------------------
mpirun detected that one or more processes exited with non-zero status, thus causing
the job to be terminated. The first process to do so was:

  Process name: [[51234,1],0]
  Exit code:    3
--------------------------------------------------------------------------
END
cat >p.lua <<END
list("case", {"good", "hang-build", "bad-build", "hang-run", "escape", "signal", "garbage", "silent", "huge", "empty", "nan", "status", "launched"})
build(function(p)
    if p.case == "hang-build" then return "sleep 987.61$$" end
    if p.case == "bad-build" then return "echo note; echo 'x.c:3: error: no such thing' >&2; exit 4" end
end, {limit = 1})
run(function(p)
    local commands = {
        good = "echo value: 3", signal = "kill -SEGV \$\$", garbage = "head -c 100000 /dev/urandom",
        silent = "true", huge = "yes 'value: 5' | head -c 30000000", nan = "echo value: nan", empty = "echo value: ",
        ["hang-run"] = "trap '' TERM; sleep 987.62$$ & sleep 987.63$$", status = "echo the last words; exit 9",
        launched = "cat $PWD/launched; exit 3",
        escape = "setsid sleep 987.64$$ & echo value: 4",
    }
    return commands[p.case] or "echo value: 1"
end, {limit = 4, warmup = 0, repeats = 1})
minimise {output = "value: (%S+)"}
END
instr-tune run -j 4 p.lua >said 2>told || fail "run: $(cat told)"
instr-tune export p.lua >table.csv
reason() {
    grep "^$1,failed,.*$2" table.csv >/dev/null || fail "$1: $(grep "^$1," table.csv)"
}
grep -q '^good,measured,3,' table.csv || fail "the good one: $(cat table.csv)"
grep -q '^escape,measured,4,' table.csv || fail "one that leaves its group: $(cat table.csv)"
grep -q '^huge,measured,5,' table.csv || fail "much output: $(cat table.csv)"
reason hang-build 'build: took longer than 1 s'
reason bad-build 'build: exit status 4: x.c:3: error: no such thing'
reason hang-run 'run: took longer than 4 s'
reason signal 'run: killed by signal 11'
reason garbage 'has nothing like'
reason silent 'has nothing like'
reason empty 'has nothing like'
reason nan 'nan'
reason launched 'run: exit status 3: grid of 3 x 5 does not divide 7 ranks'
reason status 'run: exit status 9: the last words'
for i in 1 2 3 4; do
    ! pgrep -f "sleep 987[.]6$i$$" >/dev/null || fail "something is left running: sleep 987.6$i"
done
[ "$(grep -c . told)" -le 12 ] || fail "too many lines: $(cat told)"
grep -q 'further failures: instr-tune list --failed' told || fail "told: $(cat told)"

# What failed is not tried again, unless asked for.
instr-tune run p.lua >/dev/null 2>told
[ ! -s told ] || fail "failures are told again: $(cat told)"
sed 's/exit 9/true/; s/case = 1//' p.lua >q && cp q p.lua
instr-tune run p.lua >/dev/null 2>&1
sed -i 's/exit 4/true/' p.lua
instr-tune run --retry p.lua >said 2>&1
grep -q '^bad-build,measured,1,' table.csv && fail 'it never failed'
instr-tune export p.lua | grep -q '^bad-build,measured,1,' || fail "tried again: $(instr-tune export p.lua)"

# A signal ends it politely, and the same command goes on.
cat >slow.lua <<END
range("a", 1, 3)
run("echo x >>$PWD/runs; sleep 0.7654$$; echo {a}", {warmup = 0, repeats = 1})
minimise {output = "%d"}
END
instr-tune run slow.lua >said 2>told & tune=$!
while [ ! -s runs ]; do sleep 0.02; done
kill -INT $tune 2>/dev/null || kill -TERM $tune
kill -TERM $tune 2>/dev/null || true
wait $tune && fail 'it succeeds though it was stopped'
grep -q 'stopped; all results are kept' told || fail "stopped: $(cat told)"
! pgrep -f "sleep 0[.]7654$$" >/dev/null || fail 'its command runs on'
instr-tune run slow.lua 2>&1 | grep -q '3 measured, 0 failed' || fail 'it does not go on'

# Libraries that are none.
mkdir bad.results
echo 'no library' >bad.results/library.sqlite
cp slow.lua bad.lua
expect_error 'no library, or a damaged one' instr-tune run bad.lua
sed 's/slow/new/' slow.lua >new.lua
expect_error "no results yet" instr-tune best new.lua
