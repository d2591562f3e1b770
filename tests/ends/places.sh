# places.sh SOURCE - what lies in the place of a profile: links and pipes, which may be somebody else's trap.
mkdir store
export INSTR_TMPDIR="$PWD/store"
instr-cc gcc -O1 -w -o program "$1"

# run OUTPUT: nobody is waited for.
run() {
    INSTR_OUTPUT=$1 timeout 60 ./program return 2>said >out && status=0 || status=$?
    [ "$status" = 3 ] || fail "$1: ends with $status"
}

# refused OUTPUT: said, and what was measured is kept.
refused() {
    run "$1"
    [ "$(grep -c 'instr: the profile was not written' said)" = 1 ] || fail "$1: $(cat said)"
    [ -n "$(ls store)" ] || fail "$1: nothing is kept"
    rm -f store/*
}

# Of a pipe that nobody reads, and one that somebody does.
mkfifo pipe
refused pipe
cat pipe >read.instr &
reader=$!
exec 9>pipe # waits for the reader
run pipe
exec 9>&-
wait $reader
instr-report flat --csv --no-pager read.instr >read.csv || fail "what came out of the pipe is no profile"
grep -q '^work,' read.csv || fail "in the pipe: $(cat read.csv)"

# Our own links are followed: to files, and to what /dev/stdout leads to.
ln -s file link.instr
echo old >file
run link.instr
[ -L link.instr ] || fail "our own link was replaced"
instr-report flat --csv --no-pager file | grep -q '^work,' || fail "no profile behind the link"
run /dev/null
ln -s /dev/null device
INSTR_OUTPUT=device ./program fork-exit >out 2>said || [ $? = 3 ] || fail "fork-exit: ends with $?: $(cat said)"
[ "$(ls -d device*)" = device ] || fail "beside a device: $(ls -d device*)"
ln -s /proc/self/fd/1 stdout
run stdout
instr-report flat --csv --no-pager out | grep -q '^work,' || fail "no profile on standard output"
mkdir folder
refused folder

# Somebody else's.
if [ "$(id -u)" = 0 ]; then
    echo mine >file
    chown -h 65534 link.instr
    run link.instr
    [ "$(cat file)" = mine ] && [ ! -L link.instr ] || fail "somebody else's link was followed"
    instr-report flat --csv --no-pager link.instr | grep -q '^work,' || fail "no profile in place of the link"
    ln -s /dev/null other.instr && chown -h 65534 other.instr
    refused other.instr
    [ -L other.instr ] || fail "somebody else's link is gone"
    mkfifo other && chown 65534 other
    sleep 60 <>other &
    reader=$!
    refused other
    kill $reader
fi

# A store that somebody empties would end the program: no process of the same user may write to it. Root may.
cat >waits.c <<'C'
#include <stdio.h>
static int leaf(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
static int right(int depth);
static int left(int depth) { return depth ? right(depth - 1) + left(depth - 1) : leaf(2); }
static int right(int depth) { return depth ? left(depth - 1) + right(depth - 1) : leaf(3); }
int main(void) { left(4); puts("ready"); fflush(stdout); getchar(); return left(12) < 0; }
C
instr-cc gcc -O1 -o waits waits.c
as=
if [ "$(id -u)" = 0 ]; then
    as="setpriv --reuid=65534 --regid=65534 --clear-groups"
    chmod 755 .
    chmod 777 store
    $as true 2>/dev/null || { echo "nobody else to be here: who may write to a store is not tried"; exit 0; }
fi
cat >try <<'S'
exec 8<>go # or the program would wait for somebody who writes
./waits <&8 >ready &
while [ ! -s ready ]; do sleep 0.05; done
for store in store/*.map; do
    [ -f "$store" ] || { kill $!; exit 77; }
    (: >"$store") 2>/dev/null && kill $! && exit 3
done
echo >&8
wait $!
S
mkfifo go
chmod 666 go
touch ready
chmod 666 ready
INSTR_OUTPUT=None $as timeout 60 sh ./try && status=0 || status=$?
[ "$status" != 77 ] || echo "another user can't reach the runtime: who may write to a store is not tried"
[ "$status" = 77 ] || [ "$status" = 0 ] || fail "a store can be emptied: $status"
