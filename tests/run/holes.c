/* holes.c BYTES - a heap that grows and shrinks ten times; what is allocated first when it is large stays. Where that lies behind all
 * else, the heap keeps its size; in a hole at its beginning it would not, and each round would take all its pages from the system anew.
 * Prints how often the heap changed its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 100, BLOCK = 32768 };

static void *kept;

static void look(unsigned *changes)
{
    static void *end;
    *changes += sbrk(0) != end;
    end = sbrk(0);
}

static void round_of(size_t size, unsigned *changes)
{
    void *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = memset(malloc(BLOCK), i, BLOCK);
        look(changes);
    }
    if (!kept)
        kept = malloc(size);
    for (int i = BLOCKS - 1; i >= 0; i--) {
        free(blocks[i]);
        look(changes);
    }
}

int main(int count, char **words)
{
    char line[32];
    unsigned changes = 0;
    for (int i = 0; i < 10; i++)
        round_of(count > 1 ? (size_t)atoi(words[1]) : 1000, &changes);
    int length = snprintf(line, sizeof line, "%u\n", changes);
    return write(1, line, (size_t)length) != length;
}
