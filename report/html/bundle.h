/*
 * bundle.h - the page's style and program, made of report/page, as bytes in instr-report itself.
 */
#ifndef INSTR_REPORT_BUNDLE_H
#define INSTR_REPORT_BUNDLE_H

#include <stddef.h>

/* Files of the page, each with a zero byte behind it; size 0 if the build could not make them (cmake/InstrPage.cmake). page_csp is the content
 * security policy: run this program, and nothing else. */
extern const unsigned char page_css[], page_js[], page_csp[];
extern const size_t page_css_size, page_js_size, page_csp_size;

#endif
