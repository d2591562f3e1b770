/*
 * A compound literal lives as long as the block it stands in: no region may end that earlier.
 *
 * flags: -DTIMER_LEVEL=4
 * calls: strchr 0
 * calls: strcat 1
 * calls: kept 1
 */
#include <stdio.h>
#include <string.h>

struct list {
    int numbers[7];
};

/* Fills the stack where an object that has ended would have been. */
__attribute__((noinline)) static void smash(int n)
{
    volatile char big[256];
    for (unsigned i = 0; i < sizeof big; i++)
        big[i] = (char)n;
}

static void print(const struct list *list)
{
    for (int i = 0; i < 7; i++)
        printf("%d ", list->numbers[i]);
    puts("");
}

static int switched(int choice)
{
    struct list *list = NULL;
    switch (choice) {
    case 1:
        list = &(struct list){{1, 2, 3, choice, 5, 6, 7}};
        if (choice > 3)
            puts("never");
        smash(choice);
        /* fall through */
    default: {
        struct list other = {{8, 9, choice}};
        print(&other);
        print(list);
    }
    }
    return choice;
}

int main(int argc, char **argv)
{
    char *tail = strchr((char[]){'l', 'i', 't', 'e', 'r', 'a', 'l', 0}, 't');
    struct list *list, other = {{argc, 2, 3, 4, 5, 6, 7}};
    (void)argv;
    smash(argc);
    strchr((char[]){'s', 't', 'a', 't', 'e', 'm', 'e', 'n', 't', (char)argc, 0}, 'z');
    print(&other);
    puts(tail);
    switched(argc);
#pragma instr begin("kept")
    list = &(struct list){{argc, argc + 1, argc + 2, argc + 3, argc + 4, argc + 5, argc + 6}};
#pragma instr end("kept")
    smash(argc);
    print(list);
    /* What is inside a block of the argument's own ends there anyway. */
    puts(strcat(({
        static char text[16];
        char *part = (char[]){'a', 'r', 'g', 0};
        text[0] = part[0];
        text;
    }), "+"));
    return 0;
}
