/*
 * Calls that return twice: the tree is right again behind each.
 *
 * flags: -Wall -Wextra
 * calls: main 1
 * calls: deep 33
 * calls: after 6
 * calls: protect 3
 */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf here;
static sigjmp_buf there;
static volatile int turns;

static void deep(int n)
{
    if (n > 0)
        deep(n - 1);
    else if (turns % 2)
        longjmp(here, turns);
    else
        siglongjmp(there, turns);
    puts("never");
}

static void after(const char *where)
{
    printf("%s %d\n", where, turns);
}

static int protect(void)
{
    if (setjmp(here) == 0) {
        turns += 2;
        deep(9);
    }
    after("protect");
    return turns;
}

int main(void)
{
    turns = -1;
    while (protect() < 5)
        ;
    switch (sigsetjmp(there, 1)) {
    case 0:
        turns = 2;
        deep(1);
        break;
    case 2:
        after("case");
        break;
    }
    turns = 0;
    while (sigsetjmp(there, 0) < 4 && turns < 1)
        turns++;
    after("while");
    int result = _setjmp(here);
    if (result < 1) {
        turns = 1;
        deep(0);
    }
    after("assigned");
    return result;
}
