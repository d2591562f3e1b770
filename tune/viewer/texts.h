/*
 * texts.h - files of this folder as bytes in instr-tune itself.
 */
#ifndef INSTR_TUNE_TEXTS_H
#define INSTR_TUNE_TEXTS_H

#include <stddef.h>

extern const unsigned char template_lua[], tune_js[];
extern const size_t template_lua_size, tune_js_size;

#endif
