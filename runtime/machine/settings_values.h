/*
 * settings_values.h - parses the text of a setting. An invalid text is reported with the setting's name and the valid forms, and the value stays
 * as it is.
 */
#ifndef INSTR_SETTINGS_VALUES_H
#define INSTR_SETTINGS_VALUES_H

#include <stddef.h>
#include <stdint.h>

/* A variable of the environment, or an option within a variable. */
struct setting {
    const char *name; /* "INSTR_LEVEL", "INSTR_TRACE=size" */
    const char *text; /* null: nothing is said, or "" */
};

struct setting setting_of(const char *variable);

/* Lets setting_of return this setting alone, and nothing of the environment, until one without a name is given. One thread at a time may
 * call it, after all settings are read. */
void setting_give(struct setting setting);

/* The words allowed for a setting; the last one's `word` is NULL. */
struct choice {
    const char *word;
    unsigned value;
};
void setting_choice(struct setting setting, const struct choice *choices, unsigned *value);

void setting_number(struct setting setting, uint32_t low, uint32_t high, uint32_t *value);
void setting_size(struct setting setting, uint64_t *value);            /* bytes: "500M" */
void setting_duration(struct setting setting, double *value);          /* seconds: "10us" */
void setting_window(struct setting setting, double *from, double *to); /* seconds: "2s-5.5s" */
void setting_text(struct setting setting, char *value, size_t size);   /* of less than `size` bytes */

/* Messages about settings: all on one line, when the program starts. */

/* Notes that a requested setting is impossible. `value` may be NULL. */
void settings_reject(const char *name, const char *value, const char *why);

/* Does the same for a remark that is not the user's fault: it is reported, but not counted. */
void settings_remark(const char *name, const char *value, const char *why);

/* Returns all complaints on one line; "" for none. Once that is said, the next complaint begins another line. */
const char *settings_complaint(void);
void settings_complaint_said(void);

#endif
