/* plugin.c - comes and goes; calls one function when it is called and one when it is unloaded. */
__attribute__((noinline)) static void work(void)
{
    __asm__ volatile("");
}

void plugged(void)
{
    work();
}

__attribute__((destructor)) static void gone(void)
{
    work();
}
