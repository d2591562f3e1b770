/*
 * settings_values.h - what the text of a setting means. A text that means nothing is rejected by the setting's name
 * with what it should be, and the value stays as it is.
 */
#ifndef INSTR_SETTINGS_VALUES_H
#define INSTR_SETTINGS_VALUES_H

#include <stddef.h>
#include <stdint.h>

/* A variable of the environment, or one of the options that a variable holds. */
struct setting {
    const char *name; /* "INSTR_LEVEL", "INSTR_TRACE=size" */
    const char *text; /* null: nothing is said, or "" */
};

struct setting setting_of(const char *variable);

/* setting_of gives this one alone, and nothing of the environment, until one without a name is given. By one thread at a time, and
 * not before all settings are read. */
void setting_give(struct setting setting);

/* Words that a setting may be; the last one's `word` is null. */
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

/* What is to be said of settings: once, on one line, when the program starts. */

/* Notes that something asked for can't be had. `value` may be null. */
void settings_reject(const char *name, const char *value, const char *why);

/* The same of what is no fault of who asked for it: it is said, and not counted. */
void settings_remark(const char *name, const char *value, const char *why);

/* All that was rejected, on one line; "" for nothing. Then, once that is said, what is to come is another line. */
const char *settings_complaint(void);
void settings_complaint_said(void);

#endif
