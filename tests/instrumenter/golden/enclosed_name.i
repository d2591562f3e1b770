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

typedef int four __attribute__((__vector_size__(16)));
typedef short eight __attribute__((__vector_size__(16)));

/* No functions, though they look like ones: compound literals in casts. */
four literals(int n, four *into)
{
    *into = (four)(eight){2};
    if (n)
        return (four)(eight){3};
    n += ((eight)(four){4, 5, 6, 7})[1] * ((eight)(four){n})[0];
    return *into * (four)(eight){9};
}

four after(four one)
{
    return one;
}
int alignof(int n) { return n; }
int static_assert(int n) { return n; }
typeof(int) of_type(int n) { return n; }
asm("nop");
