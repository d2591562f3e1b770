/*
 * viewer.h - the page's style and program, from the files in viewer/, as bytes in instr-report itself.
 */
#ifndef INSTR_REPORT_VIEWER_H
#define INSTR_REPORT_VIEWER_H

#include <stddef.h>

extern const unsigned char viewer_css[], words_js[], viewer_js[];
extern const size_t viewer_css_size, words_js_size, viewer_js_size;

#endif
