/* test_instructions.c - instructions of x86-64 are as long as a disassembler says, and lead where they do; nothing is read beyond the end. And the
 * calls that code is in are those on the ways to it. */
#include "runtime/observe/code_flow.h"
#include "runtime/observe/instruction.h"

#include "common/machine.h"
#include "tests/common/unit.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 15 };

struct known {
    const char *name;
    uint8_t bytes[LONGEST];
    uint32_t size;
    enum instruction_flow flow;
    int distance; /* of the target from what comes behind */
};

static const struct known all[] = {
    {"ret", {0xc3}, 1, INSTRUCTION_ENDS, 0},
    {"repz ret", {0xf3, 0xc3}, 2, INSTRUCTION_ENDS, 0},
    {"ud2", {0x0f, 0x0b}, 2, INSTRUCTION_ENDS, 0},
    {"hlt", {0xf4}, 1, INSTRUCTION_ENDS, 0},
    {"jne -2", {0x75, 0xfe}, 2, INSTRUCTION_BRANCHES, -2},
    {"jne 256", {0x0f, 0x85, 0, 1, 0, 0}, 6, INSTRUCTION_BRANCHES, 256},
    {"jrcxz 4", {0xe3, 4}, 2, INSTRUCTION_BRANCHES, 4},
    {"jmp 5", {0xeb, 5}, 2, INSTRUCTION_JUMPS, 5},
    {"jmp -6", {0xe9, 0xfa, 0xff, 0xff, 0xff}, 5, INSTRUCTION_JUMPS, -6},
    {"jmp *%rax", {0xff, 0xe0}, 2, INSTRUCTION_CHOOSES, 0},
    {"notrack jmp *8(%rax,%rdx)", {0x3e, 0xff, 0x64, 0x10, 8}, 5, INSTRUCTION_CHOOSES, 0},
    {"call", {0xe8, 0, 0, 0, 0}, 5, INSTRUCTION_CALLS, 0},
    {"call *8(%rip)", {0xff, 0x15, 8, 0, 0, 0}, 6, INSTRUCTION_CALLS, 0},
    {"inc", {0x48, 0xff, 0x00}, 3, INSTRUCTION_GOES_ON, 0},
    {"movabs", {0x49, 0xbe, 1, 2, 3, 4, 5, 6, 7, 8}, 10, INSTRUCTION_GOES_ON, 0},
    {"mov $1, %ax", {0x66, 0xb8, 1, 0}, 4, INSTRUCTION_GOES_ON, 0},
    {"testq $1, (%rax)", {0x48, 0xf7, 0x00, 1, 0, 0, 0}, 7, INSTRUCTION_GOES_ON, 0},
    {"not (%rax)", {0x48, 0xf7, 0x10}, 3, INSTRUCTION_GOES_ON, 0},
    {"lea table(,%rax,8)", {0x48, 0x8d, 0x04, 0xc5, 1, 2, 3, 4}, 8, INSTRUCTION_GOES_ON, 0},
    {"endbr64", {0xf3, 0x0f, 0x1e, 0xfa}, 4, INSTRUCTION_GOES_ON, 0},
    {"pclmulqdq", {0x66, 0x0f, 0x3a, 0x44, 0xc1, 0x11}, 6, INSTRUCTION_GOES_ON, 0},
    {"vaddps", {0xc5, 0xf4, 0x58, 0xc2}, 4, INSTRUCTION_GOES_ON, 0},
    {"vpermq", {0xc4, 0xe3, 0xfd, 0x00, 0xc1, 0xd8}, 6, INSTRUCTION_GOES_ON, 0},
    {"vaddps, 512", {0x62, 0xf1, 0x74, 0x48, 0x58, 0x42, 1}, 7, INSTRUCTION_GOES_ON, 0},
    {"push %es, which is none", {0x06}, 0, INSTRUCTION_ENDS, 0},
    {"vpperm of AMD's XOP", {0x8f, 0xe8, 0x60, 0xa3, 0xc1, 0x10}, 0, INSTRUCTION_ENDS, 0},
};

TEST(test_length_and_target)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct known *known = &all[i];
        struct instruction read = instruction_at(known->bytes, known->bytes + LONGEST);
        if (read.size != known->size || read.flow != known->flow ||
            (read.target && read.target != known->bytes + known->size + known->distance))
            fail_msg("%s: %u bytes, flow %d", known->name, read.size, (int)read.flow);
        for (uint32_t size = 0; size < known->size; size++) {
            uint8_t *part = malloc(size + 1u);
            memcpy(part, known->bytes, size);
            if (instruction_at(part, part + size).size > size)
                fail_msg("%s is read beyond %u bytes", known->name, size);
            free(part);
        }
    }
}

static int note_base(struct dl_phdr_info *info, size_t size, void *state)
{
    (void)size;
    *(uintptr_t *)state = info->dlpi_addr;
    return strstr(info->dlpi_name, "libc.so") != NULL;
}

/* A line of objdump: "  401000:\tf3 0f 1e fa \tendbr64". An x87 instruction that waits is two. */
TEST(test_all_of_the_c_library)
{
    Dl_info library;
    char line[1024], command[512];
    uintptr_t base = 0;
    size_t count = 0, wrong = 0;
    assert_true(dladdr((void *)(uintptr_t)strtol, &library));
    dl_iterate_phdr(note_base, &base);
    snprintf(command, sizeof command, "objdump -w -d -j .text '%s' 2>/dev/null", library.dli_fname);
    FILE *lines = MACHINE_X86_64 ? popen(command, "r") : NULL;
    while (lines && fgets(line, sizeof line, lines)) {
        char *bytes = strchr(line, '\t'), *name = bytes ? strchr(bytes + 1, '\t') : NULL, *end;
        uintptr_t address = strtoul(line, &end, 16);
        if (!name || *end != ':' || strstr(name, "(bad)") || strncmp(bytes + 1, "9b", 2) == 0)
            continue;
        const uint8_t *at = (const uint8_t *)(base + address);
        uint32_t size = 0;
        for (char *byte = bytes + 1; byte < name && *byte != ' ' && *byte != '\t'; byte += 3)
            size++;
        count++;
        if (instruction_at(at, at + LONGEST).size != size && wrong++ < 10)
            print_message("%s", line);
    }
    if (lines)
        pclose(lines);
    print_message("%zu instructions of %s\n", count, library.dli_fname);
    assert_int_equal(wrong, 0);
}

/* --- The ways. --- */

enum { F = 1, G, H, SITE = 12, BASE = 0x1000, MOST_SITES = 8, MOST_BYTES = 256 };

struct made {
    uint8_t code[MOST_BYTES];
    uint32_t size, count;
    struct site_entry sites[MOST_SITES];
};

static void put_site(struct made *made, uint64_t region, enum site_kind kind)
{
    static const uint8_t probe[SITE] = {0x4c, 0x8d, 0x1d, 0, 0, 0, 0, 0xe8};
    made->sites[made->count++] =
        (struct site_entry){.address = BASE + made->size, .region = region, .size = SITE, .kind = kind};
    memcpy(made->code + made->size, probe, SITE);
    made->size += SITE;
}

static uint32_t put(struct made *made, const void *bytes, uint32_t size)
{
    memcpy(made->code + made->size, bytes, size);
    made->size += size;
    return made->size - size;
}

#define PUT_BYTES(made, ...) put(made, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void expect(const struct code_flow *flow, uint32_t place, uint32_t count, uint64_t inner)
{
    uint64_t regions[8];
    assert_int_equal(code_flow_at(flow, BASE + place, regions, 8), count);
    if (count)
        assert_int_equal(regions[0], inner);
}

static struct code_flow *flow_of(const struct made *made, const struct site_entry *own)
{
    struct code_flow *flow = code_flow_make(made->code, BASE, BASE + made->size, made->sites, made->count, own);
    assert_non_null(flow);
    return flow;
}

/* Code of g stands behind the function's end, and a copy of its end in the midst. */
TEST(test_ways_and_not_order)
{
    struct made made = {.size = 0};
    put_site(&made, F, SITE_ENTER);
    uint32_t own = PUT_BYTES(&made, 0x74, 2 + SITE + 1); /* je to the code of g */
    uint32_t rest = PUT_BYTES(&made, 0x90, 0x90);
    put_site(&made, F, SITE_LEAVE);
    PUT_BYTES(&made, 0xc3);
    put_site(&made, G, SITE_ENTER);
    uint32_t inlined = PUT_BYTES(&made, 0x90);
    put_site(&made, H, SITE_ENTER);
    uint32_t inner = PUT_BYTES(&made, 0x90);
    put_site(&made, H, SITE_LEAVE);
    put_site(&made, G, SITE_LEAVE);
    uint32_t back = PUT_BYTES(&made, 0xeb, 0); /* jmp to the rest */
    made.code[back + 1] = (uint8_t)(rest - made.size);
    struct code_flow *flow = flow_of(&made, &made.sites[0]);
    expect(flow, 0, 1, F);
    expect(flow, own, 1, F);
    expect(flow, rest, 1, F);
    expect(flow, inlined, 2, G);
    expect(flow, inner, 3, H);
    expect(flow, back, 1, F);
    code_flow_drop(flow);
}

/* A function that was inlined into itself ends as often as it began. */
TEST(test_recursion)
{
    struct made made = {.size = 0};
    for (int i = 0; i < 3; i++)
        put_site(&made, F, SITE_ENTER);
    uint32_t inner = PUT_BYTES(&made, 0x90);
    for (int i = 0; i < 2; i++)
        put_site(&made, F, SITE_LEAVE);
    uint32_t outer = PUT_BYTES(&made, 0x90);
    put_site(&made, F, SITE_LEAVE);
    PUT_BYTES(&made, 0xc3);
    struct code_flow *flow = flow_of(&made, &made.sites[0]);
    expect(flow, inner, 3, F);
    expect(flow, outer, 1, F);
    code_flow_drop(flow);
}

/* Cases of a choice are in its calls; what follows a call that never returns is reached by a branch. */
TEST(test_choices_and_ends)
{
    struct made made = {.size = 0};
    uint32_t branch = PUT_BYTES(&made, 0x75, 0);
    put_site(&made, G, SITE_ENTER);
    PUT_BYTES(&made, 0xff, 0xe0);
    uint32_t chosen = PUT_BYTES(&made, 0x90);
    PUT_BYTES(&made, 0xe8, 0, 0, 0, 0); /* abort() */
    uint32_t outside = PUT_BYTES(&made, 0x90, 0xc3);
    made.code[branch + 1] = (uint8_t)(outside - branch - 2);
    struct code_flow *flow = flow_of(&made, NULL);
    expect(flow, chosen, 1, G);
    expect(flow, outside, 0, 0);
    code_flow_drop(flow);
}

/* Whatever the bytes are, it ends, and stays within them. */
TEST(test_any_bytes)
{
    uint8_t *code = malloc(4096);
    struct site_entry none;
    for (unsigned seed = 1; seed < 200; seed++) {
        for (uint32_t i = 0, x = seed; i < 4096; i++)
            code[i] = (uint8_t)((x = x * 1664525u + 1013904223u) >> 24);
        code_flow_drop(code_flow_make(code, BASE, BASE + 4096, &none, 0, NULL));
    }
    free(code);
}

/* Sites that are somewhere else in the code say that the file is another one. */
TEST(test_other_code)
{
    struct made made = {.size = 0};
    put_site(&made, F, SITE_ENTER);
    PUT_BYTES(&made, 0xc3);
    made.sites[0].address++;
    assert_null(code_flow_make(made.code, BASE, BASE + made.size, made.sites, made.count, NULL));
}
