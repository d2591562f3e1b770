# 1 "leaves.c"
typedef unsigned long size; typedef int (*function)(int), number, *many[2] __attribute__((aligned(8)));
struct pair { int (*call)(int); number of[2]; };
int leaf(int x) { if (x) return (x); for (;;) while (x) x--; switch (x) { case (1): return sizeof (int); } return 0; }
number casts(long x) { return (number)(x) + (int)(size)(x + 1) + *(many *)(x) [0] + (struct pair *)(x) != 0; }
int builtins(int x) { return __builtin_expect((x), 1) + __builtin_clz(x) + __atomic_load_n(&x, 0); }
int attributed(void) { int x __attribute__((unused)) = 1; return x; }
int comments(int x) { return x /* call() */ + sizeof "call()"; }
int calls(int x) { return leaf(x); }
int calls_in_parentheses(int x) { return (leaf)(x); }
int calls_a_pointer(function f, int x) { return (f)(x) + (*f)(x); }
int calls_a_parameter(function f, int x) { return f(x); }
int calls_a_member(struct pair *p, int x) { return p->call(x); }
int calls_an_element(function *f, int x) { return f[x](x); }
int calls_a_result(function (*f)(void), int x) { return f()(x); }
int calls_an_expression(function f, int x) { return (x ? f : leaf)(x) + ({ f; })(x); }
int calls_a_builtin(char *x) { return __builtin_strlen(x); }
void cleans(void) { int x __attribute__((cleanup(calls))); (void)x; }
int assembles(int x) { __asm__("call leaf" : "+r"(x)); return x; }
int declares(int x) { int leaf(int); return x; }
int encloses(int x) { int nested(int y) { return y; } return x; }
int annotated(int x)
{
#pragma instr begin("block")
    x++;
#pragma instr end("block")
    return x;
}
