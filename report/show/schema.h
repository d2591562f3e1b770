/*
 * schema.h - prints the JSON Schema of all records, from the lists of columns that make them.
 */
#ifndef INSTR_REPORT_SCHEMA_H
#define INSTR_REPORT_SCHEMA_H

#include "report/show/rows.h"

/* Prints a JSON Schema of `count` forms with different names. */
void schema_print(FILE *stream, const struct row_form *const *forms, unsigned count);

/* Prints the keys of a form, separated by commas, in lines that fit a terminal. */
void schema_print_keys(FILE *stream, const struct row_form *form);

#endif
