# 1 "annotated.c"
int work(int n) { return n; }
#pragma instr level(3)
int marks(int n) {
#pragma instr region("init") group("a,b")
    { n = work(n); }
#pragma instr region("finer") level(2)
    n += work(2);
#pragma instr begin("stretch")
    n++; work(n);
#pragma instr end("stretch")
#pragma instr begin("scope")
    int m = work(7);
#pragma instr end("scope")
#pragma instr iterate("turns")
    for (int i = 0; i < 3; i++)
        m += work(i);
    if (m)
#pragma instr region("arm")
        m = work(m & 3);
    else
#pragma instr region("other arm")
    {
        m--;
    }
#pragma instr region("parallel")
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) { if (k) { work(k); } }
#pragma omp simd
    for (int i = 0; i < 3; i++) { while (n) n--; }
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < 3; i++) work(i);
#pragma omp section
#pragma GCC ivdep
        for (int i = 0; i < 3; i++) work(i);
    }
#pragma GCC unroll 4
    for (int i = 0; i < 3; i++) work(i);
#pragma instr context("world", MPI_COMM_WORLD)
    { work(1); }
#pragma instr context("some", (n, m))
    { work(1); }
    switch (m) { case 1:
#pragma instr begin("in case")
        work(1);
#pragma instr end("in case")
    lab:
#pragma instr region("behind label")
        work(2);
    }
    return m + n;
}
#pragma instr skip
static int skipped(int x) { return x; }
#pragma instr off
int off1(void) { return 1; }
int off2(void) { return 1; }
#pragma instr on
int on(void) { return 1; }
#pragma instr level(0)
int none(void) { return 1; }
#pragma omp declare target
int device(void) { return 1; }
#pragma omp end declare target
inline int external(int n) {
#pragma instr region("same")
    while (n) n--;
#pragma instr region("same")
    while (n) n++;
    return n;
}
