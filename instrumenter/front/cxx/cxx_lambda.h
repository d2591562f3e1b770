/*
 * cxx_lambda.h - lambdas by their tokens: what libclang can't make sense of it leaves out, and with it the lambdas in it.
 */
#ifndef INSTR_CXX_LAMBDA_H
#define INSTR_CXX_LAMBDA_H

#include <stdbool.h>
#include <stddef.h>

struct cxx_lambda {
    size_t at;          /* of its `[` */
    size_t open, close; /* of the brackets of its body */
};

/* The first that begins in [from, to) of a function's body; false: there is none. */
bool cxx_lambda_find(const char *text, size_t from, size_t to, struct cxx_lambda *lambda);

#endif
