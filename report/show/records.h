/*
 * records.h - the same rows as CSV (RFC 4180, with a header line) or as JSON, for scripts.
 *
 * JSON is one object: "format" ("instr-tree", ...), "version", "profile" (what the profile says about
 * itself), "counters", and "rows", an array of objects whose keys are the CSV's column names. Numbers
 * carry all the digits they have; a text that is not UTF-8 is written with U+FFFD in place of each bad byte.
 */
#ifndef INSTR_REPORT_RECORDS_H
#define INSTR_REPORT_RECORDS_H

#include "profile/profile.h"
#include "report/show/number.h"
#include "report/show/options.h"

enum { RECORDS_ROOM = 16 << 10 };

struct records {
    FILE *stream;
    enum output_form form;
    const char *const *columns; /* ends with null */
    unsigned column;            /* of the next value */
    unsigned long row;
    double last; /* the number written last, and its text: of one rank most are alike */
    char last_text[NUMBER_ROOM];
    size_t last_size;
    size_t used; /* of what is to be written next */
    char bytes[RECORDS_ROOM];
};

void records_begin(struct records *records, FILE *stream, enum output_form form, const char *format,
                   const char *const *columns, const struct profile *profile);
/* One value each, in the order of the columns; the row ends with the last column. */
void records_text(struct records *records, const char *text);
/* One that is quoted already, for which only the quotes around it may be missing. */
void records_quoted(struct records *records, const char *text, size_t size, bool quotes);
void records_count(struct records *records, uint64_t count);
/* What is no number (NaN) stays empty in CSV and is null in JSON. */
void records_number(struct records *records, double number);
void records_end(struct records *records);

#endif
