# 1 "call_or_declaration.c"
typedef int T;
int f();
int sum(const T *n, int x) {
    struct s { int a; } s = {1}, *p = &s;
#pragma instr region("cast")
    f(((void *) 1), n);
#pragma instr region("casts, one argument")
    f(((T) ((void *) &(s))));
#pragma instr region("number")
    f(((T)0x44000000));
#pragma instr context("arguments", f((x), 1))
    f((x), n);
#pragma instr region("member")
    f((p)->a);
#pragma instr region("sum")
    f(*n + x);
#pragma instr region("text")
    f((x) ? "a" : "b");
#pragma instr region("may be one")
    f(*n);
#pragma instr region("may be one too")
    f((x));
#pragma instr region("object")
    T (*a);
#pragma instr region("array")
    T (*b)[2 + 1];
#pragma instr region("function")
    T (*(c[2]))(const char *, int[4], ...);
#pragma instr region("attribute")
    T (*d __attribute__((aligned(16))));
#pragma instr region("function of functions")
    T ((*e)(int (*)(void), T));
    (void)a, (void)b, (void)c, (void)d, (void)e;
    return x;
}
