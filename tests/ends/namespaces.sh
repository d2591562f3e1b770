# namespaces.sh - a process in another namespace of processes, as in a container with the same name of its host, has another
# number there than here: while it lives nobody takes its store, and when it was killed anybody may.
unshare --pid --fork --mount-proc true 2>/dev/null || { echo 'no namespace of processes to be had here'; exit 77; }
mkdir store
export INSTR_TMPDIR="$PWD/store"
cat >program.c <<'C'
#include <fcntl.h>
#include <unistd.h>
__attribute__((noinline)) static void work(void) { __asm__ volatile(""); }
int main(int count, char **names)
{
    char byte;
    for (int i = 0; i < 10; i++)
        work();
    close(open("begun", O_CREAT | O_WRONLY, 0600));
    read(open("go", O_RDONLY), &byte, 1); /* nobody writes: only the end of who could */
    return 0;
}
C
instr-cc gcc -O1 -w -o program program.c
mkfifo go
# begin COMMAND...: in the background, until it waits. What ends all in its namespace is that `unshare` is killed.
begin() {
    rm -f begun ./*.instr
    "$@" ./program <&- >out 2>&1 &
    started=$!
    until [ -e begun ]; do kill -0 $started && sleep 0.05 || fail "$*: did not begin: $(cat out)"; done
}
# left_alone WHERE...: nothing is recovered there, and the process writes its profile itself.
left_alone() {
    "$@" instr-report recover >said 2>&1 || fail "recover: $(cat said)"
    grep -q 'nothing to recover' said || fail "${*:-here}: took the store of one that lives: $(cat said)"
    [ "$(ls store | wc -l)" = 1 ] || fail "${*:-here}: the store is gone"
    : >go
    wait $started || fail "${*:-here}: ends with $?: $(cat out)"
    check_one_profile "${*:-here}"
    [ -z "$(ls store)" ] || fail "${*:-here}: left: $(ls store)"
}
inside='unshare --pid --fork --mount-proc --kill-child'
begin $inside
left_alone
begin $inside
left_alone $inside
begin unshare --pid --fork --kill-child # it sees the numbers that others know
left_alone
begin
left_alone $inside
begin
left_alone unshare --pid --fork

# Killed: who watched it may do so a moment longer.
for where in "$inside" ''; do
    begin $where
    kill -9 $started
    wait $started 2>/dev/null || true
    for try in $(seq 600); do
        instr-report recover >said 2>&1 || fail "recover: $(cat said)"
        [ -n "$(ls store)" ] && sleep 0.1 || break
    done
    [ -z "$(ls store)" ] || fail "${where:-here}, killed: left: $(cat said)"
    check_one_profile "${where:-here}, killed"
done
