# agree.sh AGREE SOURCES - what is said of a unit without libclang is what libclang says, for the golden texts, the tests of
# the language, the samples, instr's own sources, and texts made to mislead. Of these some must do without it.
agree=$1 sources=$2

# preprocess PREFIX SOURCE...
preprocess() {
    prefix=$1 number=0
    shift
    for source; do
        number=$((number + 1))
        gcc -E -O2 -D_GNU_SOURCE -fopenmp -I"$sources" -I"$sources/include" -o "$prefix-$number.i" "$source" 2>/dev/null ||
            rm -f "$prefix-$number.i"
    done
}
preprocess small "$sources"/tests/language/*.c "$sources"/samples/*/*.c "$sources"/common/*.c
preprocess own "$sources"/profile/*.c "$sources"/instrumenter/*.c "$sources"/instrumenter/*/*.c

# make NAME: a text that is not plain (bad-NAME), or one that is (good-NAME), from standard input.
make() { cat >"$1.i"; }
make bad-static <<'C'
static int f(int); int g(int n) { return n; } int f(int n) { return n; }
C
make bad-typedef <<'C'
typedef int fn(int); static fn f; int f(int n) { return n; }
C
make bad-inline <<'C'
inline int f(int); int f(int n) { return n; }
C
make bad-attribute <<'C'
void f(void) __attribute__((no_instrument_function)); void f(void) {}
C
make bad-later <<'C'
int f(int n) { return n; } extern inline int f(int);
C
make bad-pointer <<'C'
int f(int (*p)(int), int n) { return p(n); }
C
make bad-shadow <<'C'
int puts(const char *); typedef int fn(const char *); fn *other; int f(void) { fn *puts = other; return puts("x"); }
C
make bad-member <<'C'
int call(int); struct s { int (*call)(int); }; int f(struct s *s) { return s->call(1); } int g(struct s s) { return s.call(1); }
C
make bad-dereference <<'C'
int f(int (*p)(int), int n) { return (*p)(n); }
C
make bad-parentheses <<'C'
int f(int (*p)(int), int n) { return (p)(n); }
C
make bad-array <<'C'
int (*p[2])(int); int f(int n) { return p[n](n); }
C
make bad-result <<'C'
int (*get(int))(int); int f(int n) { return get(n)(n); }
C
make bad-recursion <<'C'
int f(int n) { return n ? f(n - 1) : 0; }
C
make bad-builtin <<'C'
int __builtin_clz(int n) { return __builtin_clz(n); }
C
make bad-cycle <<'C'
int g(int); int f(int n) { return n ? g(n - 1) : 0; } int h(int n) { return f(n); } int g(int n) { return h(n); }
C
make bad-exec <<'C'
int execv(const char *, char **); int f(void) { return execv("a", 0); }
C
make bad-setjmp <<'C'
int _setjmp(long *); long b[8]; int f(void) { return _setjmp(b); }
C
make bad-twice <<'C'
int save(void *) __attribute__((returns_twice)); int f(void *p) { return save(p); }
C
make bad-mpi <<'C'
int MPI_Barrier(int); int f(void) { return MPI_Barrier(1); }
C
make bad-letters <<'C'
int \u00e9(int n) { return n; }
C
make good-calls <<'C'
typedef unsigned long size_t; extern int puts(const char *); void *malloc(size_t);
static int one(int n) { return n + (int)(n * 2.5) + (unsigned char)(n); }
static int total; static const char *const words[] = {"a", "b"};
int two(int n) { if (n) (void)puts(words[0]); while (n--) total += one(n) * __builtin_abs(n); return (int)sizeof(words) + total; }
static int (*table[])(int) = {one, two};
void *three(void) { return malloc(3 * sizeof *table); }
C
make good-old <<'C'
int old(a, b) int a; char b; { return a + b; }
static __inline__ int quick(int n) { return n; }
__attribute__((__noinline__)) static int attributed(int n) { return quick(n); }
C

"$agree" own-*.i "$sources"/tests/instrumenter/golden/*.i >said || { cat said; exit 1; }
for how in level=1 level=3 unoptimized; do
    "$agree" "$how" small-*.i bad-*.i good-*.i
done
VERBOSE=1 "$agree" bad-*.i | grep ' 1$' && { echo "these need libclang"; exit 1; }
VERBOSE=1 "$agree" good-*.i | grep ' 0$' && { echo "these need no libclang"; exit 1; }
awk 'END { print; exit $3 < 10 }' said
