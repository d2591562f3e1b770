/* test_source.c - the compiler's line table says which of this file's functions code was made from; and one that is damaged is read within its
 * bounds. */
#include "runtime/observe/source_map.h"

#include "tests/common/unit.h"

#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

enum { ALWAYS = 1 << 30, MOST = 1 << 26, FIRST = 11, SECOND = 22 };

enum { FIRST_LINE = __LINE__ + 1 };
static __attribute__((noinline)) int first(int x)
{
    return x * x + 3;
}

enum { SECOND_LINE = __LINE__ + 1 };
static __attribute__((noinline)) int second(int x)
{
    for (int i = 0; i < 3; i++)
        x = x * x - i;
    return x;
}

static int note_shift(struct dl_phdr_info *info, size_t size, void *shift)
{
    (void)size;
    *(uint64_t *)shift = info->dlpi_addr;
    return 1; /* the program comes first */
}

/* This program's table, as it is in its file. */
static void copy(struct source_map *map)
{
    uint64_t shift = 0;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0);
    dl_iterate_phdr(note_shift, &shift);
    *map = (struct source_map){0};
    source_map_copy(map, file, shift, MOST);
    close(file);
    assert_non_null(map->table.programs);
}

static void tell(struct source_map *map)
{
    assert_true(source_map_expect(map, 2));
    source_map_tell(map, __FILE__, SECOND_LINE, SECOND);
    source_map_tell(map, __FILE__, FIRST_LINE, FIRST);
}

TEST(test_lines_tell_functions)
{
    struct source_map map;
    uint32_t count;
    copy(&map);
    assert_false(source_map_is_due(&map, 0));
    assert_true(source_map_is_due(&map, (uint64_t)ALWAYS * ALWAYS));
    tell(&map);
    source_map_read(&map);
    assert_false(source_map_is_due(&map, (uint64_t)ALWAYS * ALWAYS));
    const struct source_entry *found = source_map_at(&map, (uintptr_t)first + 1, &count);
    assert_int_equal(count, 1);
    assert_int_equal(found->is, FIRST);
    assert_int_equal(source_map_at(&map, (uintptr_t)second + 1, &count)->is, SECOND);
    assert_null(source_map_at(&map, (uintptr_t)abs, &count)); /* of another file */
    assert_int_equal(count, 0);
    source_map_drop(&map);
    assert_int_not_equal(first(2), second(2));
}

/* Bytes of heads and of programs, and where the table ends. */
static void damage(struct source_map *map)
{
    uint8_t *bytes = (uint8_t *)(uintptr_t)map->table.programs;
    uint32_t size = map->table.program_size;
    for (int i = rand() % 40; i >= 0; i--)
        bytes[rand() % 3 ? (uint32_t)rand() % size : (uint32_t)rand() % 400 % size] =
            (uint8_t)(rand() % 4 ? rand() : 255);
}

TEST(test_damaged_tables)
{
    srand(1);
    for (int i = 0; i < 300; i++) {
        struct source_map map;
        copy(&map);
        damage(&map);
        tell(&map);
        source_map_read(&map);
        for (int k = 0; k < 20; k++) {
            uint32_t count;
            uint64_t address = (uintptr_t)first + (uint64_t)rand() % 8192 - 4096;
            const struct source_entry *found = source_map_at(&map, address, &count);
            for (uint32_t n = 0; n < count; n++)
                assert_true(found[n].is == FIRST || found[n].is == SECOND);
        }
        source_map_drop(&map);
    }
}
