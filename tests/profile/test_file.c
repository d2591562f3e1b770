/*
 * test_file.c - what is packed comes back, bit by bit; whatever else is read gives an error or a
 * canonical profile. Run it under the sanitizers: that is where a bad access shows.
 */
#include "build.h"

#include "profile/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/common/unit.h"

/* A profile of two ranks in which every optional part of the format is used. */
static struct profile *sample(struct arena *arena, struct profile *out)
{
    static struct build rank[2];
    struct error error = {0};
    memset(rank, 0, sizeof rank);
    for (uint32_t i = 0; i < 2; i++) {
        struct build *build = &rank[i];
        build->rank = i;
        uint32_t root =
            build_node(build, PROFILE_NONE, build_region(build, REGION_ROOT, "(process)", "", 0, ""), 1, 900);
        uint32_t main_ = build_region(build, REGION_FUNCTION, "main", "main.c", 12, "");
        uint32_t work = build_region(build, REGION_FUNCTION, "work", "work.c", 300, "");
        build_region(build, REGION_FUNCTION, "left alone", "work.c", 7, "naked");
        build->profile.regions[work].origin = "MAKE work.h:3";
        build->profile.regions[work].groups = "a,b";
        uint32_t top = build_node(build, root, main_, 1, 890 + i);
        uint32_t node = build_node(build, top, work, 40, 7 + i);
        build->profile.nodes[node].flags = NODE_FOLDED;
        build->profile.nodes[node].calls.timed = 4;
        build->profile.nodes[node].calls.error2 = 2.25;
        build->profile.nodes[node].calls.min_iteration = 3;
        uint32_t deep = build_node(build, node, work, 3, 1000);
        build->profile.nodes[deep].calls.sum.high = 5;
        build_node(build, deep, main_, 0, 0);
        build_node(build, root, work, 1, 1 + i);
        build_row(build, top, build_location(build, 0, "node1"), 1, 890);
        uint32_t atm = build_communicator(build, "atm", "MPI_Comm_split main.c:7", "0-1", 2);
        uint32_t self = build_communicator(build, "MPI_COMM_SELF", "", i ? "1" : "0", 1);
        build_message(build, deep, PROFILE_NONE, 0);
        build_message(build, top, atm, 1000 + i);
        build_message(build, top, self, UINT64_MAX);
        build_meta(build, "program", "sample");
        build_tally(build, "dropped", 3);
        build_finish(build);
    }
    if (!profile_merge(&rank[0].profile, &rank[1].profile, out, arena, &error))
        fail_msg("%s", error.text);
    return out;
}

static void sample_free(struct arena *arena)
{
    arena_free(arena);
}

TEST(test_round_trip)
{
    struct arena arena = {0};
    struct profile profile, back;
    struct error error = {0};
    sample(&arena, &profile);
    for (int big = 0; big < 2; big++) {
        unsigned char *bytes;
        size_t size;
        assert_true(profile_pack_as(&profile, big, &arena, &bytes, &size, &error));
        if (!profile_unpack(bytes, size, "sample", &back, &arena, &error))
            fail_msg("%s", error.text);
        build_assert_equal(&profile, &back);
    }
    sample_free(&arena);
}

static bool refused(const unsigned char *bytes, size_t size, char *text)
{
    struct arena arena = {0};
    struct profile profile;
    struct error error = {0};
    bool ok = profile_unpack(bytes, size, "x.instr", &profile, &arena, &error);
    if (!ok) {
        assert_int_equal(error.code, ERROR_PROFILE);
        assert_memory_equal(error.text, "x.instr: ", 9);
    }
    if (text)
        strcpy(text, error.text);
    arena_free(&arena);
    return !ok;
}

TEST(test_damage)
{
    struct arena arena = {0};
    struct profile profile;
    struct error error = {0};
    unsigned char *bytes;
    size_t size;
    sample(&arena, &profile);
    assert_true(profile_pack(&profile, &arena, &bytes, &size, &error));
    /* Each length, in memory of exactly that length. */
    for (size_t length = 0; length < size; length++) {
        unsigned char *part = malloc(length + !length);
        memcpy(part, bytes, length);
        assert_true(refused(part, length, NULL));
        free(part);
    }
    /* Each bit: checksums cover every byte. */
    for (size_t i = 0; i < size; i++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (unsigned char)(1 << bit);
            assert_true(refused(bytes, size, NULL));
            bytes[i] ^= (unsigned char)(1 << bit);
        }
    assert_false(refused(bytes, size, NULL));
    sample_free(&arena);
}

/* Behind the checksums: any byte with any of a set of values; error or canonical profile. */
TEST(test_malice)
{
    static const unsigned char values[] = {0, 1, 2, 0x40, 0x7f, 0x80, 0xff};
    struct arena arena = {0};
    struct profile profile;
    struct error error = {0};
    unsigned char *bytes;
    size_t size, accepted = 0;
    sample(&arena, &profile);
    assert_true(profile_pack(&profile, &arena, &bytes, &size, &error));
    unsigned char *copy = malloc(size);
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < sizeof values; k++) {
            struct arena mine = {0};
            struct profile back, again;
            struct error none = {0};
            memcpy(copy, bytes, size);
            copy[i] = values[k];
            wire_repair(copy, size); /* as an attacker or a bad writer would */
            if (profile_unpack(copy, size, "x", &back, &mine, &none)) {
                accepted++;
                again = back;
                again.nodes = arena_array(&mine, back.node_count, sizeof *back.nodes);
                memcpy(again.nodes, back.nodes, back.node_count * sizeof *back.nodes);
                assert_true(profile_normalize(&again, &mine, &none));
                build_assert_equal(&again, &back); /* was canonical already */
            }
            arena_free(&mine);
        }
    assert_true(accepted > 0);
    free(copy);
    sample_free(&arena);
}

TEST(test_says_what_is_wrong)
{
    struct arena arena = {0};
    struct profile profile;
    struct error error = {0};
    unsigned char *bytes;
    size_t size;
    char text[sizeof error.text];
    sample(&arena, &profile);
    assert_true(profile_pack_as(&profile, false, &arena, &bytes, &size, &error));
    assert_true(refused((const unsigned char *)"", 0, text));
    assert_string_equal(text, "x.instr: not an instr profile");
    assert_true(refused((const unsigned char *)"\x7f"
                                               "ELF and so on",
                        15, text));
    assert_string_equal(text, "x.instr: not an instr profile");
    bytes[10] = 9; /* the version comes before any checksum */
    assert_true(refused(bytes, size, text));
    assert_non_null(strstr(text, "written by a newer instr, format version 9"));
    bytes[10] = WIRE_VERSION;
    unsigned char *tag = bytes + WIRE_HEADER_SIZE + 2 * WIRE_SECTION_SIZE;
    memcpy(tag, "meta", 4); /* unknown, may be skipped */
    wire_repair(bytes, size);
    assert_false(refused(bytes, size, text));
    memcpy(tag, "MORE", 4); /* unknown, may not */
    wire_repair(bytes, size);
    assert_true(refused(bytes, size, text));
    assert_non_null(strstr(text, "newer instr"));
    memcpy(tag, "META", 4);
    wire_repair(bytes, size);
    assert_false(refused(bytes, size, text));
    sample_free(&arena);
}

TEST(test_files)
{
    struct arena arena = {0};
    struct profile profile, back;
    struct error error = {0};
    char folder[] = "/tmp/instr-test-XXXXXX", path[64], other[64];
    sample(&arena, &profile);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/p.instr", folder);
    assert_true(profile_write(&profile, path, &error));
    assert_true(profile_write(&profile, path, &error)); /* replaces */
    assert_true(profile_read(path, &back, &arena, &error));
    build_assert_equal(&profile, &back);

    snprintf(other, sizeof other, "%s/none/p.instr", folder);
    assert_false(profile_write(&profile, other, &error));
    assert_int_equal(error.code, ERROR_INTERNAL);
    assert_non_null(strstr(error.text, other));
    memset(&error, 0, sizeof error);
    assert_false(profile_read(other, &back, &arena, &error));
    assert_int_equal(error.code, ERROR_PROFILE);

    memset(&error, 0, sizeof error);
    assert_false(profile_read(folder, &back, &arena, &error)); /* a directory */
    memset(&error, 0, sizeof error);
    assert_false(profile_write(&profile, "/dev/full", &error)); /* a full disk */
    assert_non_null(strstr(error.text, "No space left"));

    /* Beyond the file size limit: no signal, the old file is untouched, no temporary one stays. */
    struct rlimit old, tight;
    getrlimit(RLIMIT_FSIZE, &old);
    tight = old;
    tight.rlim_cur = 100;
    setrlimit(RLIMIT_FSIZE, &tight);
    memset(&error, 0, sizeof error);
    assert_false(profile_write(&profile, path, &error));
    setrlimit(RLIMIT_FSIZE, &old);
    assert_true(profile_read(path, &back, &arena, &error));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    sample_free(&arena);
}
