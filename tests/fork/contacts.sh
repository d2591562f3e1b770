# contacts.sh FOLDER - children, made in any way, that touch the runtime first by a label, a group, a plugin ...: each
# process has in its profile what it did itself, and nobody hangs or crashes.
unset INSTR_TMPDIR
export INSTR_RECURSION=16
for name in one other; do
    instr-cc gcc -O1 -shared -fPIC -DPLUGIN=$name -o $name.so "$1/plugins.c"
done
instr-cc gcc -O1 -Wno-unknown-pragmas -I "$2" -pthread -o program "$1/contacts.c" -ldl

# contact HOW...: compares what the processes said that they did with what is in their profiles.
contact() {
    rm -f -- *.instr
    INSTR_OUTPUT=%p.instr ./program "$@" >said 2>messages && status=0 || status=$?
    [ $status = 0 ] || fail "$*: ends with $status: $(cat messages)"
    [ ! -s messages ] || fail "$*: $(cat messages)"
    # What was open when it was forked counts in a child too.
    awk '{ pid = $1; $1 = ""; print pid $0 } !seen[pid]++ && NR > 1 { print pid, "main 1" }' said | sort -u >expected
    for profile in *.instr; do
        instr-report tree --csv --min=0 "$profile" | awk -F, -v pid="${profile%.instr}" '
            NR > 1 && $1 > 0 && $7 > 0 { n = split($2, part, "/"); calls[part[n]] += $7 }
            END { for (name in calls) print pid, name, calls[name] }'
    done | grep -v ' thread\| (threads) \| even \| odd ' | sort >found # theirs are not counted
    diff expected found >difference || fail "$*: $(head -20 difference)"
}

contact label
contact group
contact plugin
contact stop
contact pause
contact resume
contact level
contact disable
contact add
contact grandchild
for way in fork _Fork clone clone3 syscall; do
    contact function $way
    contact label $way
    contact plugin $way
    [ $way = clone ] || contact handler $way
done
contact prefork
contact threads "${FORKS:-300}"

# Parent and child may be in the runtime at a time, as one thread: that is said.
cat >shares.c <<'END'
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
static int child(void *argument) { return argument != 0; }
int main(void)
{
    char *stack = malloc(1 << 16);
    return waitpid(clone(child, stack + (1 << 16), CLONE_VM | SIGCHLD, 0), 0, 0) < 0;
}
END
instr-cc gcc -o shares shares.c
INSTR_OUTPUT=shares.profile ./shares || fail "a child that shares memory: ends with $?"
instr-report shares.profile | grep -q 'children that share memory and thread' || fail "a child that shares memory: nothing is said"
