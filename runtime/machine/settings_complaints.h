/*
 * settings_complaints.h - what is to be said of settings: once, on one line, when the program starts.
 */
#ifndef INSTR_SETTINGS_COMPLAINTS_H
#define INSTR_SETTINGS_COMPLAINTS_H

/* Notes that something asked for can't be had. `value` may be null. */
void settings_reject(const char *name, const char *value, const char *why);

/* The same of what is no fault of who asked for it: it is said, and not counted. */
void settings_remark(const char *name, const char *value, const char *why);

/* All that was rejected, on one line; "" for nothing. */
const char *settings_complaint(void);

#endif
