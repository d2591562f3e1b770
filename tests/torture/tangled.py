"""tangled.py SEED [WIDE] - a random program of functions that call each other, jump, raise signals, fork, begin threads and open
labels; with WIDE, any text, one of more call paths than INSTR_MEMORY=1 has room for.

It counts its calls, without races, and each process writes them to told.PID as it ends. Whatever it does follows from the seed:
each thread draws from numbers of its own, and its creator waits for it. Labels are started and stopped anywhere, but not where
somebody may jump; so they also end in other functions than they began in, or not at all.
"""
import random
import sys

FEATURES = {"jump": 0.6, "leap": 0.3, "signal": 0.5, "label": 0.4, "fork": 0.35, "thread": 0.5, "exit": 0.3}

HEAD = """#define _GNU_SOURCE
#include <instr.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
enum { FUNCTIONS = %(functions)d, TINY = FUNCTIONS, HANDLER, START, ALL, JUMPS = 6, DEEP = %(deep)d };
struct lane {
    unsigned long long seed;
    int fuel, depth, jumps, handling, thread, label[4], depths[JUMPS], was[JUMPS];
    sigjmp_buf at[JUMPS];
};
static unsigned long count[ALL];
static __thread struct lane *me;
static volatile unsigned sink;
static int child, forks = %(forks)d, threads = %(threads)d;
#define ADD(i) __atomic_fetch_add(&count[i], 1, __ATOMIC_RELAXED)
#define DRAW() ((unsigned)((me->seed = me->seed * 6364136223846793005ull + 1442695040888963407ull) >> 33))
#define ONE_IN(n) (DRAW() %% (n) == 0)
#pragma instr skip
__attribute__((no_instrument_function)) static void tell(void)
{
    static const char *const names[] = {"tiny", "handler", "start"};
    char name[64];
    snprintf(name, sizeof name, "told.%%d", (int)getpid());
    FILE *file = fopen(name, "w");
    for (int i = 0; i < ALL; i++)
        if (count[i] && i < FUNCTIONS)
            fprintf(file, "f%%d %%lu\\n", i, count[i]);
        else if (count[i])
            fprintf(file, "%%s %%lu\\n", names[i - FUNCTIONS], count[i]);
    fclose(file);
}
static int tiny(int x) { ADD(TINY); return x * 3 + 1; }
"""

JUMP = """if (me->jumps < JUMPS && ONE_IN(%d)) {
        int mine = me->jumps++;
        me->depths[mine] = me->depth, me->was[mine] = me->handling;
        int way = sigsetjmp(me->at[mine], 1);
        s = way ? way : %s(x);
        me->jumps = mine, me->depth = me->depths[mine], me->handling = me->was[mine];
    }"""
FORK = """if (!me->thread && forks && ONE_IN(2)) {
        forks--;
        pid_t id = fork();
        if (id)
            waitpid(id, NULL, 0);
        else {
            memset(count, 0, sizeof count);
            child = 1, forks = 0, me->fuel = %d;
            r += %s(r);
            if (ONE_IN(2)) { tell(); exit(0); }
        }
    }"""
THREAD = """if (!me->thread && !child && threads && ONE_IN(2)) {
        threads--;
        struct lane *lane = calloc(1, sizeof *lane);
        lane->seed = DRAW(), lane->fuel = %d, lane->thread = 1;
        pthread_t id;
        pthread_create(&id, NULL, start, lane);
        pthread_join(id, NULL);
        free(lane);
    }"""
LABELS = (
    'if (!me->jumps && !me->handling && ONE_IN(2)) { instr_start("L%(n)d"); r += %(f)s(r); instr_stop("L%(n)d"); }',
    'if (!me->label[%(n)d] && !me->jumps && !me->handling && ONE_IN(2)) { me->label[%(n)d] = 1; instr_start("L%(n)d"); }',
    'if (me->label[%(n)d]) { me->label[%(n)d] = 0; instr_stop("L%(n)d"); }',
)


def statements(draw, has, name):
    """What a function does; `name` draws the name of one."""
    ways = {
        "call": lambda: "if (ONE_IN(%d)) r += %s(r);" % (draw.randint(1, 4), name()),
        "chain": lambda: "if (ONE_IN(%d)) r += %s(%s(r));" % (draw.randint(1, 4), name(), name()),
        "loop": lambda: "for (int k = 0; k < %d; k++) r = tiny(r);" % draw.randint(1, 60),
        "many": lambda: "if (ONE_IN(%d)) for (int k = 0; k < %d; k++) r += %s(k);" % (draw.randint(1, 4), draw.randint(2, 6), name()),
        "pointer": lambda: "{ int (*volatile call)(int) = %s; r += call(r); }" % name(),
        "jump": lambda: JUMP % (draw.randint(1, 3), name()),
        "leave": lambda: "if (me->jumps && ONE_IN(%d)) siglongjmp(me->at[DRAW() %% me->jumps], 1);" % draw.randint(2, 8),
        "signal": lambda: "if (!me->handling && ONE_IN(%d)) raise(SIGUSR1);" % draw.randint(2, 5),
        "label": lambda: draw.choice(LABELS) % {"n": draw.randrange(4), "f": name()},
        "fork": lambda: FORK % (draw.choice((3, 300, 3000)), name()),
        "thread": lambda: THREAD % draw.choice((50, 2000)),
    }
    needs = {"leave": "jump"}
    for _ in range(draw.randint(2, 5)):
        way = draw.choice(list(ways) + ["call", "loop"])
        if has.get(needs.get(way, way), True):
            yield ways[way]()
    if has["thread"] and has["exit"] and draw.random() < 0.3:
        yield "if (me->thread && ONE_IN(16)) pthread_exit(NULL);"


def main(seed, wide):
    draw = random.Random(seed)
    has = {feature: draw.random() < share for feature, share in FEATURES.items()}
    functions = ["f%d" % i for i in range(draw.randint(*((20, 40) if wide else (6, 16))))]

    def name():
        return draw.choice(functions)

    print(HEAD % {"functions": len(functions), "deep": draw.choice((8, 20, 60, 150)), "forks": draw.randint(1, 4),
                  "threads": draw.randint(1, 20)})
    for function in functions:
        print("static int %s(int x);" % function)
    print("static void handler(int number)\n{\n    ADD(HANDLER);\n    int depth = me->depth;")
    print("    if (depth < DEEP && me->fuel-- > 0) { me->depth++, me->handling++; sink += %s(number); me->handling--; }" % name())
    print("    me->depth = depth;")
    if has["leap"] and has["jump"]:
        print("    if (me->jumps && ONE_IN(3)) siglongjmp(me->at[me->jumps - 1], 5);")
    print("}\nstatic void *start(void *lane)\n{\n    me = lane;\n    ADD(START);\n    sink += %s(1);\n    return NULL;\n}" % name())
    for number, function in enumerate(functions):
        print("static int %s(int x)\n{\n    ADD(%d);\n    volatile int r = x, s = 0;" % (function, number))
        print("    if (me->fuel-- <= 0 || me->depth >= DEEP) return x;\n    me->depth++;")
        for statement in statements(draw, has, name):
            print("    " + statement)
        print("    me->depth--;\n    return r + s;\n}")
    print("int main(void)\n{\n    static struct lane first = {.seed = %d, .fuel = %d};" % (seed, draw.choice((200000, 400000) if wide else (500, 5000, 40000))))
    print("    me = &first;\n    signal(SIGUSR1, handler);")
    print("    for (int i = 0; i < %d; i++) {\n        me->depth = me->jumps = me->handling = 0;\n        sink += %s(i);\n    }" % (draw.randint(1, 30) * (1000 if wide else 1), name()))
    print('    tell();\n    printf("%u\\n", child ? 0 : sink);\n    return 0;\n}')


main(int(sys.argv[1]), len(sys.argv) > 2)
