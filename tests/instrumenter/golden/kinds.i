# 0 "kinds.c"
# 0 "<built-in>"
# 1 "kinds.c"
# 1 "/usr/include/stdio.h" 1 3 4
int printf(const char *, ...);
static inline int system_inline(int x) { return x; }
# 2 "kinds.c" 2
# 1 "own.h" 1
static inline int own_inline(int x) { return x * x; }
inline int external_inline(int x) { return x; }
# 3 "kinds.c" 2
int declared_only(int);
int foo(int); int foo(int x) { return x; }
# 7 "kinds.c" 3 4
int 
# 7 "kinds.c"
made_by_system_macro(void) { return 0; }
int old(a, b) int a; char *b; { return a + (b != 0); }
static __attribute__((noinline)) int around(int a)
{
    int nested(int z) { return z + a; }
    return nested(3);
}
int (*returns_pointer(void))(int) { return foo; }
struct pair { int a, b; } returns_struct(void) { struct pair p = {1, 2}; return p; }
int labels(int x)
{
    __label__ one, two; __label__ three;
    if (x) goto three;
one: two: three:
    return 1;
}
int digraphs(int x) <% return x; %>
int attributed(int x) __attribute__((noinline));
int attributed(int x) __attribute__((noinline)); int with_array(int x[static 2], int (*y)[3]) { return x[0] + (*y)[1]; }
static int internal_by_prototype(void);
int internal_by_prototype(void) { return 0; }
int compound(void) { return ((struct pair){1, 2}).a + (int){sizeof(struct pair){0, 0}}; }
int statement_expression(void) { return ({ int y = 2; if (y) y = 3; y; }); }
int main(void) { for (int i = 0; i < 3; i++) { switch (i) { case 1: break; } } return 0; }
