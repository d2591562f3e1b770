/* records.c - see records.h. */
#include "report/records.h"

#include "report/number.h"
#include "report/quote.h"

#include <inttypes.h>
#include <math.h>

void records_begin(struct records *records, FILE *stream, enum output_form form, const char *format,
                   const char *const *columns, const struct profile *profile)
{
    *records = (struct records){.stream = stream, .form = form, .columns = columns};
    if (form == FORM_CSV) {
        for (unsigned i = 0; columns[i]; i++)
            fprintf(stream, "%s%s", i ? "," : "", columns[i]);
        putc('\n', stream);
        return;
    }
    fprintf(stream, "{\"format\": \"%s\", \"version\": 4,\n \"profile\": {", format);
    for (uint32_t i = 0; i < profile->meta_count; i++) {
        fputs(i ? ", " : "", stream);
        quote_json(stream, profile->meta[i].key);
        fputs(": ", stream);
        quote_json(stream, profile->meta[i].value);
    }
    fputs("},\n \"counters\": {", stream);
    for (uint32_t i = 0; i < profile->tally_count; i++) {
        fputs(i ? ", " : "", stream);
        quote_json(stream, profile->tallies[i].name);
        fprintf(stream, ": %" PRIu64, profile->tallies[i].value);
    }
    fputs("},\n \"rows\": [", stream);
}

static void begin_value(struct records *records)
{
    if (records->form == FORM_CSV) {
        if (records->column)
            putc_unlocked(',', records->stream);
        return;
    }
    if (records->column == 0)
        fputs(records->row ? ",\n  {" : "\n  {", records->stream);
    fputs_unlocked(records->column ? ", \"" : "\"", records->stream);
    fputs_unlocked(records->columns[records->column], records->stream);
    fputs_unlocked("\": ", records->stream);
}

static void end_value(struct records *records)
{
    if (records->columns[++records->column])
        return;
    fputs(records->form == FORM_CSV ? "\n" : "}", records->stream);
    records->column = 0;
    records->row++;
}

void records_text(struct records *records, const char *text)
{
    begin_value(records);
    if (records->form == FORM_CSV)
        quote_csv(records->stream, text);
    else
        quote_json(records->stream, text);
    end_value(records);
}

void records_count(struct records *records, uint64_t count)
{
    begin_value(records);
    number_put_count(records->stream, count);
    end_value(records);
}

void records_number(struct records *records, double number)
{
    begin_value(records);
    if (isfinite(number))
        number_put(records->stream, number);
    else if (records->form == FORM_JSON)
        fputs("null", records->stream);
    end_value(records);
}

void records_end(struct records *records)
{
    if (records->form == FORM_JSON)
        fputs("\n ]}\n", records->stream);
}
