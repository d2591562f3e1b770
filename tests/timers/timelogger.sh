# timelogger.sh SOURCES INCLUDE LIBRARIES - CMacIonize's time log: the file of its example by our header, and the same out of a trace.
sources=$1 include=$2 libraries=$3
g++ -Wall -Wextra -Werror -I"$include" -o logged "$sources/timelogger.cpp"

# The first line to the byte, the entries with their parents, and times that lie within those of the parent.
check_log() { # FILE
    printf '# entry id\tparent id\tdepth\tstart time (ticks)\tend time (ticks)\tstart time (s)\tend time (s)\tlabel\n' >head
    head -n 1 "$1" | cmp - head || fail "the first line: $(head -n 1 "$1")"
    awk -F'\t' 'NR == 1 { next }
        NF != 8 || $4 > $5 || $6 > $7 { exit 1 }
        { begin[$1] = $4; end[$1] = $5 }
        $2 && ($4 < begin[$2] || $5 > end[$2]) { exit 1 }' "$1" || fail "times: $(cat "$1")"
}

./logged
check_log test_timelogger.txt
cut -f 1-3,8 test_timelogger.txt | tail -n +2 >entries
cat >wanted <<'ENTRIES'
1	0	1	first loop
2	1	2	first sub loop
3	1	2	second sub loop
4	0	1	second loop
5	0	1	third_loop
ENTRIES
# A tick is the processor's on x86, and all are of one length.
case $(uname -m) in x86_64 | i?86)
    awk -F'\t' 'NR > 1 { ticks += $5 - $4; s += $7 - $6 } NR == 2 { first = ($5 - $4) / ($7 - $6) }
        END { rate = ticks / s; exit !(rate / first > 0.9 && rate / first < 1.1 && (rate < 0.9999e9 || rate > 1.0001e9)) }' \
        test_timelogger.txt || fail "ticks: $(cat test_timelogger.txt)" ;;
esac
diff wanted entries || fail "entries: $(cat test_timelogger.txt)"
./logged wrong 2>said && fail 'an end that does not fit'
grep -q 'Trying to end time log entry that was not opened .*(label: "first loop")!' said || fail "it said: $(cat said)"

# The same by a trace, which is found by the profile's name or its folder.
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
mkdir runs
INSTR_TRACE=1 INSTR_OUTPUT=runs/of-that-name.instr ./logged
for named in runs runs/of-that-name.instr runs/*.trace; do
    instr-report export timelog -o log.txt "$named" || fail "the trace of $named"
    check_log log.txt
    cut -f 1-3,8 log.txt | tail -n +2 | diff wanted - || fail "the trace of $named: $(cat log.txt)"
done
log() {
    instr-report export timelog "$@" runs | cut -f 1-3,8 | tail -n +2
}
log --latex | grep -qx '5	0	1	third\\_loop' || fail "for LaTeX: $(log --latex)"
[ "$(log --min-depth=2 | cut -f 1 | tr '\n' ' ')" = '2 3 ' ] || fail "by depth: $(log --min-depth=2)"
[ "$(log --depth=1 | cut -f 1 | tr '\n' ' ')" = '1 4 5 ' ] || fail "by depth: $(log --depth=1)"
[ "$(log --focus='first loop' | cut -f 1 | tr '\n' ' ')" = '1 2 3 ' ] || fail "in an entry: $(log --focus='first loop')"
[ "$(log --focus='#1' --min-depth=2 | cut -f 1 | tr '\n' ' ')" = '2 3 ' ] || fail "of the first entry: $(log --focus='#1')"
[ "$(log --focus='#4' | cut -f 1 | tr '\n' ' ')" = '4 ' ] || fail "of the fourth entry: $(log --focus='#4')"
[ -z "$(log --window=100s-)" ] || fail "after the end: $(log --window=100s-)"
! instr-report export folded --min-depth=2 runs/of-that-name.instr >out 2>said || fail 'levels of stacks'
grep -q 'are for traces' said || fail "it said: $(cat said)"

instr-report timeline --min-depth=2 runs/of-that-name.instr >out
! grep -q ' first loop$' out && grep -q ' first sub loop$' out || fail "the inner levels: $(cat out)"

# Why nothing is there.
says() { # TEXT WORD...
    text=$1
    shift
    ! instr-report timeline "$@" runs >out 2>said || fail "$*: there is something"
    grep -q "$text" said || fail "$*: it said $(cat said)"
}
for format in timelog chrome speedscope firefox; do
    status=0
    instr-report export $format --focus=nobody runs/*.trace >out 2>said || status=$?
    [ $status = 73 ] && grep -q 'the trace has no call of nobody' said && [ ! -s out ] || fail "$format of nothing: $status, $(cat said)"
    instr-report export $format --focus='first loop' --min-depth=2 runs/*.trace >$format.out
    grep -q 'first sub loop' $format.out && ! grep -q '"ph":"X".*third_loop' $format.out || fail "$format of a part: $(cat $format.out)"
done
[ "$(grep -c '"ph":"X"' chrome.out) $(grep -o '"type":"O"' speedscope.out | grep -c .)" = '2 2' ] || fail "of a part: $(cat chrome.out speedscope.out)"
says 'the trace has no call of nobody; trivial functions are not traced: to trace them build with --instr-paths=all' --focus=nobody
says 'the trace has no call of such a rank or thread' --thread=7
says 'the trace has no such call on these levels' --min-depth=9
rm runs/*.trace
! instr-report timeline runs/of-that-name.instr 2>said || fail 'a trace that is gone'
grep -q 'is a profile without a trace of its run beside it: run the program with INSTR_TRACE=1' said || fail "it said: $(cat said)"
