/*
 * The turns of loops of all forms are counted, as often as `own` says where a loop asks for that. A loop in whose body a jump ends, and
 * one that another pragma governs, is left alone.
 *
 * flags: -std=gnu11 -w -fopenmp -DTIMER_LEVEL=3
 * calls: forms: turns of loop at 61 10
 * calls: forms: turns of loop at 62 10
 * calls: forms: turns of loop at 63 1
 * calls: forms: turns of loop at 64 19
 * calls: forms: turns of loop at 65 5
 * calls: forms: turns of loop at 66 7
 * calls: forms: turns of loop at 67 55
 * calls: forms: turns of loop at 68 15
 * calls: forms: turns of loop at 69 4
 * calls: leaves: turns of loop at 75 12
 * calls: leaves: turns of loop at 77 3
 * calls: duff: turns of loop at 84 3
 * calls: inside: turns of loop at 91 4
 * calls: values: turns of loop at 96 15
 * calls: values: turns of loop at 100 1
 * calls: computed: turns of loop at 107 9
 * calls: computed: turns of loop at 108 3
 * calls: jump: turns of loop at 116 11
 * calls: jump: turns of loop at 117 1
 * calls: told: turns of loop at 127 2
 * calls: tail: turns of loop at 132 18
 * calls: shared: turns of loop at 139 8
 * calls: shared: turns of loop at 141 24
 * calls: duff: turns of loop at 83 0
 * calls: inside: turns of loop at 90 0
 * calls: values: turns of loop at 98 0
 * calls: told: turns of loop at 124 0
 * calls: told: turns of loop at 126 0
 * calls: shared: turns of loop at 144 0
 * calls: shared: turns of loop at 145 0
 * calls: shared: turns of loop at 147 0
 */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static long own[40]; /* the turns that each loop counts itself, by its line */
static int line_of[40], used;
static int turn(int line)
{
    int at = 0;
    while (at < used && line_of[at] != line)
        at++;
    used += at == used;
    line_of[at] = line;
    own[at]++;
    return 1;
}
#define TURN turn(__LINE__)
#define TIMES(i, n) for (int i = 0; i < (n); i++)
#define BOTH(n, m) TIMES(a, n) TIMES(b, m) TURN

static int forms(int n)
{
    int s = 0, i = 0;
    for (i = 0; i < n; i++) s += TURN;
    while (i-- > 0) { TURN; if (i == 3) continue; s++; }
    do { TURN; if (s > 12) break; s++; } while (s < 100);
    do TURN, s--; while (s > 0);
    for (; TURN && ++i < 5;) ;
    for (;;) if (TURN, i-- < 0) break; else if (i == 2) continue; else s++;
    for (int a = 0; a < n; a++) for (int b = 0; b < a; b++) if (TURN, b == 2) goto next; else { next:; }
    BOTH(3, 4);
    while (i < 3) label: if (TURN, i++ == 1) goto label;
    return s;
}
static int leaves(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) { TURN; for (int k = 0; k < n; k++) { if (k + i == 5) goto out; if (k > i) break; s++; } }
out:
    for (int i = 0; i < 9; i++) { TURN; if (i == n / 2) return s; }
    return -1;
}
static int duff(int n)
{
    int s = 0;
    switch (n % 4) { case 0: do { s++; case 3: s++; case 2: s++; case 1: s++; } while ((n -= 4) > 0); }
    for (int i = 0; i < 3; i++) switch (TURN, i) { case 0: s++; break; case 1: continue; default: s += 2; }
    return s;
}
static int inside(int n)
{
    if (n > 3) goto in;
    for (int i = 0; i < n; i++) { TURN; in: n--; }
    for (int i = 0; i < 4; i++) { TURN; { if (i == 1) goto again; n++; again:; } }
    return n;
}
static int values(int n)
{
    int s = ({ int k = 0; for (int i = 0; i < n; i++) { TURN; k += ({ int m = 0; while (m < i) { TURN; m++; } m; }); } k; });
    int (*of)[2] = 0;
    for (int i = 0; i < 2; i++) of = &(int[1][2]){{i, TURN}}[0];
    struct pair { int x, y; } pair = {0, 0};
    for (struct pair *at = &pair; at < &pair + 1; at++) { TURN; struct pair pair = *at; int sized[pair.x + 1]; sized[0] = 2; s += sized[0]; }
    return s + (of != 0);
}
static int computed(int n)
{
    static void *const steps[] = {&&one, &&two, &&end};
    int s = 0, at = 0;
    for (;;) { TURN; goto *steps[at++ % 3]; one: s++; continue; two: s += n; continue; end: if (s > 9) break; }
    for (int i = 0; i < 3; i++) TURN;
    return s;
}
static jmp_buf here;
static int jump(int n)
{
    volatile int s = 0;
    if (setjmp(here) < 3)
        for (volatile int i = 0; i < n; i++) { TURN; s++; if (i == 2 && s < 9) longjmp(here, s / 3); }
    while (setjmp(here) < 2) { TURN; s++; longjmp(here, 2); }
    return s;
}
static int told(int n)
{
    int s = 0;
#pragma GCC ivdep
    for (int i = 0; i < n; i++) s++;
#pragma GCC unroll 4
    for (int i = 0; i < n; i++) { TURN; s++; }
    if (n) for (int i = 0; i < 2; i++) TURN; else while (n < 3) { TURN; n++; }
    return s;
}
static int tail(int n, int depth)
{
    for (int i = 0; i < n; i++) { TURN; if (i == 2 && depth) return tail(n, depth - 1); }
    return n;
}
static int shared(int n)
{
    int s = 0;
#pragma omp parallel for default(none) shared(n) reduction(+ : s) num_threads(2)
    for (int i = 0; i < n; i++) {
        s++;
        for (int k = 0; k < 3; k++) s += k;
    }
#pragma omp parallel for collapse(2) reduction(+ : s) num_threads(2)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) s++;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++) s++;
    return s;
}
int main(void)
{
    printf("%d %d %d %d %d\n", forms(10), leaves(4), duff(10), inside(2), values(5));
    printf("%d %d %d %d %d\n", computed(3), jump(5), told(6), tail(6, 4), shared(8));
    for (int at = 0; at < used; at++)
        printf("line %d: %ld\n", line_of[at], own[at]);
    return 0;
}
