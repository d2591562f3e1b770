# 1 "calls.c"
# 1 "/usr/include/all.h" 1 3
typedef int pid_t; typedef long jmp_buf[8]; typedef struct ucontext ucontext_t;
extern void abort(void) __attribute__((__noreturn__));
extern void _exit(int) __attribute__((__noreturn__));
extern pid_t makecontext(void); extern pid_t vfork(void);
extern int _setjmp(jmp_buf); extern int __sigsetjmp(jmp_buf, int); extern void longjmp(jmp_buf, int);
extern int swapcontext(ucontext_t *, const ucontext_t *);
extern int execl(const char *, const char *, ...);
# 2 "calls.c" 2
int execv(void *handle) { return !handle; }
jmp_buf env; int use(int);
int jumps(int x)
{
    if (_setjmp(env) == 0) x++;
    switch (__sigsetjmp (env, 1)) { case 0: break; default: return (vfork)() + __builtin_setjmp(0); }
    while (!_setjmp(env)) ;
    return swapcontext(0, 0);
}
struct ops { void (*abort)(void); int (*makecontext)(void); } ops;
int processes(void (*_exit)(int))
{
    ops.abort(); ops.makecontext();
    _exit(1);
    (abort)();
    execl("a", "b", makecontext() ? "c" : "d", (char *)0);
    execv(0); _Exit(3); _Exit(4);
    int (*g)(void) = makecontext;
    return makecontext() + g();
}
__attribute__((no_instrument_function)) int bare(void) { return makecontext() + _setjmp(env); }
int around(void)
{
    int nested(void) { if (_setjmp(env)) return makecontext(); return 1; }
    return nested();
}
int save(void *) __attribute__((__returns_twice__)); void *saved(void *) __attribute__((returns_twice));
__attribute__((returns_twice)) int save_here(void *to) { return use(to != 0); }
int again(void *to) { return save(to) ? 1 : saved(to) ? 2 : save_here(to); }
