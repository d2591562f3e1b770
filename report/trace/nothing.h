/* nothing.h - why a look at a trace shows nothing. */
#ifndef INSTR_REPORT_NOTHING_H
#define INSTR_REPORT_NOTHING_H

#include "report/show/options.h"
#include "report/trace/trace.h"

/* Sets the error of the command `name`; returns false. */
bool nothing_there(const char *name, const struct trace *trace, const struct options *options, struct arena *arena,
                   struct error *error);

#endif
