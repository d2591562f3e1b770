/*
 * shapes.h - the call shapes of tests/bench/probe, once for each kind of probe.
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

/* Five functions that call each other: what recursion folds is not the function that runs. */
ALONE unsigned SHAPE(ring0)(unsigned n);
#define ONE_OF_RING(name, next)                                                                                        \
    ALONE unsigned SHAPE(name)(unsigned n)                                                                             \
    {                                                                                                                  \
        PROBE(name);                                                                                                   \
        return n < 2 ? n : SHAPE(next)(n - 1) + SHAPE(next)(n - 2);                                                    \
    }
ONE_OF_RING(ring4, ring0)
ONE_OF_RING(ring3, ring4)
ONE_OF_RING(ring2, ring3)
ONE_OF_RING(ring1, ring2)
ONE_OF_RING(ring0, ring1)
#undef ONE_OF_RING

/*
 * A parser by recursive descent: many small functions, each reached on many paths.
 *     list: addition {";" addition}    addition: product {"+" product}    product: unary {"*" unary}
 *     unary: ["-"] atom    atom: identifier | digits | "(" list ")"
 */
ALONE unsigned SHAPE(list)(const char **at);

ALONE char SHAPE(peek)(const char *at)
{
    PROBE(peek);
    return *at;
}

ALONE unsigned SHAPE(accept)(const char **at, char wanted)
{
    PROBE(accept);
    if (SHAPE(peek)(*at) != wanted)
        return 0;
    ++*at;
    return 1;
}

ALONE unsigned SHAPE(is_name)(char c)
{
    PROBE(is_name);
    return c >= 'a' && c <= 'z';
}

ALONE unsigned SHAPE(is_digit)(char c)
{
    PROBE(is_digit);
    return c >= '0' && c <= '9';
}

ALONE unsigned SHAPE(identifier)(const char **at)
{
    PROBE(identifier);
    unsigned hash = 0;
    for (; SHAPE(is_name)(SHAPE(peek)(*at)); ++*at)
        hash = hash * 31 + (unsigned char)**at;
    return hash;
}

ALONE unsigned SHAPE(digits)(const char **at)
{
    PROBE(digits);
    unsigned value = 0;
    for (; SHAPE(is_digit)(SHAPE(peek)(*at)); ++*at)
        value = value * 10 + (unsigned)(**at - '0');
    return value;
}

ALONE unsigned SHAPE(atom)(const char **at)
{
    PROBE(atom);
    if (SHAPE(is_digit)(SHAPE(peek)(*at)))
        return SHAPE(digits)(at);
    if (!SHAPE(accept)(at, '('))
        return SHAPE(identifier)(at);
    unsigned value = SHAPE(list)(at);
    SHAPE(accept)(at, ')');
    return value;
}

ALONE unsigned SHAPE(unary)(const char **at)
{
    PROBE(unary);
    return SHAPE(accept)(at, '-') ? 0u - SHAPE(atom)(at) : SHAPE(atom)(at);
}

ALONE unsigned SHAPE(product)(const char **at)
{
    PROBE(product);
    unsigned value = SHAPE(unary)(at);
    while (SHAPE(accept)(at, '*'))
        value *= SHAPE(unary)(at);
    return value;
}

ALONE unsigned SHAPE(addition)(const char **at)
{
    PROBE(addition);
    unsigned value = SHAPE(product)(at);
    while (SHAPE(accept)(at, '+'))
        value += SHAPE(product)(at);
    return value;
}

ALONE unsigned SHAPE(list)(const char **at)
{
    PROBE(list);
    unsigned value = SHAPE(addition)(at);
    while (SHAPE(accept)(at, ';'))
        value = SHAPE(addition)(at);
    return value;
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

/* More regions than any cache of them that one would think of: numbers 100 to 1099. */
#define REPEAT_10(f, a) f(a##0) f(a##1) f(a##2) f(a##3) f(a##4) f(a##5) f(a##6) f(a##7) f(a##8) f(a##9)
#define REPEAT_100(f, a)                                                                                               \
    REPEAT_10(f, a##0)                                                                                                 \
    REPEAT_10(f, a##1)                                                                                                 \
    REPEAT_10(f, a##2)                                                                                                 \
    REPEAT_10(f, a##3)                                                                                                 \
    REPEAT_10(f, a##4) REPEAT_10(f, a##5) REPEAT_10(f, a##6) REPEAT_10(f, a##7) REPEAT_10(f, a##8) REPEAT_10(f, a##9)
#define REPEAT_1000(f)                                                                                                 \
    REPEAT_100(f, 1)                                                                                                   \
    REPEAT_100(f, 2)                                                                                                   \
    REPEAT_100(f, 3)                                                                                                   \
    REPEAT_100(f, 4)                                                                                                   \
    REPEAT_100(f, 5) REPEAT_100(f, 6) REPEAT_100(f, 7) REPEAT_100(f, 8) REPEAT_100(f, 9) REPEAT_100(f, 10)

#define ONE_OF_THOUSAND(n)                                                                                             \
    ALONE unsigned SHAPE(region##n)(unsigned x)                                                                        \
    {                                                                                                                  \
        PROBE(region##n);                                                                                              \
        return x + n;                                                                                                  \
    }
REPEAT_1000(ONE_OF_THOUSAND)
#undef ONE_OF_THOUSAND

#define NAME_OF(n) SHAPE(region##n),
static unsigned (*const SHAPE(thousand)[])(unsigned) = {REPEAT_1000(NAME_OF)};
#undef NAME_OF

/* So many calls, by so many a turn. */
#define RUN(name, most, ...)                                                                                           \
    ALONE unsigned SHAPE(name)(unsigned calls)                                                                         \
    {                                                                                                                  \
        unsigned x = 0;                                                                                                \
        for (; calls >= (most); calls -= (most)) {                                                                     \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
        return x;                                                                                                      \
    }
#define CALL(n) x = SHAPE(many##n)(x);
#define CALL_PARENT(n) x = SHAPE(parent##n)(x);
RUN(run_leaf, 1, x = SHAPE(leaf)(x))
RUN(run_two, 2, x = SHAPE(other_leaf)(SHAPE(leaf)(x)))
RUN(run_six, 6, CALL(00) CALL(01) CALL(02) CALL(03) CALL(04) CALL(05))
RUN(run_many, 64, REPEAT_64(CALL))
RUN(run_shared, 128, REPEAT_64(CALL_PARENT))
RUN(run_thousand, 1000, for (unsigned i = 0; i < 1000; i++) x = SHAPE(thousand)[i](x))
RUN(run_parser, 400,
    const char *at = "a+b*(c+12);-(d*e+(f;g)*7);total*rate+(x*(y+(z*(31+w))));9*(8+-(7*(6+5*-(4+3))));sum+one*two";
    x += SHAPE(list)(&at))
#undef RUN
#undef CALL
#undef CALL_PARENT

ALONE unsigned SHAPE(run_fib)(unsigned calls)
{
    return SHAPE(fib)(calls ? 26 : 0);
}

ALONE unsigned SHAPE(run_ring)(unsigned calls)
{
    return SHAPE(ring0)(calls ? 26 : 0);
}

static unsigned (*const SHAPE(shapes)[])(unsigned) = {SHAPE(run_leaf), SHAPE(run_two),    SHAPE(run_six),
                                                      SHAPE(run_many), SHAPE(run_shared), SHAPE(run_thousand),
                                                      SHAPE(run_fib),  SHAPE(run_ring),   SHAPE(run_parser)};

#undef ALONE
#undef REPEAT_8
#undef REPEAT_64
#undef REPEAT_10
#undef REPEAT_100
#undef REPEAT_1000
