/*
 * floats.h - protects the program's floating-point environment.
 *
 * The program may want a signal at a division by zero, round another way, or look at the flags. Where the runtime computes
 * with fractions on one of its threads it does so in an environment of its own, and nothing of that is seen afterwards:
 *
 *     FLOATS_OF_OUR_OWN;
 *
 * first in a function, until its end. Only the floating-point unit that our code is compiled for is protected, on x86-64 also where a source is
 * compiled to use none.
 */
#ifndef INSTR_FLOATS_H
#define INSTR_FLOATS_H

#if defined(__x86_64__) || defined(__SSE2_MATH__)

struct floats {
    unsigned control;
};

static inline struct floats floats_begin(void)
{
    struct floats before;
    unsigned ours = 0x1f80; /* nothing raises a signal, to the nearest, no flags */
    __asm__ __volatile__("stmxcsr %0\n\tldmxcsr %1" : "=m"(before.control) : "m"(ours) : "memory");
    return before;
}

static inline void floats_end(const struct floats *before)
{
    __asm__ __volatile__("ldmxcsr %0" : : "m"(before->control) : "memory");
}

#elif defined(__i386__)

struct floats {
    unsigned words[7];
};

static inline struct floats floats_begin(void)
{
    struct floats before;
    __asm__ __volatile__("fnstenv %0\n\tfninit" : "=m"(before) : : "memory");
    return before;
}

static inline void floats_end(const struct floats *before)
{
    __asm__ __volatile__("fldenv %0" : : "m"(*before) : "memory");
}

#elif defined(__aarch64__)

struct floats {
    unsigned long control, status;
};

static inline struct floats floats_begin(void)
{
    struct floats before;
    __asm__ __volatile__("mrs %0, fpcr\n\tmrs %1, fpsr\n\tmsr fpcr, xzr"
                         : "=r"(before.control), "=r"(before.status)
                         :
                         : "memory");
    return before;
}

static inline void floats_end(const struct floats *before)
{
    __asm__ __volatile__("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(before->control), "r"(before->status) : "memory");
}

#else

struct floats {
    int none;
};

static inline struct floats floats_begin(void)
{
    return (struct floats){0};
}

static inline void floats_end(const struct floats *before)
{
    (void)before;
}

#endif

#define FLOATS_OF_OUR_OWN                                                                                              \
    const struct floats floats_before __attribute__((cleanup(floats_end), unused)) = floats_begin()

#endif
