/*
 * standalone.c - drives a fuzz target without libFuzzer: the files named on the command line, or, without
 * any, a fixed number of pseudo-random changes to the seed, the same each time.
 */
#include "fuzz.h"

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
        size_t at = draw(size), length = 1 + draw(size - at < 16 ? size - at : 16),
               from = draw(size - length + 1);
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

static int run_file(const char *path)
{
    static unsigned char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 1;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return LLVMFuzzerTestOneInput(bytes, size);
}

int main(int argc, char **argv)
{
    static unsigned char seed[ROOM], bytes[ROOM];
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= run_file(argv[i]);
    if (argc > 1)
        return failed;
    size_t seed_size = fuzz_seed(seed, sizeof seed);
    for (unsigned round = 0; round < FUZZ_ROUNDS; round++) {
        memcpy(bytes, seed, seed_size);
        LLVMFuzzerTestOneInput(bytes, round ? mutate(bytes, seed_size) : seed_size);
    }
    printf("%u inputs\n", FUZZ_ROUNDS);
    return 0;
}
