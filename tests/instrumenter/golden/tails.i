# 1 "tails.c"
int other(int), elsewhere(int);
int loop(int n, int sum) { if (!n) return sum; return loop(n - 1, sum + n); }
int plain(int n) { return n + plain(n - 1); }
int ping(int); 
int pong(int n) { return n ? ping(n - 1) : other(n); }
int ping(int n) { return n ? (int)pong(n - 1) : 0; }
int calls_out(int n) { return elsewhere(n); }
int calls_loop(int n) { return loop(n, 0); }
typedef int op(int, void *);
int step(int n, op **ops) { if (n < 0) return other(n); return ops[n & 1](n - 1, ops); }
void callback(void (*done)(int), int n) { if (n) done(n); else { other(n); done(0); } }
void early(void (*done)(int), int n) { if (n > 3) { done(n); return; } other(n); }
void not_tail(void (*done)(int), int n) { while (n) done(n--); }
int not_last(int (*f)(void)) { int x = f(); return x; }
