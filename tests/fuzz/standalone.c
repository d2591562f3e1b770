/*
 * standalone.c - drives a fuzz target without libFuzzer: the seeds, and a fixed number of pseudo-random changes to
 * them in turn, the same each time. Seeds are the target's own and the files named on the command line, or in folders
 * named there. After --seed it writes the target's own to a file, for libFuzzer.
 */
#include "fuzz.h"

#include "common/arena.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FUZZ_ROUNDS
#define FUZZ_ROUNDS 200000u
#endif

enum { ROOM = 1 << 16 };

/* Arenas get the memory again that the input before has given back: to map it each time is most of what an input takes. */
enum { KEPT = 64 };
static struct arena_pages system_pages;
static struct {
    void *memory;
    size_t size;
} kept[KEPT];

static void *take_kept(size_t size)
{
    for (size_t i = 0; i < KEPT; i++)
        if (kept[i].memory && kept[i].size == size) {
            void *memory = memset(kept[i].memory, 0, size);
            kept[i].memory = NULL;
            return memory;
        }
    return system_pages.map(size);
}

static void keep(void *memory, size_t size, size_t used)
{
    for (size_t i = 0; i < KEPT; i++)
        if (!kept[i].memory) {
            kept[i].memory = memory;
            kept[i].size = size;
            return;
        }
    system_pages.unmap(memory, size, used);
}

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

static struct seed *seeds;
static size_t seed_count;

static struct seed *new_seed(void)
{
    seeds = realloc(seeds, (seed_count + 1) * sizeof *seeds);
    if (!seeds)
        abort();
    return &seeds[seed_count++];
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool read_seeds(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_visible, alphasort);
    bool good = true;
    for (int i = 0; i < count; i++) {
        char below[4096];
        snprintf(below, sizeof below, "%s/%s", path, entries[i]->d_name);
        good = read_seeds(below) && good;
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
        return good;
    }
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    struct seed *seed = new_seed();
    seed->size = fread(seed->bytes, 1, sizeof seed->bytes, file);
    fclose(file);
    return true;
}

static void make_seeds(void)
{
    do
        new_seed();
    while ((seeds[seed_count - 1].size = fuzz_seed((unsigned)seed_count - 1, seeds[seed_count - 1].bytes, ROOM)));
    seed_count--;
}

static bool write_seed(const struct seed *seed, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%td", name, seed - seeds);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(seed->bytes, 1, seed->size, file) == seed->size;
    return (!file || fclose(file) == 0) && written;
}

static bool write_seeds(const char *name)
{
    bool written = true;
    for (size_t i = 0; i < seed_count; i++)
        written = write_seed(&seeds[i], name) && written;
    return written;
}

int main(int argc, char **argv)
{
    static unsigned char bytes[ROOM];
    system_pages = arena_pages;
    arena_pages = (struct arena_pages){take_kept, keep};
    if (fuzz_seed)
        make_seeds();
    if (argc == 3 && strcmp(argv[1], "--seed") == 0)
        return write_seeds(argv[2]) ? 0 : 2;
    for (int i = 1; i < argc; i++)
        if (!read_seeds(argv[i]))
            return 2;
    if (!seed_count) {
        fprintf(stderr, "usage: %s SEED...\n", argv[0]);
        return 2;
    }
    for (size_t round = 0; round < FUZZ_ROUNDS || round < seed_count; round++) {
        const struct seed *seed = &seeds[round % seed_count];
        memcpy(bytes, seed->bytes, seed->size);
        LLVMFuzzerTestOneInput(bytes, round < seed_count ? seed->size : mutate(bytes, seed->size));
    }
    printf("%u inputs from %zu seeds\n", FUZZ_ROUNDS, seed_count);
    free(seeds);
    return 0;
}
