# writers.sh COMPILER - files that are read and written by name: nobody waits for a pipe, a disk that gets full or a kill leaves what was
# there, no link of somebody else's is followed, and what stands on a terminal is shown and not obeyed.
compiler=$1
export GIT_CEILING_DIRECTORIES="${PWD%/*}" # no working tree
i=0
while [ $((i += 1)) -le 300 ]; do
    echo "__attribute__((noinline)) int function_with_a_long_name_$i(int x) { return x + $i; }"
    call="${call-}x += function_with_a_long_name_$i(c);"
done >program.c
echo "int main(int c, char **v) { int x = 0; (void)v; while (c--) { $call } return x == 0; }" >>program.c
instr-cc $compiler -O1 -o program program.c
INSTR_OUTPUT=one.instr ./program
INSTR_OUTPUT=two.instr ./program more calls

# soon WHAT STATUS COMMAND...
soon() {
    what=$1 expected=$2 status=0
    shift 2
    timeout 20 "$@" >out 2>&1 </dev/null || status=$?
    [ $status = "$expected" ] || fail "$what: status $status and not $expected: $(cat out)"
}

# A history's baselines.
mkdir h
mkfifo h/2026-01-01T00:00:00Z.baseline
soon 'a pipe in a history' 71 instr-report history h
grep -q '2026-01-01T00:00:00Z.baseline: not a regular file' out || fail "a pipe in a history: $(cat out)"
soon 'a pipe before a gate' 71 instr-report gate h/ one.instr
rm h/*
: >h/2026-01-01T00:00:00Z.baseline
soon 'an empty baseline' 71 instr-report history h
grep -q 'empty, and no baseline' out || fail "an empty baseline: $(cat out)"
head -c 1000 /dev/zero >h/2026-01-01T00:00:00Z.baseline
soon 'zeros for a baseline' 71 instr-report history h
rm h/*

# Not enough room for the one that is to come: with the signal that ends instr-report in the midst, and without.
instr-report gate --record -o baseline one.instr 2>/dev/null
{ head -2 baseline; echo 'allow 5% function_with_a*'; sed -n '3,$p' baseline; } >kept
instr-report export callgrind -o flat one.instr
for signal in '' 'trap "" XFSZ;'; do
    cp kept baseline
    ! sh -c "$signal ulimit -f 8; exec instr-report gate --accept baseline two.instr" >out 2>&1 || fail 'there was room'
    cmp kept baseline || fail "${signal:-killed}: the baseline was cut: $(cat out)"
    ! sh -c "$signal ulimit -f 8; exec instr-report gate h/ one.instr" >out 2>&1 || fail 'there was room'
    [ ! "$(ls h/*.baseline 2>/dev/null)" ] || fail "${signal:-killed}: a baseline was stored: $(ls -l h)"
    cp flat before
    ! sh -c "$signal ulimit -f 2; exec instr-report export callgrind -o flat two.instr" >out 2>&1 || fail 'there was room'
    cmp flat before || fail "${signal:-killed}: a table was cut"
    rm -f h/* ./*.tmp
done
[ "$(instr-report gate --accept baseline two.instr 2>&1)" ] && [ "$(grep -c '^allow 5%' baseline)" = 1 ] || fail "$(cat baseline)"
chmod 640 flat
instr-report export callgrind -o flat two.instr
[ "$(stat -c %a flat)" = 640 ] || fail 'a file has another mode'
ln -s flat link
instr-report export callgrind -o link one.instr
[ -L link ] && cmp -s flat before || fail 'a link to a file was replaced'
instr-report export callgrind -o /dev/stdout one.instr | cmp - before || fail 'to standard output by its name'

# The files of E3SM are written when the program ends.
mkdir d
mkfifo d/model_timing_stats
soon "E3SM's pipe" 0 env INSTR_EXPORT=e3sm INSTR_OUTPUT="$PWD/d/p.instr" ./program
grep -q "model_timing_stats can't be written: nobody reads it" out || fail "E3SM's pipe: $(cat out)"
rm d/*
soon "E3SM's files" 0 env INSTR_EXPORT=e3sm INSTR_OUTPUT="$PWD/d/p.instr" ./program
[ -s d/model_timing_stats ] || fail "E3SM's files: $(ls d)"
if [ "$(id -u)" = 0 ]; then
    echo mine >mine
    ln -sf "$PWD/mine" d/model_timing_stats
    chown -h nobody d/model_timing_stats
    soon "somebody else's link" 0 env INSTR_EXPORT=e3sm INSTR_OUTPUT="$PWD/d/p.instr" ./program
    [ "$(cat mine)" = mine ] && [ ! -L d/model_timing_stats ] || fail "somebody else's link was followed"
fi

# A log of commands that can't be written is said once.
soon 'a log' 0 env INSTR_LOG=/nowhere/log instr-cc $compiler -O1 -c -o program.o program.c
[ "$(cat out)" = "instr-cc: warning: the log /nowhere/log can't be written: No such file or directory" ] || fail "a log: $(cat out)"

# Names with characters that a terminal obeys.
odd=$(printf 'odd\033[31m')
mkdir "$odd"
for what in "gate --record -o $odd/baseline one.instr" "gate --accept $odd/baseline two.instr" "gate $odd/ one.instr"; do
    instr-report $what >out 2>&1 || fail "$what: $(cat out)"
    ! grep -q "$(printf '\033')" out && grep -qF 'odd\u{1b}[31m' out || fail "$what: $(cat -v out)"
done

# A checkout that is reached by a link is the one that git tells of.
mkdir checkout
ln -s checkout linked
cd linked
git init -q . && cp ../program.c . && git add . && git -c user.name=n -c user.email=e@x commit -qm first || fail 'git'
mkdir build
cd build
instr-cc $compiler -O1 -o ../../built "$PWD/../program.c"
INSTR_OUTPUT=../../built.instr ../../built
instr-report gate ../../h/ ../../built.instr >../../out 2>&1 || fail "by a link: $(cat ../../out)"
grep -q '^stored: ' ../../out || fail "by a link: $(cat ../../out)"
