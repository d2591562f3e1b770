/*
 * Calls into code that is not instrumented, each where it stands.
 *
 * flags: -DTIMER_LEVEL=4
 * calls: strlen 6
 * calls -O0: toupper 2
 * calls: qsort 1
 * calls: div 1
 * calls: malloc 1
 * calls: free 1
 * calls: vprintf 1
 * calls: puts 2
 * calls: longjmp 0
 * calls: assert 0
 * calls: exit 0
 * calls: ours_ 1
 */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf env;

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int ours_(int x)
{
    return x + 1;
}

static void pass(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void)
{
    static const char fixed[] = "fixed";
    char sized[sizeof(fixed) + 0 * sizeof(strlen("x"))];
    char *copy;
    int numbers[] = {3, 1, 2};
    div_t parts = div(7, 2);
    strcpy(sized, "hi");
    printf("%d %s\n", ours_(3), sized);
    qsort(numbers, 3, sizeof *numbers, compare);
    for (size_t i = 0; i < strlen(sized); i++)
        putchar(toupper((unsigned char)sized[i]));
    if ((copy = malloc(10)) != NULL)
        free(copy);
    errno = 0;
    assert(strlen(sized) == 2);
    /* A member of a structure that is no object: left as it is. */
    printf("%d %d\n", numbers[0], div(9, 4).rem + parts.quot);
    int again = setjmp(env);
    if (!again)
        longjmp(env, 1);
    switch (numbers[1]) {
    case 2:
        puts("two");
        break;
    default:
        puts("other");
    }
    pass("%d %d\n", parts.quot, errno);
    __typeof__(strlen(sized)) length = strlen(sized);
    puts(({
        (void)memset(sized, 0, sizeof sized);
        length ? "some" : "none";
    }));
    if (strlen(fixed))
        exit(3);
    return 0;
}
