/* fuzz.h - what a fuzz target gives to whoever drives it. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>

/* libFuzzer's entry: tries one input; aborts when something is wrong. */
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

/* A valid input to start from, for a target whose seed is no file; its size. */
size_t fuzz_seed(unsigned char *bytes, size_t room) __attribute__((weak));

#endif
