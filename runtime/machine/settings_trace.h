/*
 * settings_trace.h - what the environment asks of a trace, or of calls that are printed.
 *
 * INSTR_TRACE and INSTR_PRINT hold options, with commas between them: INSTR_TRACE=size=500M,min=10us,below=solve.
 */
#ifndef INSTR_SETTINGS_TRACE_H
#define INSTR_SETTINGS_TRACE_H

/* Fills in what struct settings has of it, INSTR_TIMING being read. */
void settings_read_trace(void);

/* The path of the filter of what is not in a trace; null: there is none. */
const char *settings_trace_filter(void);

#endif
