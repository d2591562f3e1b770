/*
 * texts.h - files of this folder as bytes in instr-tune itself.
 */
#ifndef INSTR_TUNE_TEXTS_H
#define INSTR_TUNE_TEXTS_H

#include <stddef.h>

extern const unsigned char template_lua[], project_lua[], convert_lua[], plain_css[], words_js[], tune_js[];
extern const size_t template_lua_size, project_lua_size, convert_lua_size, plain_css_size, words_js_size, tune_js_size;

#endif
