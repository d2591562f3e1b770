/* records.c - see records.h. */
#include "report/show/records.h"

#include "report/show/number.h"
#include "report/show/quote.h"

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

static void flush(struct records *records)
{
    fwrite_unlocked(records->bytes, 1, records->used, records->stream);
    records->used = 0;
}

/* Room for `size` bytes, less than there are. */
static char *room(struct records *records, size_t size)
{
    if (records->used + size > RECORDS_ROOM)
        flush(records);
    return records->bytes + records->used;
}

static void put(struct records *records, const char *bytes, size_t size)
{
    if (size < RECORDS_ROOM) {
        memcpy(room(records, size), bytes, size);
        records->used += size;
        return;
    }
    flush(records);
    fwrite_unlocked(bytes, 1, size, records->stream);
}

/* What stands before the next value. */
static void put_head(struct records *records)
{
    const char *name = records->columns[records->column];
    if (records->form == FORM_CSV) {
        put(records, ",", records->column > 0);
        return;
    }
    if (records->column)
        put(records, ", \"", 3);
    else if (records->row)
        put(records, ",\n  {\"", 6);
    else
        put(records, "\n  {\"", 5);
    put(records, name, strlen(name));
    put(records, "\": ", 3);
}

static void end_value(struct records *records)
{
    if (records->columns[++records->column])
        return;
    put(records, records->form == FORM_CSV ? "\n" : "}", 1);
    records->column = 0;
    records->row++;
}

void records_quoted(struct records *records, const char *text, size_t size, bool quotes)
{
    put_head(records);
    put(records, "\"", quotes);
    put(records, text, size);
    put(records, "\"", quotes);
    end_value(records);
}

void records_text(struct records *records, const char *text)
{
    size_t length;
    if (quote_plain(text, &length)) {
        records_quoted(records, text, length, records->form == FORM_JSON);
        return;
    }
    put_head(records);
    flush(records);
    if (records->form == FORM_CSV)
        quote_csv(records->stream, text);
    else
        quote_json(records->stream, text);
    end_value(records);
}

void records_count(struct records *records, uint64_t count)
{
    put_head(records);
    char *at = room(records, NUMBER_ROOM);
    records->used += (size_t)(number_count(at, count) - at);
    end_value(records);
}

void records_number(struct records *records, double number)
{
    put_head(records);
    if (!isfinite(number)) {
        put(records, "null", records->form == FORM_JSON ? 4 : 0);
    } else {
        if (!records->last_size || number < records->last || number > records->last) {
            records->last = number;
            records->last_size = (size_t)(number_text(records->last_text, number) - records->last_text);
        }
        put(records, records->last_text, records->last_size);
    }
    end_value(records);
}

void records_end(struct records *records)
{
    flush(records);
    if (records->form == FORM_JSON)
        fputs("\n ]}\n", records->stream);
}
