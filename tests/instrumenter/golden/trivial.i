# 1 "trivial.c"
/* Counted by function are those with 32 in their flags, at depth (flags / 64) % 4. */
struct list {
    int count;
    struct list *next;
    int (*call)(int);
};
extern void free_all(struct list *list);
extern int slow(int x);
extern int puts(const char *text);
extern void abort(void);
extern void exit(int status);
static int half(int x)
{
    return x / 2;
}
static int quarter(int x)
{
    return half(half(x));
}
static int eighth(int x)
{
    return half(quarter(x));
}
static int sixteenth(int x)
{
    return half(eighth(x));
}
static int too_deep(int x) /* always calls one of depth 3 */
{
    return half(sixteenth(x));
}
static void drop(struct list *list) /* depth 0, its call framed */
{
    if (--list->count == 0)
        free_all(list);
}
static int quick(int x) /* the same: it returns before the call */
{
    if (x > 0)
        return x;
    return slow(half(x));
}
static int chosen(int x) /* the same: the call is behind && */
{
    return x > 0 && slow(x);
}
static int cased(int x)
{
    switch (x) {
    case 0:
        return slow(x);
    case 1:
        return half(x);
    default:
        break;
    }
    return x;
}
static int always(int x) /* not counted: it can't do without a call */
{
    if (x)
        return slow(x);
    else
        return slow(-x);
}
static int wrapped(int x) /* not counted */
{
    return slow(x);
}
static int loops(int x) /* not counted: a loop */
{
    while (x > 1)
        x -= half(x);
    return x;
}
static int once(int x)
{
    do {
        x++;
    } while (0);
    return x;
}
static int fact(int x) /* not counted: it calls itself */
{
    return x < 2 ? 1 : x * fact(x - 1);
}
static int through(struct list *list) /* not counted: a call by a pointer */
{
    return list ? list->call(1) : 0;
}
static int passes(int (*half)(int)) /* not counted: this half is another one */
{
    return half(1);
}
static int members(struct list *list)
{
    return list->count + list->next->count;
}
static int twice(int x) /* one frame, for the call in the arguments, too */
{
    return x ? slow(1 + slow(x)) : 0;
}
static int checks(int x) /* what ends the program needs no frame */
{
    if (x < 0)
        abort();
    return x;
}
static int declares(int x) /* not counted: no call stands there */
{
    int slow(int);
    return x ? slow(x) : 0;
}
__attribute__((constructor)) static void early(void) /* not counted: it runs before anything is measured */
{
    once(1);
}
static int pragmas(int x) /* not counted: the pragma may be about the form of the call */
{
#pragma omp critical
    if (x)
        x = slow(x);
    return x;
}
static int turns(const int *from) /* counted: six turns in all, each a call that need not be made */
{
    int sum = 0;
    for (int i = 0; i < 2; i++)
        for (unsigned k = 8u; k >= 4; k -= 2) {
            if (from[i] < 0)
                continue;
            if (from[i] > 9)
                break;
            sum += half(from[i]);
        }
    return sum;
}
static int must(int x) /* not counted: its loop turns at least once */
{
    for (int i = 0; i < 2; ++i)
        x = slow(x);
    return x;
}
static int many(const int *from) /* not counted: 100 turns are many words */
{
    int sum = 0;
    for (int i = 0; i != 100; i++)
        sum += from[i] * 2;
    return sum;
}
static int until(const int *from, int last) /* not counted: nobody knows how often */
{
    int sum = 0;
    for (int i = 0; i < last; i++)
        sum += from[i];
    return sum;
}
static int stays(int x) /* not counted: it may never end */
{
    for (int i = 0; i < 3; i--)
        x++;
    for (;;)
        x++;
}
__attribute__((noinline)) static int apart(int x) /* not counted: nobody may inline it */
{
    return x + 1;
}
typedef float v4sf __attribute__((__vector_size__(16)));
static v4sf vectors(v4sf a, v4sf b)
{
    return __builtin_ia32_maxps(a, b) + __builtin_sqrtf(a[0]);
}
static inline int in_header(int x)
{
    return x + 1;
}
int main(void)
{
    return too_deep(1);
}
