# 1 "enclosed.c"
/* Names in parentheses, as of functions that a macro of the same name stands in for. */
int (putc_like)(int character)
{
    return character;
}

static unsigned long (*(finder)(int which))(int)
{
    return 0;
}

__attribute__((__noinline__)) struct pair *
(next)(struct pair *pair)
{
    return pair;
}

int main(void)
{
    int (*pointer)(int) = (putc_like);
    if ((putc_like)(1)) {
        return (int)(pointer)(0);
    }
    return (putc_like)(2) + (finder)(1) != 0;
}
