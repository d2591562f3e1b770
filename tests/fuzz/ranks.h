/* ranks.h - a profile with the log of a killed rank is merged with itself as that of another rank. */
#ifndef TESTS_FUZZ_RANKS_H
#define TESTS_FUZZ_RANKS_H

#include <stddef.h>

/* These bytes are a profile. Aborts unless who waited for whom is found, and what is merged can be written and read. */
void ranks_merge(unsigned char *bytes, size_t size);

#endif
