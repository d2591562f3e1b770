/* fuzz.h - what a fuzz target gives to whoever drives it. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>

/* libFuzzer's entry: tries one input; aborts when something is wrong. */
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

/* Valid inputs to start from, for a target that has some that are no files: the size of the one of that number, asked for in order;
 * 0: there are no more. */
size_t fuzz_seed(unsigned number, unsigned char *bytes, size_t room) __attribute__((weak));

#endif
