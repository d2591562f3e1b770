# 1 "level4.c"
# 1 "/usr/include/stdlib.h" 1 3 4
typedef struct { int quot, rem; } div_t; div_t div(int, int); int abs(int); void exit(int); void free(void *);
unsigned long strlen(const char *); double sqrt(double); int setjmp(void **); int *__errno_location(void);
# 2 "level4.c" 2
void dgemm_(int *); void ours_(int *n) { ++*n; } extern int elsewhere(int);
int f(int n) {
    static double constant = sqrt(2.0);
    char array[strlen("four")];
    if (abs(n) > 1) abs(n); else (void)abs(n);
    for (int i = abs(n); i < abs(n); i++) dgemm_(&n);
    ours_(&n);
    elsewhere(n);
    n = sizeof abs(n) + sizeof(abs(n)) + __builtin_constant_p(abs(n)) + _Generic(abs(n), int: 1);
    __typeof__(abs(n)) m = abs(abs(n));
    n = div(n, 2).quot;
    div_t d = div(n, 2);
    *__errno_location() = 0;
    switch (n) { case strlen("a"): abs(2); }
#pragma omp parallel for
    for (int i = 0; i < abs(n); i++) abs(i);
#pragma omp atomic
    n += abs(n);
    int abs(int);
    int local = ({ int abs = 2; abs; });
    int (*p)(int) = abs;
    p(1); (abs)(2);
    n = ({ free(0); abs(n); });
    if (n) exit(1);
    return abs(n);
}
