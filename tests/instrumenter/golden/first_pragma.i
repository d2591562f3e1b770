# 1 "first_pragma.c"
int f(int x) {
#pragma STDC FENV_ACCESS ON
    if (x) {
#pragma STDC FP_CONTRACT OFF
        x++;
    }
    return x;
}
int g(void) {
#pragma clang fp contract(fast)
# 12 "first_pragma.c"
}
