# 1 "clang_builtin.c"
extern void abort(void);
int f(int x) { if (x) __builtin_abort(); abort(); }
