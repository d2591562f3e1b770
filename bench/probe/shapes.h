/*
 * shapes.h - the call shapes of bench/probe, once for each kind of probe.
 *
 * The including file defines SHAPE(name), which gives each function a name of its own, and
 * PROBE(region), the first declaration of a function's body. No include guard: it is meant to be read
 * several times.
 */

/* Keeps the compiler from inlining, cloning or merging what is measured. */
#define ALONE __attribute__((__noipa__, __noinline__)) static

ALONE unsigned SHAPE(leaf)(unsigned x)
{
    PROBE(leaf);
    return x + 1;
}

ALONE unsigned SHAPE(other_leaf)(unsigned x)
{
    PROBE(other_leaf);
    return x + 2;
}

ALONE unsigned SHAPE(fib)(unsigned n)
{
    PROBE(fib);
    return n < 2 ? n : SHAPE(fib)(n - 1) + SHAPE(fib)(n - 2);
}

#define REPEAT_8(f, a) f(a##0) f(a##1) f(a##2) f(a##3) f(a##4) f(a##5) f(a##6) f(a##7)
#define REPEAT_64(f)                                                                                                   \
    REPEAT_8(f, 0)                                                                                                     \
    REPEAT_8(f, 1) REPEAT_8(f, 2) REPEAT_8(f, 3) REPEAT_8(f, 4) REPEAT_8(f, 5) REPEAT_8(f, 6) REPEAT_8(f, 7)

#define ONE_OF_MANY(n)                                                                                                 \
    ALONE unsigned SHAPE(many##n)(unsigned x)                                                                          \
    {                                                                                                                  \
        PROBE(many##n);                                                                                                \
        return x + 0x##n;                                                                                              \
    }
REPEAT_64(ONE_OF_MANY)
#undef ONE_OF_MANY

/* Parents of one shared leaf; half of the calls are theirs. */
#define ONE_PARENT(n)                                                                                                  \
    ALONE unsigned SHAPE(parent##n)(unsigned x)                                                                        \
    {                                                                                                                  \
        PROBE(parent##n);                                                                                              \
        return SHAPE(leaf)(x) + 0x##n;                                                                                 \
    }
REPEAT_64(ONE_PARENT)
#undef ONE_PARENT

ALONE unsigned SHAPE(run_leaf)(unsigned calls)
{
    unsigned x = 0;
    for (; calls; calls--)
        x = SHAPE(leaf)(x);
    return x;
}

ALONE unsigned SHAPE(run_two)(unsigned calls)
{
    unsigned x = 0;
    for (; calls; calls -= 2)
        x = SHAPE(other_leaf)(SHAPE(leaf)(x));
    return x;
}

ALONE unsigned SHAPE(run_many)(unsigned calls)
{
    unsigned x = 0;
    for (; calls; calls -= 64) {
#define CALL(n) x = SHAPE(many##n)(x);
        REPEAT_64(CALL)
#undef CALL
    }
    return x;
}

ALONE unsigned SHAPE(run_shared)(unsigned calls)
{
    unsigned x = 0;
    for (; calls; calls -= 128) {
#define CALL(n) x = SHAPE(parent##n)(x);
        REPEAT_64(CALL)
#undef CALL
    }
    return x;
}

/* fib(30) makes 2,692,537 calls. */
ALONE unsigned SHAPE(run_fib)(unsigned calls)
{
    (void)calls;
    return SHAPE(fib)(30);
}

static unsigned (*const SHAPE(shapes)[])(unsigned) = {SHAPE(run_leaf), SHAPE(run_two), SHAPE(run_many),
                                                      SHAPE(run_shared), SHAPE(run_fib)};

#undef ALONE
#undef REPEAT_8
#undef REPEAT_64
