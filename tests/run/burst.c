/* burst.c - a trivial function that takes no time of its own, called by turns and in a stretch of the program; see burst.sh. */
static volatile unsigned long sink;

static inline unsigned long half(unsigned long x)
{
    return x >> 1;
}

__attribute__((noinline)) static void often(unsigned long x)
{
    for (unsigned long i = 0; i < 10; i++)
        x += half(x ^ i);
    sink = x;
}

__attribute__((noinline)) static void once(unsigned long x)
{
    x += half(x);
    for (unsigned long i = 0; i < 40; i++)
        x = x * 31 + i;
    sink = x;
}

__attribute__((noinline)) static void later(unsigned long times)
{
    unsigned long sum = 0;
    for (unsigned long i = 0; i < times; i++) {
        sum += half(i);
        for (unsigned long k = 0; k < 8; k++)
            sum = sum * 31 + k;
    }
    sink = sum;
}

int main(void)
{
    for (unsigned long i = 0; i < 6000000; i++) {
        often(i);
        once(i);
    }
    later(40000000);
    return 0;
}
