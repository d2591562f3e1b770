/* cxx_text.c - see cxx_text.h. */
#include "instrumenter/front/cxx/cxx_text.h"

#include <string.h>

static const struct {
    const char *gcc, *clang;
} replacements[] = {
    {"integer_sequence<_Tp, __integer_pack(_Num)...>", "__instr_sequence<integer_sequence, _Tp, _Num>"},
    {"_Index_tuple<__integer_pack(_Num)...>", "__instr_pack<_Index_tuple, _Num>"},
};

static const char header[] =
    "#if __cplusplus >= 201103L\n"
    "template<template<class T, T...> class X, class T, T N> using __instr_sequence = __make_integer_seq<X, T, N>;\n"
    "template<template<decltype(sizeof 0)...> class X>\n"
    "struct __instr_to { template<class T, T... I> using t = X<I...>; };\n"
    "template<template<decltype(sizeof 0)...> class X, decltype(sizeof 0) N>\n"
    "using __instr_pack = __make_integer_seq<__instr_to<X>::template t, decltype(sizeof 0), N>;\n"
    "#endif\n"
    "struct __float80 {};\n"
    "#define __malloc__(...) __unused__\n";

struct CXUnsavedFile cxx_text_header = {"instr_gcc.h", header, sizeof header - 1};

void cxx_text_adapt(char *text, size_t size)
{
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++) {
        size_t from = strlen(replacements[i].gcc), to = strlen(replacements[i].clang);
        for (char *at = text; (at = memmem(at, (size_t)(text + size - at), replacements[i].gcc, from)); at += from) {
            memset(at, ' ', from);
            memcpy(at, replacements[i].clang, to);
        }
    }
}

char *cxx_text_of_user(const char *text, size_t size, const struct unit_lines *lines, struct arena *arena)
{
    char *copy = arena_copy(arena, text, size);
    for (size_t i = 0; copy && i < lines->count; i++) {
        size_t end = i + 1 < lines->count ? lines->markers[i + 1].start : size;
        if (lines->markers[i].system)
            memset(copy + lines->markers[i].start, ' ', end - lines->markers[i].start);
    }
    return copy;
}
