# order.sh - reports know in which order a program came to its functions, also where it was killed, and what a function took
# on each thread over all its paths.

cat >order.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void zebra(void) { usleep(1000); }
static void ant(void) { zebra(); }
static void middle(void) { zebra(); ant(); }
static void last(void) { usleep(2000); }
static void *run(void *argument) { middle(); last(); return argument; }
static void before(void) { zebra(); }

int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argv;
    before();
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    ant();
    if (argc > 1)
        kill(getpid(), SIGKILL);
    return 0;
}
END
instr-cc gcc -O0 -pthread -o order order.c
wanted='main before zebra run middle ant last'

names() # PROFILE
{
    instr-report flat --sort=first --csv "$1" | awk -F, 'NR > 1 && $4 == "function" {printf "%s%s", sep, $1; sep = " "}'
}

field() # PROFILE FUNCTION COLUMN
{
    instr-report flat --csv "$1" | awk -F, -v name="$2" -v wanted="$3" \
        'NR == 1 {for (i = 1; i <= NF; i++) if ($i == wanted) at = i} $1 == name && $4 == "function" {print $at}'
}

INSTR_OUTPUT=whole.instr ./order
[ "$(names whole.instr)" = "$wanted" ] || fail "the order of first calls is: $(names whole.instr)"
instr-report tree --sort=first --min=0 whole.instr >tree
[ "$(grep -n before tree | head -n 1 | cut -d: -f1)" -lt "$(grep -n run tree | cut -d: -f1)" ] || fail "tree: $(cat tree)"
# zebra: before/zebra and ant/zebra in the first thread, two calls in the other one.
[ "$(field whole.instr zebra threads)" = 2 ] || fail "zebra is not said to be of two threads"
[ "$(field whole.instr zebra rank_calls_max)" = 4 ] || fail "calls on a rank are $(field whole.instr zebra rank_calls_max)"
[ "$(field whole.instr last threads)" = 1 ] && [ "$(field whole.instr last thread_of_thread_max)" = 1 ] ||
    fail "last was called in thread 1"

INSTR_OUTPUT=killed.instr ./order kill || true
instr-report recover >/dev/null
[ "$(names killed.instr)" = "$wanted" ] || fail "of the killed program the order is: $(names killed.instr)"
