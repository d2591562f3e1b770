/* work.c - the C part of programs whose main is in another language. */
void work(void);

static volatile double sink;

static void inner(void)
{
    for (int i = 0; i < 1000; i++)
        sink += i;
}

void work(void)
{
    inner();
}
