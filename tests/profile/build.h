/* build.h - makes profiles for tests, node by node, in any order of siblings. */
#ifndef TESTS_PROFILE_BUILD_H
#define TESTS_PROFILE_BUILD_H

#include "profile/profile.h"

/* All zero is an empty profile under construction. Each has its own copies of everything. */
struct build {
    struct profile profile;
    struct arena arena;
    uint32_t rank;
};

uint32_t build_region(struct build *build, enum region_kind kind, const char *name, const char *file, uint32_t line,
                      const char *reason);

/* `calls` calls of `each` ps, all timed, below `parent` (PROFILE_NONE: the root). */
uint32_t build_node(struct build *build, uint32_t parent, uint32_t region, uint64_t calls, uint64_t each);

void build_meta(struct build *build, const char *key, const char *value);
void build_tally(struct build *build, const char *name, uint64_t value);
uint32_t build_location(struct build *build, uint32_t thread, const char *host);
void build_row(struct build *build, uint32_t node, uint32_t location, uint64_t calls, uint64_t inclusive);

/* A communicator; equal ones may be built again and again. */
uint32_t build_communicator(struct build *build, const char *name, const char *place, const char *ranks, uint32_t size);

/* One call in `node` on `communicator` or PROFILE_NONE that sends nothing, or a message of `bytes` bytes. */
void build_call(struct build *build, uint32_t node, uint32_t communicator);
void build_message(struct build *build, uint32_t node, uint32_t communicator, uint64_t bytes);

/* Canonical form, on build->rank; fails the test when there is an error. */
struct profile *build_finish(struct build *build);

/* What is read of it when it was written; and both of them as one. */
struct profile build_again(const struct profile *profile, struct arena *arena);
struct profile build_sum(const struct profile *a, const struct profile *b, struct arena *arena);

/* Fails the test unless both hold the same, field by field and bit by bit. */
void build_assert_equal(const struct profile *a, const struct profile *b);

#endif
