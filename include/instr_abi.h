/*
 * instr_abi.h - what an instrumented object and the runtime say to each other.
 *
 * instr-cc puts this text, without its comments, at the top of every unit it edits; the runtime
 * includes it. It is therefore spelled so that no user macro, no language standard from C89 on and no
 * warning option can break it: it includes only constants, every name begins with __instr_, every attribute
 * is written __so__.
 *
 * An instrumented object needs nothing at link time. It carries weak hidden copies of the functions
 * below; the first of them to run in a program or shared object finds the runtime - linked in, already
 * loaded, or by dlopen - and stores its entry points in __instr_link. Where there is no runtime the
 * probes do nothing: a program never fails to link or to start because of us. This is what lets a
 * plain `cc`, `g++` or `ld` link objects made by instr-cc.
 *
 * Change the layout of anything here and __INSTR_ABI changes with it, and with that the names of the
 * weak symbols, so that objects of two versions never share them. The name that the objects of the version before ask the
 * runtime for joins those in runtime/attach/entry.c: the runtime says that they are not measured.
 */
#ifndef INSTR_ABI_H
#define INSTR_ABI_H

#include "instr_kinds.h"

/* The first place to load the runtime from. instr-cc defines it as the path of the runtime it was installed with. */
#ifndef __INSTR_RUNTIME
#define __INSTR_RUNTIME "libinstr.so.1"
#endif

/*
 * The descriptor of one region, or the record of one function that is left alone (then __reason is
 * not null and no probe refers to it). Static data in the section `instr_regions`, aligned to 8 bytes;
 * the runtime steps through the section by __size and skips gaps by looking for __magic.
 * The last member belongs to the runtime.
 */
struct __instr_region {
    unsigned int __magic;  /* __INSTR_MAGIC */
    unsigned short __size; /* of this structure, in bytes */
    unsigned char __kind;  /* __INSTR_FUNCTION ... of instr_kinds.h */
    unsigned char __level; /* the level at which the region exists, 1 to 4 */
    unsigned int __line;   /* of its first line in __file, from 1 */
    unsigned int __flags;  /* __INSTR_STATIC ... of instr_kinds.h */
    const char *__name;    /* never null */
    const char *__file;   /* as the compiler's line markers spell it, behind "FOLDER//" (profile/files.h); never null */
    const char *__origin; /* null, or "MACRO file:line" for a function made by a macro */
    const char *__groups; /* null, or names separated by commas */
    const char *__reason; /* null, or why the function is left alone, one of a fixed set of words */
    /* Its own address until the runtime knows it; null: its probes do nothing; else the runtime's. */
    void *__state;
    struct __instr_counted *__calls; /* runtime: where the object counts its calls; null: nowhere */
};

/* A setting of the build for the runtime and for reports, in the same section. */
struct __instr_setting {
    unsigned int __magic;  /* __INSTR_SETTING */
    unsigned short __size; /* of this structure, in bytes */
    unsigned short __kind; /* __INSTR_SETTING_OUTPUT ... of instr_kinds.h */
    const char *__value;   /* never null */
};

struct __instr_frame; /* one open region on the thread's shadow stack */

/*
 * Where calls are counted. Each function with a probe by assembly has one in the section `instr_counts`. Each thread has a copy
 * of that section in the store (runtime/measure/store/counts.h), and its calls are added to the number there: so many bytes
 * ahead of the object's own. It keeps its descriptor in the object.
 */
struct __instr_counted {
    __extension__ unsigned long long __calls;
    struct __instr_region *__region;
};

/* A thread's table for libraries: for each object, the distance of the thread's copy. NULL: the thread has no copy, and takes the slow path. */
#define __INSTR_COUNTS 16
struct __instr_slot {
    char *__ahead;
};
struct __instr_thread {
    char __others[__INSTR_COUNTS];
    struct __instr_slot *__slots;
};

/* A program or shared object that counts. */
struct __instr_object {
    unsigned long __slot;  /* runtime: bytes to its slot from a thread's first; 0: where always null stands */
    unsigned int __number; /* runtime: from 1; 0: not known yet */
    unsigned int __unused;
    unsigned long __any; /* read by nobody */
};

struct __instr_turn {
    struct __instr_frame *__frame;
    unsigned long __number;
    void (*__exit)(struct __instr_frame *, unsigned long); /* what resolve("instr_leave_turn", 0) gave */
};

/*
 * An open parallel region of OpenMP, on the stack of the thread that came to it. Each thread of the team enters
 * it, and gets the frame that its part runs in; null for the thread that came, whose frames are open already.
 * Where there is nothing to measure __enter and __end are null.
 */
struct __instr_team {
    void *__owner, *__node; /* runtime */
    unsigned long __number; /* runtime */
    struct __instr_frame *(*__enter)(struct __instr_team *);
    void (*__end)(struct __instr_team *);
};

/*
 * The same for assembly on x86-64. They keep all registers but those named here and the flags. One exists in each program and
 * shared object that has units with such probes.
 *   enter    r11: a region; r10: the canonical frame address of the function that the probe is in.
 *   leave    the same: closes the newest call of the region that was entered there. There may be none. Both use r10 and r11.
 *   count    r11: a region whose call is to be counted, and the thread has nothing to count with. r10: __instr_object11. Uses rax,
 *            r10 and r11.
 */
struct __instr_stubs {
    void (*__enter)(void);
    void (*__exit)(void);
    void (*__count)(void);
};

/*
 * The runtime's entry points. One of these exists in each program and shared object.
 *   enter    opens a region; the result goes to leave. Null means: not timed, leave does nothing.
 *   leave    closes the frame, and any frame above it that a longjmp left open.
 *   begin    opens a region in a function with this canonical frame address (CFA); end closes the newest call of the region that was
 *            opened there, if there is one: what probes by assembly call, too.
 *   resync   after a setjmp-like call returned: closes the frames above `mine`.
 *   resolve  the function to call in place of `original`, by name ("pthread_create", "_exit", ...);
 *            `original` itself where the runtime has nothing to add.
 *   self     where the runtime says where it keeps each thread's state: see __instr_thread11.
 *   ahead    gives the offset from the thread pointer of the program's variable __instr_ahead11; null: no unit has it.
 *   counts   the section `instr_counts`, from its beginning to its end.
 */
struct __instr_link {
    struct __instr_frame *(*__enter)(struct __instr_region *);
    void (*__exit)(struct __instr_frame *);
    void (*__begin)(struct __instr_region *, void *__cfa);
    void (*__end)(struct __instr_region *, void *__cfa);
    void (*__resync)(struct __instr_frame *__mine);
    void (*(*__resolve)(const char *__name, void (*__original)(void)))(void);
    struct __instr_stubs *__stubs; /* null: no unit has any */
    long *__self;
    struct __instr_thread *__none; /* __instr_none11 */
    struct __instr_object *__object;
    long (*__ahead)(void);
    struct __instr_counted *__counts, *__counts_end;
};

/*
 * Called for each program and shared object, with its own table of regions, when it starts and when it
 * is unloaded. attach returns 1 on success; detach, found by resolve("__instr_detach", 0), may be called
 * more than once and must copy out what it still needs from the table.
 */
typedef int __instr_attach_fn(struct __instr_link *, struct __instr_region *__start, struct __instr_region *__stop);
typedef void __instr_detach_fn(struct __instr_region *__start, struct __instr_region *__stop);

/* The parts of instrumented objects. The runtime itself is compiled with __INSTR_NO_BOOT. */
#ifndef __INSTR_NO_BOOT

/* With --coverage only the user's lines count. Not otherwise: the profile that GCC's optimiser uses (-fprofile-use) fits
 * where probes were inlined as early when it was made. */
#ifdef __INSTR_COVERAGE
#define __INSTR_UNSEEN __no_instrument_function__, __no_profile_instrument_function__
#else
#define __INSTR_UNSEEN __no_instrument_function__
#endif
/* The address sanitizer calls an allocator of the program's own before it can check anything. */
#define __INSTR_SHARED __attribute__((__weak__, __visibility__("hidden"), __no_sanitize_address__, __INSTR_UNSEEN))
/* All in assembly. Compilers would put calls even there, as to count or to check. */
#define __INSTR_NAKED                                                                                                  \
    __attribute__((__naked__, __weak__, __visibility__("hidden"), __no_instrument_function__,                          \
                   __no_profile_instrument_function__, __no_sanitize_address__, __no_sanitize_thread__,                \
                   __no_sanitize_undefined__, __no_sanitize_coverage__, __no_stack_protector__,                        \
                   __no_speculative_load_hardening__, __optimize__("no-stack-protector")))
/* Marks code that runs once in a program. It is compiled without optimisation, because that halves the additional time of compiling a small
 * unit. */
#define __INSTR_SELDOM __INSTR_SHARED __attribute__((__optimize__("O0")))
#define __INSTR_WEAKREF(symbol) __attribute__((__weakref__(symbol), __unused__))

/* The table's ends, which the linker makes. They are declared as functions and called where nobody ever comes: otherwise GNU
 * ld lists them, hidden as they are, among the dynamic symbols of a library made of a single object, and tools that hold what
 * a library exports against a list find two names too many. */
extern void __start_instr_regions(void) __attribute__((__weak__, __visibility__("hidden")));
extern void __stop_instr_regions(void) __attribute__((__weak__, __visibility__("hidden")));
extern void __start_instr_counts(void) __attribute__((__weak__, __visibility__("hidden")));
extern void __stop_instr_counts(void) __attribute__((__weak__, __visibility__("hidden")));
#define __INSTR_FIRST ((struct __instr_region *)(void *)(unsigned long)&__start_instr_regions)
#define __INSTR_BEHIND ((struct __instr_region *)(void *)(unsigned long)&__stop_instr_regions)

/* weakref: does not turn the user's own strong reference to the same symbol into a weak one. */
static __instr_attach_fn __instr_ref_attach __INSTR_WEAKREF("__instr_attach11");
static void *__instr_ref_dlsym(void *, const char *) __INSTR_WEAKREF("dlsym");
/* Only glibc's static archive has this name: a static program can't load a runtime. dlopen itself is
 * looked up at run time, since a mere reference to it makes the static link print a warning. */
static void *__instr_ref_static(const char *, int) __INSTR_WEAKREF("__dlopen");
/* Set by the C library just before constructors run, and not before a process is relocated and has its environment. */
static char *__instr_ref_name __INSTR_WEAKREF("program_invocation_name");

__INSTR_SELDOM int __instr_has_more_rights11(void);
__INSTR_SELDOM void *__instr_load11(void);
/* GCC forgets a priority that a later declaration gives. */
__attribute__((__constructor__(101))) __INSTR_SELDOM void __instr_boot11(void);
__INSTR_SELDOM void __instr_end11(void);
__INSTR_SELDOM int __instr_try_boot11(void);
__INSTR_SELDOM int __instr_boot_for11(struct __instr_region *);
__INSTR_SELDOM struct __instr_frame *__instr_enter_first11(struct __instr_region *);
__INSTR_SHARED struct __instr_frame *__instr_enter_none11(struct __instr_region *);
__INSTR_SHARED void __instr_leave_none11(struct __instr_frame *);
__INSTR_SELDOM void __instr_begin_first11(struct __instr_region *, void *);
__INSTR_SHARED void __instr_end_none11(struct __instr_region *, void *);
__INSTR_SELDOM void (*__instr_resolve_first11(const char *, void (*)(void)))(void);
__INSTR_SHARED void (*__instr_resolve_none11(const char *, void (*)(void)))(void);

/* Of C++, where the object keeps the address of what reads the tables of its cleanups. Null where it has no such place. Not
 * hidden here, as it is where it is defined: gold gives a hidden symbol that nobody defines an address beside null. */
extern void (*__instr_personality)(void) __asm__("DW.ref.__gxx_personality_v0")
    __attribute__((__weak__, __visibility__("default")));

/* Null where no unit has them. */
extern struct __instr_stubs __instr_stubs11 __attribute__((__weak__, __visibility__("hidden")));

/* The offset from the thread pointer to the runtime's pointer to the thread's state; 0: unknown here. */
extern long __instr_thread11 __attribute__((__weak__, __visibility__("hidden")));
long __instr_thread11 = 0;

extern struct __instr_object __instr_object11 __attribute__((__weak__, __visibility__("hidden")));
struct __instr_object __instr_object11 = {0, 0, 0, 0};

extern long __instr_ahead_at11(void) __attribute__((__weak__, __visibility__("hidden")));

/* A thread that has nothing to count with. */
extern struct __instr_slot __instr_nothing11 __attribute__((__weak__, __visibility__("hidden")));
struct __instr_slot __instr_nothing11 = {0};
extern struct __instr_thread __instr_none11 __attribute__((__weak__, __visibility__("hidden")));
struct __instr_thread __instr_none11 = {{0}, &__instr_nothing11};

extern struct __instr_link __instr_link11 __attribute__((__weak__, __visibility__("hidden")));
struct __instr_link __instr_link11 = {__instr_enter_first11,
                                      __instr_leave_none11,
                                      __instr_begin_first11,
                                      __instr_end_none11,
                                      __instr_leave_none11,
                                      __instr_resolve_first11,
                                      &__instr_stubs11,
                                      &__instr_thread11,
                                      &__instr_none11,
                                      &__instr_object11,
                                      __instr_ahead_at11,
                                      0,
                                      0};

#ifdef __INSTR_STUBS
/* Written for one assembler's syntax, whichever the compiler is asked for. */
#define __INSTR_ATT "{|.att_syntax prefix}\n\t"
#define __INSTR_AS_BEFORE "\n\t{|.intel_syntax noprefix}\n\t"

/* Before the boot, which is tried; and then what stands there. All registers are kept: the processor is asked what there is, as
 * nobody else has done so yet. */
__INSTR_NAKED void __instr_stub_first11(void)
{
    __asm__ __volatile__(__INSTR_ATT "push %%rbp\n\t"
                                     "mov %%rsp, %%rbp\n\t"
                                     "push %%rax\n\t"
                                     "push %%rcx\n\t"
                                     "push %%rdx\n\t"
                                     "push %%rbx\n\t"
                                     "push %%rsi\n\t"
                                     "push %%rdi\n\t"
                                     "push %%r8\n\t"
                                     "push %%r9\n\t"
                                     "push %%r10\n\t"
                                     "push %%r11\n\t"
                                     "sub $4096, %%rsp\n\t"
                                     "and $-64, %%rsp\n\t"
                                     "mov $1, %%eax\n\t"
                                     "cpuid\n\t"
                                     "mov %%ecx, %%ebx\n\t"
                                     "bt $27, %%ebx\n\t" /* it has XSAVE, and the system uses it */
                                     "jnc 1f\n\t"
                                     "xor %%eax, %%eax\n\t"
                                     "lea 512(%%rsp), %%rdi\n\t"
                                     "mov $8, %%ecx\n\t"
                                     "rep stosq\n\t"
                                     "mov $0xe7, %%eax\n\t"
                                     "xor %%edx, %%edx\n\t"
                                     "xsave64 (%%rsp)\n\t"
                                     "jmp 2f\n"
                                     "1:\tfxsave64 (%%rsp)\n"
                                     "2:\tcall %P[boot]\n\t"
                                     "mov %%eax, %%ecx\n\t"
                                     "bt $27, %%ebx\n\t"
                                     "jnc 3f\n\t"
                                     "mov $0xe7, %%eax\n\t"
                                     "xor %%edx, %%edx\n\t"
                                     "xrstor64 (%%rsp)\n\t"
                                     "jmp 4f\n"
                                     "3:\tfxrstor64 (%%rsp)\n"
                                     "4:\ttest %%ecx, %%ecx\n\t"
                                     "lea -80(%%rbp), %%rsp\n\t"
                                     "pop %%r11\n\t"
                                     "pop %%r10\n\t"
                                     "pop %%r9\n\t"
                                     "pop %%r8\n\t"
                                     "pop %%rdi\n\t"
                                     "pop %%rsi\n\t"
                                     "pop %%rbx\n\t"
                                     "pop %%rdx\n\t"
                                     "pop %%rcx\n\t"
                                     "pop %%rax\n\t"
                                     "pop %%rbp\n\t"
                                     "je 5f" __INSTR_AS_BEFORE "jmp {*}%[enter]\n"
                                     "5:\tret"
                         :
                         : [boot] "X"(__instr_try_boot11), [enter] "m"(__instr_stubs11.__enter));
}

__INSTR_NAKED void __instr_stub_none11(void)
{
    __asm__ __volatile__("ret" :);
}

/* Before the boot: r11 is the region. */
__INSTR_NAKED void __instr_stub_early11(void)
{
    __asm__ __volatile__(__INSTR_ATT "orl $%c0, %c1(%%r11)\n\t"
                                     "ret" __INSTR_AS_BEFORE
                         :
                         : "i"(__INSTR_EARLY), "i"(__builtin_offsetof(struct __instr_region, __flags)));
}

struct __instr_stubs __instr_stubs11 = {__instr_stub_first11, __instr_stub_none11, __instr_stub_early11};

/* What probes call, directly: one byte of such a call is changed where it is to do nothing (runtime/measure/store/sites.h). */
__INSTR_NAKED void __instr_stub_enter11(void)
{
    __asm__ __volatile__("jmp {*}%0" : : "m"(__instr_stubs11.__enter));
}

__INSTR_NAKED void __instr_stub_leave11(void)
{
    __asm__ __volatile__("jmp {*}%0" : : "m"(__instr_stubs11.__exit));
}

__INSTR_NAKED void __instr_stub_count11(void)
{
    __asm__ __volatile__("lea {%1, %%r10|r10, %1}\n\tjmp {*}%0"
                         :
                         : "m"(__instr_stubs11.__count), "m"(__instr_object11));
}

#ifndef __INSTR_LIBRARY
/* How far ahead of the program's section `instr_counts` the thread's copy is; 0: what it calls is counted in the section itself,
 * as the thread is not known yet. Named by assembly: an optimiser of whole programs is not to name it otherwise. */
__extension__ extern __thread char *__instr_ahead11 __attribute__((
    __weak__, __visibility__("hidden"), __tls_model__("initial-exec"), __used__, __externally_visible__));
__extension__ __thread char *__instr_ahead11 __attribute__((__tls_model__("initial-exec"))) = 0;

__INSTR_NAKED long __instr_ahead_at11(void)
{
    __asm__ __volatile__(__INSTR_ATT "mov __instr_ahead11@gottpoff(%%rip), %%rax\n\t"
                                     "ret" __INSTR_AS_BEFORE:);
}
#endif
#endif

__INSTR_SHARED struct __instr_frame *__instr_enter_none11(struct __instr_region *__region)
{
    (void)__region;
    return (struct __instr_frame *)0;
}

__INSTR_SHARED void __instr_leave_none11(struct __instr_frame *__frame)
{
    (void)__frame;
}

__INSTR_SHARED void __instr_end_none11(struct __instr_region *__region, void *__cfa)
{
    (void)__region;
    (void)__cfa;
}

__INSTR_SHARED void (*__instr_resolve_none11(const char *__name, void (*__original)(void)))(void)
{
    (void)__name;
    return __original;
}

/* A constructor of a higher priority than ours runs before the boot: boot on its first call. What an ifunc resolver calls,
 * or .preinit_array, runs too early for that. */
__INSTR_SELDOM int __instr_try_boot11(void)
{
    if (!&__instr_ref_name || !__instr_ref_name || !*__instr_ref_name)
        return 0;
    __instr_boot11();
    return 1;
}

/* Starts the runtime for a region whose calls can't be counted without it. */
__INSTR_SELDOM int __instr_boot_for11(struct __instr_region *__region)
{
    if (__instr_try_boot11())
        return 1;
    __region->__flags |= __INSTR_EARLY;
    return 0;
}

__INSTR_SELDOM struct __instr_frame *__instr_enter_first11(struct __instr_region *__region)
{
    return __instr_boot_for11(__region) ? __instr_link11.__enter(__region) : (struct __instr_frame *)0;
}

__INSTR_SELDOM void __instr_begin_first11(struct __instr_region *__region, void *__cfa)
{
    if (__instr_boot_for11(__region))
        __instr_link11.__begin(__region, __cfa);
}

__INSTR_SELDOM void (*__instr_resolve_first11(const char *__name, void (*__original)(void)))(void)
{
    return __instr_try_boot11() ? __instr_link11.__resolve(__name, __original) : __original;
}

/* A program that runs with more rights than its caller, as by setuid (AT_SECURE), loads nothing of ours: who can make a
 * folder of that name would get these rights. */
__INSTR_SELDOM int __instr_has_more_rights11(void)
{
    unsigned long (*__value)(unsigned long) =
        (unsigned long (*)(unsigned long))(unsigned long)__instr_ref_dlsym((void *)-1L, "getauxval");
    return __value && __value(23);
}

/* The runtime from where it was when the unit was made; where that was moved from there, from the folder INSTR_LIBDIR, or from
 * where the loader looks. The C library puts the path together: an array here would want a stack protector of the link. */
__INSTR_SELDOM void *__instr_load11(void)
{
    void *(*__open)(const char *, int) =
        (void *(*)(const char *, int))(unsigned long)__instr_ref_dlsym((void *)0, "dlopen");
    char *(*__get)(const char *) = (char *(*)(const char *))(unsigned long)__instr_ref_dlsym((void *)-1L, "getenv");
    int (*__print)(char **, const char *, ...) =
        (int (*)(char **, const char *, ...))(unsigned long)__instr_ref_dlsym((void *)-1L, "asprintf");
    void (*__free)(void *) = (void (*)(void *))(unsigned long)__instr_ref_dlsym((void *)-1L, "free");
    char *__folder = (char *)0, *__path = (char *)0;
    void *__runtime = __open ? __open(__INSTR_RUNTIME, 2) : (void *)0;
    if (__runtime || !__open)
        return __runtime;
    if (__get && __print && __free)
        __folder = __get("INSTR_LIBDIR");
    if (__folder && __print(&__path, "%s/libinstr.so.1", __folder) > 0) {
        __runtime = __open(__path, 2);
        __free(__path);
    }
    return __runtime ? __runtime : __open("libinstr.so.1", 2);
}

/* Every unit lists this one function among its constructors, so it runs once a unit; the first call does the work. */
__INSTR_SELDOM void __instr_boot11(void)
{
    __instr_attach_fn *__attach = __instr_ref_attach;
    struct __instr_region *__at;
    void *__runtime = (void *)0;
    int (*__close)(void *);
    if (__instr_link11.__enter != __instr_enter_first11)
        return;
    __instr_link11.__enter = __instr_enter_none11;
    __instr_link11.__begin = __instr_end_none11;
    if (__instr_link11.__stubs)
        __instr_link11.__stubs->__enter = __instr_link11.__stubs->__count = __instr_link11.__stubs->__exit;
    __instr_link11.__resolve = __instr_resolve_none11;
    if (!__attach && __instr_ref_dlsym && !__instr_ref_static && !__instr_has_more_rights11()) {
        __runtime = __instr_load11();
        if (__runtime)
            __attach = (__instr_attach_fn *)(unsigned long)__instr_ref_dlsym(__runtime, "__instr_attach11");
    }
    if (!__instr_link11.__enter) { /* never */
        __start_instr_regions();
        __stop_instr_regions();
        __start_instr_counts();
        __stop_instr_counts();
    }
    __instr_link11.__counts = (struct __instr_counted *)(void *)(unsigned long)&__start_instr_counts;
    __instr_link11.__counts_end = (struct __instr_counted *)(void *)(unsigned long)&__stop_instr_counts;
    if (__attach && &__start_instr_regions && __attach(&__instr_link11, __INSTR_FIRST, __INSTR_BEHIND)) {
        if (&__instr_personality)
            __instr_personality = __instr_link11.__resolve("__gxx_personality_v0", __instr_personality);
        return;
    }
    /* Nobody will measure: the probes see that without a call. Where the runtime does nothing at all, as in a namespace of its
     * own (dlmopen), it goes again; else it stays by itself. */
    __close = __runtime ? (int (*)(void *))(unsigned long)__instr_ref_dlsym((void *)0, "dlclose") : (int (*)(void *))0;
    if (__close)
        __close(__runtime);
    for (__at = __INSTR_FIRST; __at < __INSTR_BEHIND;) {
        int __known = __at->__magic == __INSTR_MAGIC;
        if (__known)
            *(void **)(void *)&__at->__state = (void *)0;
        __at = (struct __instr_region *)(void *)((char *)__at + (__known ? __at->__size : 8));
    }
}

/* Runs after the user's own destructors, and when dlclose unloads a shared object. */
__INSTR_SELDOM void __instr_end11(void)
{
    __instr_detach_fn *__detach;
    if (__instr_link11.__enter == __instr_enter_none11 || __instr_link11.__enter == __instr_enter_first11)
        return;
    __detach = (__instr_detach_fn *)__instr_link11.__resolve("__instr_detach", (void (*)(void))0);
    if (__detach)
        __detach(__INSTR_FIRST, __INSTR_BEHIND);
}

/* Behind those of each unit whatever their priority: the linker sorts by the number, and they run from the last to the first. As a
 * destructor of priority 101 it would come before the other units' of that one. */
static void (*__instr_at_end)(void) __attribute__((__section__(".fini_array.00000"), __used__)) = __instr_end11;

/*
 * What the probes name. Not static: a C99 external inline function may not refer to static ones.
 * GCC puts no inline function into one that it compiles for another machine, as by
 * __attribute__((target("arch=haswell"))): a unit that has such gets the same as functions that are called. Where it counts,
 * as with --coverage, it says nothing of it, and the program would lack a symbol: so what is not inlined is an error.
 */
#ifdef __INSTR_CALLED_PROBES
#define __INSTR_PROBE static __attribute__((__noinline__, __INSTR_UNSEEN, __unused__))
#else
#define __INSTR_PROBE                                                                                                  \
    extern __inline__                                                                                                  \
        __attribute__((__gnu_inline__, __always_inline__, __error__("not inlined"), __INSTR_UNSEEN, __unused__))
#endif

/*
 * GCC's messages about variables that have no value yet (-Wmaybe-uninitialized) end at whatever may write the variable: a call,
 * assembly that writes memory or a register by name, an addition by an address that was a number. So probes have none of these. Before
 * they are inlined, GCC takes the calls that have a result for such as write nothing. clang would leave them out.
 */
#ifdef __INSTR_CLANG
#define __INSTR_QUIET __INSTR_PROBE
#else
#define __INSTR_QUIET __INSTR_PROBE __attribute__((__const__))
#endif

/* A function, where the variable would be one that OpenMP's default(none) wants to be listed. */
__INSTR_PROBE void (*__instr_resolve(const char *__name, void (*__original)(void)))(void)
{
    return __instr_link11.__resolve(__name, __original);
}

__INSTR_PROBE struct __instr_frame *__instr_enter(struct __instr_region *__region)
{
    /* With -fpack-struct clang would call a library for the member, which is aligned all the same. */
    void *const *__at = (void *const *)(const void *)&__region->__state;
    return __atomic_load_n(__at, 0) ? __instr_link11.__enter(__region) : (struct __instr_frame *)0;
}

__INSTR_PROBE void __instr_close(struct __instr_frame *__frame)
{
    if (__frame)
        __instr_link11.__exit(__frame);
}

/* The cleanup of a frame: runs on every way out of its scope. */
__INSTR_PROBE void __instr_leave(struct __instr_frame **__frame)
{
    __instr_close(*__frame);
}

/* The tail form: __instr_tail leaves before a call in tail position, which so remains a jump; on the other ways out the cleanup
 * leaves. An optimiser sees that after __instr_tail nothing is left to do. */
__INSTR_PROBE void __instr_tail(struct __instr_frame **__frame)
{
    struct __instr_frame *__open = *__frame;
    *__frame = (struct __instr_frame *)0;
    __instr_close(__open);
}

#ifdef __INSTR_STUBS
#ifdef __INSTR_LIBRARY
#ifdef __INSTR_LOADS
/* As clang sees it best: nothing but loads, which it reads once for many calls. Before the runtime's offset is known, what it reads
 * at 0 is the thread pointer. */
__INSTR_PROBE struct __instr_thread *__instr_counting(void)
{
    long __at = __instr_thread11;
    struct __instr_thread *__here = *(struct __instr_thread *__attribute__((__address_space__(257))) *)__at; /* fs */
    return __at ? __here : &__instr_none11;
}
#else
/* What the runtime has. A variable of a thread in a library that is opened late would need room that the C library keeps for few. */
__INSTR_PROBE struct __instr_thread *__instr_counting(void)
{
    struct __instr_thread *__mine;
    __asm__("mov {%1, %0|%0, %1}\n\t"
            "test {%0, %0|%0, %0}\n\t"
            "je 1f\n\t"
            "mov {%%fs:(%0), %0|%0, QWORD PTR fs:[%0]}\n\t"
            "jmp 2f\n"
            "1:\tlea {%2, %0|%0, %2}\n"
            "2:"
            : "=&r"(__mine)
            : "m"(__instr_thread11), "m"(__instr_none11)
            : "cc");
    return __mine;
}
#endif

/* The thread that has nothing to count with comes the slow way, which counts this call. To clang, assembly that must stay where it is
 * writes all memory, and nothing is joined over it. So there it is kept for what it leaves in a register. */
__INSTR_PROBE char *__instr_ahead_of(struct __instr_region *__region)
{
    struct __instr_slot *__slots = __instr_counting()->__slots;
    char *__ahead = ((struct __instr_slot *)(void *)((char *)__slots + __instr_object11.__slot))->__ahead;
    if (__builtin_expect(!__ahead, 0)) {
#ifdef __INSTR_LOADS
        unsigned long __any;
        __asm__("lea {%[region], %%r11|r11, %[region]}\n\t"
                "call %P[slow]"
                : "=a"(__any)
                : [region] "m"(*__region), [slow] "X"(__instr_stub_count11)
                : "r10", "r11", "cc");
        __instr_object11.__any = __any;
#else
        __asm__ __volatile__ __inline__("lea {%[region], %%r11|r11, %[region]}\n\t"
                                        "call %P[slow]"
                                        :
                                        : [region] "m"(*__region), [slow] "X"(__instr_stub_count11)
                                        : "rax", "r10", "r11", "cc");
#endif
    }
    return __ahead;
}
#define __INSTR_ADD(calls, ahead, one)                                                                                 \
    do {                                                                                                               \
        char *__known = (ahead);                                                                                       \
        if (__known)                                                                                                   \
            __INSTR_ADD_AT(calls, __known, one);                                                                       \
    } while (0)
#define __INSTR_AHEAD(region) __instr_ahead_of(region)
#define __INSTR_AHEAD_NOW(region) __instr_ahead_of(region)
#else
#define __INSTR_ADD __INSTR_ADD_AT
#define __INSTR_AHEAD(region) ((void)(region), __instr_ahead11)
/* Behind a stub, which may be where the thread becomes known: not what was read before it, as in front of a loop. */
#define __INSTR_AHEAD_NOW(region) (*(char *volatile *)&__instr_ahead11)
#endif

/*
 * A call is counted by an addition that the compiler sees: it may move it, join it with others, and keep it in a register over a
 * loop. All that leads there is read from memory anew behind each call of something that the compiler does not see, so no call is
 * taken for one that goes on in the same thread or process. Without optimisation the addition is one instruction all the same, as a
 * handler may come in between. Where a sanitizer watches what the compiler sees (instr-cc says so before this text, by the constant
 * __instr_watched), it does not see this: an allocator of the program's own is called before anything can be checked.
 * It is no function of its own: debug information tells of each that is inlined, with its arguments.
 */
#define __INSTR_ADD_AT(calls, ahead, one)                                                                              \
    do {                                                                                                               \
        if (!__instr_watched && __builtin_constant_p(one))                                                             \
            ++__INSTR_MINE(calls, ahead)->__calls;                                                                     \
        else                                                                                                           \
            __asm__ __volatile__("inc{q %0| QWORD PTR %0}" : : "m"(__INSTR_MINE(calls, ahead)->__calls) : "cc");       \
    } while (0)
#define __INSTR_MINE(calls, ahead)                                                                                     \
    ((struct __instr_counted *)(void *)((char *)(calls) + (unsigned long)(void *)(ahead)))
#define __INSTR_ADDS __INSTR_QUIET __attribute__((__no_sanitize_undefined__))

__INSTR_ADDS int __instr_count(struct __instr_region *__region, struct __instr_counted *__calls, int __one)
{
    __INSTR_ADD(__calls, __INSTR_AHEAD(__region), __one);
    return 0;
}

/*
 * By assembly on x86-64, so that the compiler sees no call: it would save registers for it and inline less, whether the call is
 * made or not. No memory is changed that the program knows of: it is compiled with -mno-red-zone, and so has nothing below the
 * stack pointer. The word inline makes it count as one instruction. Both ends have the same form:
 *
 *     4c 8d 1d ....   lea region(%rip), %r11
 *     e8 ....         call a stub                while there are frames
 *     a9 ....         test $..., %eax            while calls are only counted
 *
 * Nothing is kept from the one end to the other. The call is told by its region and by the address of the frame (r10).
 *
 * Both ends have to be in one function. GCC's partial inlining takes the beginning of a function to its callers, if it may return at once,
 * and makes a function of the rest. It does not where the rest needs a value that the beginning found. The region is one, as 0 is added to
 * it in a form that is known to be 0 only when most optimisers are done.
 */
#ifdef __INSTR_CLANG
#define __INSTR_CALL_STUB(region, stub)                                                                                \
    do {                                                                                                               \
        register void *__frame __asm__("r10") = __builtin_dwarf_cfa();                                                 \
        __asm__ __volatile__ __inline__("lea {%[address], %%r11|r11, %[address]}\n\t"                                  \
                                        "call %P[called]"                                                              \
                                        : "+r"(__frame)                                                                \
                                        : [address] "m"(*(region)), [called] "X"(stub)                                 \
                                        : "r11", "cc");                                                                \
    } while (0)
#else
#define __INSTR_CALL_STUB(region, stub)                                                                                \
    __asm__ __volatile__ __inline__("lea {%a[frame], %%r10|r10, %a[frame]}\n\t"                                        \
                                    "lea {%[address], %%r11|r11, %[address]}\n\t"                                      \
                                    "call %P[called]"                                                                  \
                                    :                                                                                  \
                                    : [frame] "p"(__builtin_dwarf_cfa()), [address] "m"(*(region)), [called] "X"(stub) \
                                    : "r10", "r11", "cc")
#endif

__INSTR_ADDS struct __instr_region *__instr_begin(struct __instr_region *__region, struct __instr_counted *__calls,
                                                  int __one)
{
    unsigned long __frame = (unsigned long)__builtin_dwarf_cfa();
    __INSTR_CALL_STUB(__region, __instr_stub_enter11);
    __INSTR_ADD(__calls, __INSTR_AHEAD_NOW(__region), __one);
    return (struct __instr_region *)(void *)((char *)__region + __builtin_constant_p(__frame));
}

__INSTR_PROBE void __instr_finish(struct __instr_region *__region)
{
    __INSTR_CALL_STUB(__region, __instr_stub_leave11);
}

/* Tells who reads the code where a probe that keeps its frame begins and ends, as of a loop's turn. The ends are those of a call that is only
 * counted. */
#define __INSTR_MARK(region, stub)                                                                                     \
    __asm__ __volatile__ __inline__("lea {%[address], %%r11|r11, %[address]}\n\t"                                      \
                                    ".byte 0xa9\n\t"                                                                   \
                                    ".long %P[called] - . - 4"                                                         \
                                    :                                                                                  \
                                    : [address] "m"(*(region)), [called] "X"(stub)                                     \
                                    : "r11", "cc")

__INSTR_PROBE struct __instr_region *__instr_mark(struct __instr_region *__region)
{
    __INSTR_MARK(__region, __instr_stub_enter11);
    return __region;
}

__INSTR_PROBE void __instr_mark_end(struct __instr_region **__region)
{
    __INSTR_MARK(*__region, __instr_stub_leave11);
}

/* The cleanups: of a region that is open all the time; and of one that may be over, or not open yet. */
__INSTR_PROBE void __instr_end(struct __instr_region **__region)
{
    __instr_finish(*__region);
}

__INSTR_PROBE void __instr_end_open(struct __instr_region **__region)
{
    if (*__region)
        __instr_finish(*__region);
}

__INSTR_PROBE void __instr_end_tail(struct __instr_region **__region)
{
    struct __instr_region *__open = *__region;
    *__region = (struct __instr_region *)0;
    if (__open)
        __instr_finish(__open);
}
#endif

/* The cleanup of a loop's turn, which has a number from 0. __exit is null if the runtime has no use for that. */
__INSTR_PROBE void __instr_leave_turn(struct __instr_turn *__turn)
{
    if (__turn->__exit)
        __turn->__exit(__turn->__frame, __turn->__number);
    else
        __instr_link11.__exit(__turn->__frame);
}

/* Around a parallel region, and in each thread of its team; resolve("instr_team", 0) fills the structure. */
__INSTR_PROBE struct __instr_team __instr_team_begin(void)
{
    struct __instr_team __team = {0, 0, 0, 0, 0};
    void (*__begin)(struct __instr_team *) =
        (void (*)(struct __instr_team *))__instr_link11.__resolve("instr_team", (void (*)(void))0);
    if (__begin)
        __begin(&__team);
    return __team;
}

__INSTR_PROBE struct __instr_frame *__instr_team_enter(struct __instr_team *__team)
{
    return __team->__enter ? __team->__enter(__team) : (struct __instr_frame *)0;
}

__INSTR_PROBE void __instr_team_end(struct __instr_team *__team)
{
    if (__team->__end)
        __team->__end(__team);
}

/* Around a call that may return twice: __instr_back(setjmp(env), frame). */
__INSTR_PROBE int __instr_back(int __result, struct __instr_frame *__mine)
{
    __instr_link11.__resync(__mine);
    return __result;
}

#endif /* __INSTR_NO_BOOT */

#endif
