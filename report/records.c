/* records.c - see records.h. */
#include "report/records.h"

#include "report/number.h"
#include "report/quote.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { BUFFER = 256 << 10 };

void records_begin(struct records *records, FILE *stream, enum output_form form, const char *format,
                   const char *const *columns, const struct profile *profile)
{
    *records = (struct records){.stream = stream, .form = form, .columns = columns};
    setvbuf(stream, NULL, _IOFBF, BUFFER); /* nothing is in it yet */
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

enum { HEAD = 128 };

/* What stands before the next value, as far as it is short enough to be written together with that: there are more of these
 * than of anything else. Returns what is behind it. */
static char *put_head(struct records *records, char head[HEAD])
{
    const char *name = records->columns[records->column];
    size_t length = strlen(name);
    if (records->form == FORM_CSV)
        return stpcpy(head, records->column ? "," : "");
    char *at = stpcpy(head, records->column ? ", \"" : records->row ? ",\n  {\"" : "\n  {\"");
    if (length < HEAD / 2)
        return stpcpy(mempcpy(at, name, length), "\": ");
    fprintf(records->stream, "%s%s", head, name);
    return stpcpy(head, "\": ");
}

static void put(struct records *records, const char *from, const char *to)
{
    fwrite_unlocked(from, 1, (size_t)(to - from), records->stream);
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
    char head[HEAD];
    put(records, head, put_head(records, head));
    if (records->form == FORM_CSV)
        quote_csv(records->stream, text);
    else
        quote_json(records->stream, text);
    end_value(records);
}

void records_count(struct records *records, uint64_t count)
{
    char head[HEAD + NUMBER_ROOM];
    put(records, head, number_count(put_head(records, head), count));
    end_value(records);
}

void records_number(struct records *records, double number)
{
    char head[HEAD + NUMBER_ROOM], *at = put_head(records, head);
    if (isfinite(number))
        at = number_text(at, number);
    else if (records->form == FORM_JSON)
        at = stpcpy(at, "null");
    put(records, head, at);
    end_value(records);
}

void records_end(struct records *records)
{
    if (records->form == FORM_JSON)
        fputs("\n ]}\n", records->stream);
}
