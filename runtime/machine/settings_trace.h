/*
 * settings_trace.h - reads the settings of traces, and of printed calls.
 *
 * INSTR_TRACE and INSTR_PRINT hold options, with commas between them: INSTR_TRACE=size=500M,min=10us,below=solve.
 */
#ifndef INSTR_SETTINGS_TRACE_H
#define INSTR_SETTINGS_TRACE_H

/* Fills in the trace's part of struct settings, after INSTR_TIMING was read. */
void settings_read_trace(void);

/* Returns the path of the trace's filter file, or NULL. */
const char *settings_trace_filter(void);

#endif
