# 1 "left.c"
__attribute__((naked)) void naked_function(void) { __asm__("ret"); }
void asked(void) __attribute__((__no_instrument_function__));
void asked(void) { }
int target(int);
int must(int x) { __attribute__((musttail)) return target(x); }
int not_must(int musttail) { return (musttail); }
int words(struct naked *naked, int no_instrument_function) { return no_instrument_function && naked; }
void ifunc(const char *); void asks(void) { ifunc("words"); }
[[gnu::naked]] void bracketed(void) { __asm__("ret"); }
__attribute__((section("naked"), unused, naked)) void last_of_three(void) { __asm__("ret"); }
static int implementation(int x) { return x; }
static int (*resolver(void))(int) { return implementation; }
int resolved(int) __attribute__((ifunc("resolver")));
extern int real(const char *, ...);
extern __inline__ __attribute__((__gnu_inline__, __always_inline__)) int wrap(const char *f, ...)
{
    return real(f, __builtin_va_arg_pack());
}
void *apply(void) { return __builtin_apply((void (*)())target, __builtin_apply_args(), 64); }
