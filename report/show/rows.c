/* rows.c - see rows.h. */
#include "report/show/rows.h"

#include "report/show/text.h"

#include <math.h>
#include <string.h>

void rows_begin(struct rows *rows, enum output_form form, const struct row_column *columns, unsigned count,
                struct arena *arena)
{
    rows->form = form;
    rows->arena = arena;
    rows->name_count = 0;
    rows->table = (struct table){.columns = rows->titles};
    for (unsigned i = 0; i < count; i++)
        if (rows_want(rows, columns[i].key, columns[i].title))
            rows_column(rows, form == FORM_TEXT ? columns[i].title : columns[i].key, columns[i].rank);
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

void rows_open(struct rows *rows, FILE *stream, const char *format, const struct profile *profile)
{
    rows->names[rows->name_count] = NULL;
    if (rows->form != FORM_TEXT)
        records_begin(&rows->records, stream, rows->form, format, rows->names, profile);
}

bool rows_add(struct rows *rows, const char *text)
{
    if (rows->form != FORM_TEXT)
        return true;
    rows->row = table_add(&rows->table, rows->arena);
    rows->cell = 0;
    if (rows->row)
        rows->row->text = text;
    return rows->row;
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
