# 0 "d.c"
# 1 "/home/user//"
# 0 "<built-in>"
#define __STDC__ 1
#define f(x) g x {
# 1 "d.c"
#define a b
int a(void) { return 0; }
#pragma GCC poison printf
int f(void) { return 0; }
