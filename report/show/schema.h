/*
 * schema.h - prints the JSON Schema of all records, from the lists of columns that make them.
 */
#ifndef INSTR_REPORT_SCHEMA_H
#define INSTR_REPORT_SCHEMA_H

#include "report/show/rows.h"

/* A JSON Schema of `count` forms, each with another name. */
void schema_print(FILE *stream, const struct row_form *const *forms, unsigned count);

/* The keys of a form, with commas between them, in lines as on a terminal. */
void schema_print_keys(FILE *stream, const struct row_form *form);

#endif
