# 1 "unknown.c"
foo_t lost(bar_t x) { return x; }
foo_t *lost2(bar_t *x, int y) { return x; }
lost3(x, y) bar_t x; int y; { return x; }
static inline foo_t lost4(bar_t x) { return x; }
void lost5(__attribute__((unused)) bar_t (*x)[3], int z[static 3]) { return; }
_Decimal64 decimal(_Decimal64 x) { return x; }
_Float128 quad(_Float128 x) { return x; }
int linux(void) { return __builtin_nonsense((foo_t){1}); }
