/*
 * bundle.h - the page's style and program, made of report/page, as bytes in instr-report itself.
 */
#ifndef INSTR_REPORT_BUNDLE_H
#define INSTR_REPORT_BUNDLE_H

#include <stddef.h>

/* Of size 0 where the build could not make them: see cmake/InstrPage.cmake. page_csp is what the browser lets the page do: to
 * run this program, and nothing else. A byte 0 is behind each. */
extern const unsigned char page_css[], page_js[], page_csp[];
extern const size_t page_css_size, page_js_size, page_csp_size;

#endif
