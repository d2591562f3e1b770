/* rows.c - see rows.h. */
#include "report/show/rows.h"

#include "report/show/number.h"
#include "report/show/quote.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { BUFFER = 256 << 10 };

static void records_begin(struct records *records, FILE *stream, enum output_form form, const char *name,
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
    fprintf(stream, "{\"format\": \"instr-%s\", \"version\": " ROWS_VERSION ",\n \"profile\": {", name);
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

/* Returns room for `size` bytes, which must fit. */
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

/* Writes the text between two values. */
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

/* Writes a value that is already quoted, except perhaps for the quotes around it. */
static void records_quoted(struct records *records, const char *text, size_t size, bool quotes)
{
    put_head(records);
    put(records, "\"", quotes);
    put(records, text, size);
    put(records, "\"", quotes);
    end_value(records);
}

/* Write one value, in the order of the columns; the row ends with the last column. */
static void records_text(struct records *records, const char *text)
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

static void records_count(struct records *records, uint64_t count)
{
    put_head(records);
    char *at = room(records, NUMBER_ROOM);
    records->used += (size_t)(number_count(at, count) - at);
    end_value(records);
}

/* Writes a number. NaN is empty in CSV and null in JSON. */
static void records_number(struct records *records, double number)
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

static void records_end(struct records *records)
{
    flush(records);
    if (records->form == FORM_JSON)
        fputs("\n ]}\n", records->stream);
}

void rows_begin(struct rows *rows, enum output_form output, const struct row_form *form, struct arena *arena)
{
    rows->form = output;
    rows->name = form->name;
    rows->arena = arena;
    rows->name_count = 0;
    rows->table = (struct table){.columns = rows->titles};
    for (unsigned i = 0; i < form->count; i++) {
        const struct row_column *column = &form->columns[i];
        if (rows_want(rows, column->key, column->title))
            rows_column(rows, output == FORM_TEXT ? column->title : column->key, column->rank);
    }
}

void rows_column(struct rows *rows, const char *name, unsigned rank)
{
    if (rows->form == FORM_TEXT)
        rows->titles[rows->table.column_count++] = (struct table_column){name, rank};
    else
        rows->names[rows->name_count++] = name;
}

void rows_rename(struct rows *rows, const char *title, const char *other)
{
    for (unsigned i = 0; i < rows->table.column_count; i++)
        if (!strcmp(rows->titles[i].title, title))
            rows->titles[i].title = other;
}

void rows_open(struct rows *rows, FILE *stream, const struct profile *profile)
{
    rows->names[rows->name_count] = NULL;
    if (rows->form != FORM_TEXT)
        records_begin(&rows->records, stream, rows->form, rows->name, rows->names, profile);
}

void rows_add(struct rows *rows, const char *text)
{
    if (rows->form != FORM_TEXT)
        return;
    rows->row = table_add(&rows->table, rows->arena);
    rows->cell = 0;
    rows->row->text = text;
}

void rows_close(struct rows *rows)
{
    if (rows->form != FORM_TEXT)
        records_end(&rows->records);
}

void rows_cell(struct rows *rows, const char *text)
{
    rows->row->cells[rows->cell++] = text;
}

void rows_text(struct rows *rows, const char *text)
{
    if (rows->form == FORM_TEXT)
        rows_cell(rows, text);
    else
        records_text(&rows->records, text);
}

void rows_count(struct rows *rows, uint64_t count)
{
    if (rows->form == FORM_TEXT)
        rows_cell(rows, text_count(rows->arena, count));
    else
        records_count(&rows->records, count);
}

void rows_calls(struct rows *rows, uint64_t calls, bool estimated)
{
    if (rows->form == FORM_TEXT)
        rows_cell(rows, text_calls(rows->arena, calls, estimated));
    else
        records_count(&rows->records, calls);
}

void rows_number(struct rows *rows, double number)
{
    records_number(&rows->records, number);
}

void rows_seconds(struct rows *rows, double picoseconds, const char *mark)
{
    if (rows->form == FORM_TEXT)
        rows_cell(rows, mark ? text_seconds(rows->arena, seconds(picoseconds), mark) : NULL);
    else
        records_number(&rows->records, seconds(picoseconds));
}

void rows_bytes(struct rows *rows, double bytes)
{
    if (rows->form == FORM_TEXT)
        rows_cell(rows, isnan(bytes) ? NULL : text_bytes(rows->arena, bytes));
    else
        records_number(&rows->records, bytes);
}

void rows_ratio(struct rows *rows, double ratio)
{
    if (rows->form == FORM_TEXT)
        rows_cell(rows, isnan(ratio) ? NULL : text_percent(rows->arena, ratio, 1));
    else
        records_number(&rows->records, ratio);
}

void rows_rank(struct rows *rows, bool known, uint32_t rank)
{
    if (rows->form == FORM_TEXT)
        rows_cell(rows, known ? arena_printf(rows->arena, "%u", rank) : NULL);
    else
        rows_number(rows, known ? (double)rank : NAN);
}

void rows_quoted(struct rows *rows, const char *text, size_t size, bool quotes)
{
    records_quoted(&rows->records, text, size, quotes);
}
