/*
 * standalone.c - drives a fuzz target without libFuzzer: the seeds, and a fixed number of pseudo-random changes to
 * them in turn, the same each time. Seeds are the files named on the command line, else the target's own.
 */
#include "fuzz.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FUZZ_ROUNDS
#define FUZZ_ROUNDS 200000u
#endif

enum { ROOM = 1 << 16 };

static unsigned long state = 1;

static size_t draw(size_t below)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (size_t)(state >> 33) % below;
}

/* One to eight changes: a byte set, a bit flipped, bytes removed, repeated or moved. */
static size_t mutate(unsigned char *bytes, size_t size)
{
    static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
    for (size_t changes = 1 + draw(8); changes && size > 1; changes--) {
        size_t at = draw(size), length = 1 + draw(size - at < 16 ? size - at : 16), from = draw(size - length + 1);
        switch (draw(6)) {
        case 0:
            bytes[at] = (unsigned char)draw(256);
            break;
        case 1:
            bytes[at] = values[draw(sizeof values)];
            break;
        case 2:
            bytes[at] ^= (unsigned char)(1u << draw(8));
            break;
        case 3:
            memmove(bytes + at, bytes + at + length, size - at - length);
            size -= length;
            break;
        case 4:
            if (size + length <= ROOM) {
                memmove(bytes + at + length, bytes + at, size - at);
                size += length;
            }
            break;
        default:
            memmove(bytes + at, bytes + from, length);
        }
    }
    return size;
}

struct seed {
    size_t size;
    unsigned char bytes[ROOM];
};

static bool read_seed(const char *path, struct seed *seed)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    seed->size = fread(seed->bytes, 1, sizeof seed->bytes, file);
    fclose(file);
    return true;
}

int main(int argc, char **argv)
{
    static unsigned char bytes[ROOM];
    size_t count = argc > 1 ? (size_t)argc - 1 : 1;
    struct seed *seeds = calloc(count, sizeof *seeds);
    if (!seeds || (argc < 2 && !fuzz_seed)) {
        fprintf(stderr, "usage: %s SEED...\n", argv[0]);
        return 2;
    }
    if (argc < 2)
        seeds->size = fuzz_seed(seeds->bytes, sizeof seeds->bytes);
    for (int i = 1; i < argc; i++)
        if (!read_seed(argv[i], &seeds[i - 1]))
            return 2;
    for (size_t round = 0; round < FUZZ_ROUNDS || round < count; round++) {
        const struct seed *seed = &seeds[round % count];
        memcpy(bytes, seed->bytes, seed->size);
        LLVMFuzzerTestOneInput(bytes, round < count ? seed->size : mutate(bytes, seed->size));
    }
    printf("%u inputs from %zu seeds\n", FUZZ_ROUNDS, count);
    free(seeds);
    return 0;
}
