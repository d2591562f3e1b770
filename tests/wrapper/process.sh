# Rows A of the list in README.md: the wrapper as a process.
. "$(dirname "$0")/lib.sh"

export FAKE_LOG="$PLACE/log"
fake() {
    rm -f log
    "$INSTR" "$FAKE" "$@"
}
echo 'int f(void) { return 1; }' >x.c
: >x.o

# A1 the words arrive as they were given, without a shell
fake -E 'a b' '' '*' '$HOME' "it's" 'q"q' 'back\slash' '`ls`' ';' '
'
printf '  <%s>\n' "$FAKE" -E 'a b' '' '*' '$HOME' "it's" 'q"q' 'back\slash' '`ls`' ';' '
' >expected
grep '^  <' -A1 log | grep -v '^  [a-z]' >words || :
grep -v '^call\|^  [a-zA-Z_]*=' log >words
same A1 words expected
printf -- '-E "p q"\n' >args
fake @args r
has "A1 B3 @file kept" log '<@args>'

# A2 exit status and signals
for s in 0 1 2 42 255; do
    is "A2 status" "$(FAKE_STATUS=$s status fake -E x)" $s
    is "A2 status of a compile" "$(FAKE_STATUS=$s status fake -c x.c -o y.o 2>/dev/null)" $s
done
is "A2 signal" "$(FAKE_SIGNAL=15 status fake -E x 2>/dev/null)" 143
is "A2 signal of a compile" "$(FAKE_SIGNAL=9 status fake -c x.c 2>/dev/null)" 137

# A3 which compiler, and how it is called
mkdir -p bin first
cp "$FAKE" bin/mycc
cp "$FAKE" bin/other
ln -sf "$INSTR" first/mycc
ln -sf "$INSTR" first/instr-cc
ln -sf "$INSTR" first/instr-mycc
name() { sed -n '2s/  <\(.*\)>/\1/p' log; }
rm -f log; PATH=$PLACE/bin:$PATH "$INSTR" mycc -E x; is "A3 named" "$(name)" mycc
rm -f log; PATH=$PLACE/bin:$PATH INSTR_CC=other "$INSTR" mycc -E x; is "A3 named before INSTR_CC" "$(name)" mycc
rm -f log; PATH=$PLACE/bin:$PATH INSTR_CC=other "$INSTR" -E x; is "A3 INSTR_CC" "$(name)" other
rm -f log; PATH=$PLACE/bin:$PATH INSTR_CC="other -m7" "$INSTR" -E x; has "A3 INSTR_CC with an option" log '<-m7>'
rm -f log; PATH=$PLACE/first:$PLACE/bin:$PATH mycc -E x; is "A3 in disguise" "$(name)" "$PLACE/bin/mycc"
rm -f log; PATH=$PLACE/first:$PLACE/bin:$PATH instr-mycc -E x; is "A3 by link" "$(name)" "$PLACE/bin/mycc"
rm -f log; PATH=$PLACE/bin:$PATH INSTR_CC=other "$INSTR" x.o -E; is "A3 an input is no compiler" "$(name)" other
cp "$FAKE" program.c # as files are on some shared disks, where each may be executed
rm -f log; PATH=$PLACE/bin:$PATH INSTR_CC=other "$INSTR" ./program.c -E; is "A3 an executable input" "$(name)" other
if ln "$INSTR" "$(dirname "$INSTR")/hard-$$" 2>/dev/null; then
    mv "$(dirname "$INSTR")/hard-$$" first/hardcc
    cp bin/mycc bin/hardcc
    rm -f log; PATH=$PLACE/first:$PLACE/bin:$PATH "$INSTR" hardcc -E x; is "A3 hard link" "$(name)" "$PLACE/bin/hardcc"
fi
is "A3 no such compiler" "$(INSTR_CC=no-such-cc status "$INSTR" -c x.c 2>err)" 71
has A3 err no-such-cc

# A4 recursion
is "A4 itself" "$(INSTR_CC=$INSTR status "$INSTR" -c x.c 2>err)" 71
has A4 err 'instr-cc itself'
printf '#!/bin/sh\nexec "%s" "$0" "$@"\n' "$INSTR" >bin/loop
chmod +x bin/loop
is "A4 again and again" "$(status "$INSTR" "$PLACE/bin/loop" -c x.c 2>err)" 71
has A4 err 'again and again'
printf '#!/bin/sh\nexec "%s" gcc "$@"\n' "$INSTR" >bin/nest
chmod +x bin/nest
"$INSTR" "$PLACE/bin/nest" -c x.c -o nested.o
is "A4 one probe" "$(readelf -rW nested.o | grep -c 'relainstr_counts.* contains 1 ')" 1

# A5 the compiler and its flags in one variable
make -s -f - CC="$INSTR gcc -m64 -O1" <<'MAKE'
a5.o: x.c
	$(CC) -c x.c -o a5.o
MAKE
instrumented A5 a5.o
rm -f log
make -s -f - CC="$INSTR $FAKE -m7 -O1" <<'MAKE'
fake: x.c
	$(CC) -E x.c
MAKE
is "A5 flags" "$(sed -n '3,4s/  <\(.*\)>/\1/p' log | tr '\n' ' ')" "-m7 -O1 "

# A7 signals: the temporary folder goes, the process group is ours
for level in 0 2; do # one compiler at a time, and two
    rm -f log
    INSTR_EXACT_MESSAGES=$((level / 2)) FAKE_LOG=$PLACE/log FAKE_SLEEP=300 "$INSTR" "$FAKE" -O$level -c x.c -o y.o &
    pid=$!
    n=0
    while [ "$(grep -cs '^call$' log)" != $((1 + level / 2)) ] && [ $n -lt 1200 ]; do sleep 0.05; n=$((n + 1)); done
    is "A7 -O$level compilers" "$(grep -cs '^call$' log)" $((1 + level / 2))
    [ -n "$(ls -A "$TMPDIR")" ] || fail "A7: no temporary folder seen"
    kill -TERM $pid
    n=0
    while kill -0 $pid 2>/dev/null && [ $n -lt 1200 ]; do sleep 0.05; n=$((n + 1)); done
    kill -KILL $pid 2>/dev/null && fail "A7 -O$level: waits for a compiler that knows nothing of the signal"
    wait $pid && s=0 || s=$?
    is "A7 -O$level status" $s 143
    is "A7 -O$level folder" "$(ls -A "$TMPDIR")" ""
    for other in $(sed -n 's/^  pid=//p' log); do
        [ ! "/proc/$other/exe" -ef "$FAKE" ] || { kill -KILL "$other"; fail "A7 -O$level: compiler $other was left running"; }
    done
done
fake -c x.c -o y.o
is "A7 process group" "$(sed -n 's/^  group=//p' log | sort -u)" "$(cut -d ' ' -f 5 /proc/$$/stat)"

# A7 while a unit is parsed: this expression has a tree that doubles with each level, for libclang's visitors alone
awk 'BEGIN { e = "a"; for (i = 0; i < 20; i++) e = "(" e " ?: a)"; print "int slow(int a) { return " e "; }" }' >slow.c
echo 'int _setjmp(long *); long kept[32]; int asks_libclang(void) { return _setjmp(kept); }' >>slow.c
"$INSTR" gcc -c x.c -o y.o # loads libclang into memory
for signal in TERM INT HUP; do
    # a shell's background commands ignore SIGINT
    env --default-signal=INT "$INSTR" gcc -c slow.c -o slow.o &
    pid=$!
    n=0
    while [ -z "$(find "$TMPDIR" -name flat -size +0)" ] && [ $n -lt 1200 ]; do sleep 0.05; n=$((n + 1)); done
    sleep 1
    kill -$signal $pid
    n=0
    while kill -0 $pid 2>/dev/null && [ $n -lt 1200 ]; do sleep 0.05; n=$((n + 1)); done
    ! kill -KILL $pid 2>/dev/null || fail "A7 $signal: goes on parsing"
    wait $pid && s=0 || s=$?
    is "A7 $signal while parsing: status" $((s - 128)) "$(kill -l $signal 2>/dev/null || case $signal in TERM) echo 15 ;; INT) echo 2 ;; HUP) echo 1 ;; esac)"
    is "A7 $signal while parsing: folder" "$(ls -A "$TMPDIR")" ""
    [ ! -e slow.o ] || fail "A7 $signal: an object"
done

# D3 a unit that can't be parsed in time is measured by hooks, and the others of the command as ever. Where it can't have them: the
# original, with records that say so.
for limit in "INSTR_PARSE_LIMIT=0.5 $INSTR gcc" "$INSTR --instr-parse-limit=0.5 gcc"; do
    rm -f slow.o x.o err log.json
    is "D3 limit" "$(status env INSTR_LOG=log.json $limit -O1 -c x.c slow.c 2>err)" 0
    is "D3 limit: messages" "$(cat err)" ""
    is "D3 limit: log" "$(wc -l <log.json)" 1
    instr-report coverage --csv slow.o x.o >coverage
    is "D3 limit" "$(awk -F, '$1 == "slow" { print $5 $8 }' coverage)" by-hooks
    is "D3 limit: the other unit" "$(instr-report coverage --csv x.o | grep -c not-instrumented)" 0
done
is "D3 limit: standard input" "$(status env INSTR_PARSE_LIMIT=0.5 "$INSTR" gcc -x c -c - -o std.o <slow.c 2>err)" 0
is "D3 limit: a line" "$(grep -c 'warning: not instrumented.*parse-limit' err)" 1
is "D3 limit: one line" "$(wc -l <err)" 1
instr-report coverage --csv std.o >coverage
has "D3 limit: standard input" coverage 'not-instrumented,parse-limit'
is "D3 limit: strict" "$(status env INSTR_PARSE_LIMIT=0.5 "$INSTR" --instr-strict gcc -c slow.c 2>err)" 71
is "D3 limit: no number" "$(status "$INSTR" --instr-parse-limit=soon gcc -c x.c 2>err)" 71

# A8 silence, and the log
rm -f log.json
"$INSTR" gcc -Wall -Wextra -c x.c -o y.o >out 2>err
is "A8 stdout" "$(cat out)" ""
is "A8 stderr" "$(cat err)" ""
INSTR_LOG=$PLACE/log.json "$INSTR" gcc -c x.c -o y.o
INSTR_LOG=$PLACE/log.json "$INSTR" gcc -E x.c >/dev/null
is "A8 log" "$(wc -l <log.json)" 2
has A8 log.json '"result":"full"'
has A8 log.json '"reason":"preprocess-only"'
if command -v python3 >/dev/null; then
    python3 -c 'import json,sys; [json.loads(l) for l in open(sys.argv[1])]' log.json || fail "A8: the log is no JSON"
fi
is "A8 usage" "$(status "$INSTR" --instr-nonsense -c x.c 2>err)" 71
is "A8 help" "$(status "$INSTR" --instr-help | tail -1)" 0
"$INSTR" gcc --instr-print -c x.c -o printed.o >out
has "A8 print" out __instr_
"$INSTR" --instr-print gcc -c x.c -o printed.o >before
same "A8 own options before the compiler" out before
[ ! -e printed.o ] || fail "A8 print: made an object"
"$INSTR" gcc --instr-keep -c x.c -o kept.o 2>err
has "A8 keep" kept.o.instr.c __instr_
is "A8 off" "$("$INSTR" gcc --instr-off -c x.c -o off.o; readelf -SW off.o | grep -c instr_regions || :)" 0

# A9 questions
for question in -v '-###' --version -dumpversion -dumpmachine -print-search-dirs --help; do
    gcc $question >plain.out 2>plain.err </dev/null || :
    "$INSTR" gcc $question >instr.out 2>instr.err </dev/null || :
    # collect2 and cc1 get names of temporary files
    same "A9 $question" plain.out instr.out
    sed 's,/[^ ]*/cc[A-Za-z0-9]*,T,g' plain.err >p
    sed 's,/[^ ]*/cc[A-Za-z0-9]*,T,g' instr.err >i
    same "A9 $question" p i
done
if command -v python3 >/dev/null; then # at a terminal --help names ours
    python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))' "$INSTR" gcc --help >instr.out 2>&1 </dev/null || :
    has "A9 --help at a terminal" instr.out --instr-help
    has "A9 --help at a terminal" instr.out -save-temps
fi
gcc >plain.out 2>&1 || :
"$INSTR" gcc >instr.out 2>&1 || :
same "A9 no input" plain.out instr.out

# A10 descriptors are inherited, ours are not
rm -f log
"$FAKE" -E x 7>seven 8<x.c
"$INSTR" "$FAKE" -E x 7>seven 8<x.c
"$INSTR" "$FAKE" -c x.c -o y.o 7>seven 8<x.c
is "A10 calls" "$(grep -c ^call log)" 4
is "A10 descriptors" "$(grep open= log | sort -u | wc -l)" 1
has "A10 descriptors" log '7,8,'

# A11 umask, locale, directory, TMPDIR, closed descriptors
rm -f log
(umask 027; LC_ALL=C.UTF-8 "$INSTR" "$FAKE" -c x.c -o y.o)
has A11 log umask=027
has A11 log LC_ALL=C.UTF-8
(umask 027; "$INSTR" gcc -c x.c -o masked.o)
is "A11 mode" "$(stat -c %a masked.o)" 640
is "A11 closed stderr" "$(status "$INSTR" gcc -c x.c -o y.o 2>&- <&-)" 0
rm -f log
"$INSTR" "$FAKE" -E x <&- 2>&-
has "A11 closed stays closed" log 'open=1,'
mkdir -p no
is "A11 bad TMPDIR" "$(TMPDIR=$PLACE/none status "$INSTR" gcc -pipe -c x.c -o y.o 2>err)" 0
is "A11 bad TMPDIR: messages" "$(cat err)" ""
instrumented "A11 bad TMPDIR" y.o

# A12 variables of the preprocessor reach it alone
rm -f log deps
DEPENDENCIES_OUTPUT=deps SUNPRO_DEPENDENCIES=deps CPATH=inc "$INSTR" "$FAKE" -c x.c -o y.o
for name in DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES; do
    is "A12 $name" "$(awk "/^call/ {e = /-E/} /$name/ {n[e]++} END {print n[1]+0, n[0]+0}" log)" "1 0"
done
DEPENDENCIES_OUTPUT=deps.instr "$INSTR" gcc -Wall -c x.c -o y.o
DEPENDENCIES_OUTPUT=deps.plain gcc -Wall -c x.c -o y.o
same A12 deps.plain deps.instr
printf 'int g(void) { int unused; return 1; }\n' >w.c
DEPENDENCIES_OUTPUT=depsw.instr "$INSTR" gcc -Wall -c w.c -o y.o 2>/dev/null
DEPENDENCIES_OUTPUT=depsw.plain gcc -Wall -c w.c -o y.o 2>/dev/null
same "A12 with warnings" depsw.plain depsw.instr
mkdir -p inc
echo '#define VALUE 3' >inc/v.h
printf '#include <v.h>\nint h(void) { return VALUE; }\n' >v.c
CPATH=inc "$INSTR" gcc -c v.c -o v.o
instrumented "A12 CPATH" v.o
# the original is compiled, too
is "A12 CPATH with warnings" "$(INSTR_EXACT_MESSAGES=1 CPATH=inc status "$INSTR" gcc -O2 -c v.c -o v.o)" 0
finish
