# 1 "levels.c"
int abs(int);
int loops(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) { if (i > j) { s += i; } else if (i < j) s -= abs(j); else { s++; continue; } }
    while (n--) ;
    do { s++; } while (0);
    if (s) s = 1; else return abs(s);
    if (s) if (n) abs(1); else abs(2);
    return ({ int k = 0; do k++; while (k < s); k; });
}
int branches(int x) {
    switch (x) {
    case 1: x = abs(3); break;
    case 2:
    case 'x' ? 3 : 4: { x = 4; }
    case 5: x += abs(5); __attribute__((fallthrough));
    case 6: return abs(6);
    case 7: break;
    case 8: x++; int cut = abs(x); x = cut; break;
    default: { int q = 3; x = q; } break;
    case 9:;
    }
    switch (x) case 1: abs(1);
    return x;
}
int duff(int n) {
    int k = 0;
    switch (n % 4) { case 0: do { k++; case 3: k++; case 2: k++; case 1: k++; } while ((n -= 4) > 0); }
    return k;
}
int jumps(int n) {
    if (n > 3) goto in;
    for (int i = 0; i < n; i++) { in: n--; }
again:
    while (n-- > 0) { if (n == 2) { goto again; } }
    return n;
}
int computed(int n) {
    static void *t[] = {&&a, &&b, &&c};
    int k = 0;
    for (;;) { goto *t[n++ % 3]; a: k++; continue; b: if (k) { k += n; } continue; c: if (k > 5) break; }
    for (;;) { c2: if (k) { goto *t[0]; } }
    return k;
}
inline int external(int n) { while (n) n--; while (n) n++; return n; }
void twice(int n) { for (;;) { int __builtin_setjmp(void **); void *b[5]; if (n) { n = __builtin_setjmp(b); } } }
