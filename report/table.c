/* table.c - see table.h. */
#include "report/table.h"

#include "report/text.h"

#include <string.h>

enum { GAP = 2, LEAST_TEXT = 24 };

struct table_row *table_add(struct table *table, struct arena *arena)
{
    if (table->row_count == table->row_room) {
        size_t room = table->row_room ? table->row_room * 2 : 64;
        struct table_row *rows = arena_grow(arena, table->rows, table->row_count * sizeof *rows,
                                            room * sizeof *rows);
        if (!rows)
            return NULL;
        table->rows = rows;
        table->row_room = room;
    }
    struct table_row *row = &table->rows[table->row_count++];
    *row = (struct table_row){0};
    return row;
}

static const char *cell(const struct table_row *row, unsigned column)
{
    return row->cells[column] ? row->cells[column] : "";
}

/* Widths of the columns to show; 0 = not shown. */
static void fit(const struct table *table, unsigned screen_width, size_t *widths)
{
    size_t used = 0;
    for (unsigned c = 0; c < table->column_count; c++) {
        widths[c] = 0;
        for (size_t r = 0; r < table->row_count; r++)
            if (text_width(cell(&table->rows[r], c)) > widths[c])
                widths[c] = text_width(cell(&table->rows[r], c));
        if (widths[c] && text_width(table->columns[c].title) > widths[c])
            widths[c] = text_width(table->columns[c].title);
        used += widths[c] ? widths[c] + GAP : 0;
    }
    while (screen_width && used + LEAST_TEXT > screen_width) {
        unsigned worst = 0;
        for (unsigned c = 1; c < table->column_count; c++)
            if (widths[c] && (!widths[worst] || table->columns[c].rank > table->columns[worst].rank))
                worst = c;
        if (!widths[worst] || !table->columns[worst].rank)
            return;
        used -= widths[worst] + GAP;
        widths[worst] = 0;
    }
}

static void put_right(struct screen *screen, enum style style, const char *text, size_t width)
{
    fprintf(screen->stream, "%*s", (int)(width - text_width(text)), "");
    screen_put(screen, style, text);
    fprintf(screen->stream, "%*s", GAP, "");
}

void table_print(const struct table *table, struct screen *screen)
{
    size_t widths[TABLE_COLUMNS];
    fit(table, screen->width, widths);

    for (unsigned c = 0; c < table->column_count; c++)
        if (widths[c])
            put_right(screen, STYLE_BOLD, table->columns[c].title, widths[c]);
    screen_put(screen, STYLE_BOLD, table->text_title);
    putc('\n', screen->stream);

    for (size_t r = 0; r < table->row_count; r++) {
        const struct table_row *row = &table->rows[r];
        size_t used = row->indent + text_width(row->text);
        for (unsigned c = 0; c < table->column_count; c++) {
            if (!widths[c])
                continue;
            put_right(screen, c ? STYLE_PLAIN : row->style, cell(row, c), widths[c]);
            used += widths[c] + GAP;
        }
        fprintf(screen->stream, "%*s", (int)row->indent, "");
        screen_put(screen, row->style, row->text);
        if (row->note && *row->note &&
            (!screen->width || used + GAP + text_width(row->note) <= screen->width)) {
            fprintf(screen->stream, "%*s", GAP, "");
            screen_put(screen, STYLE_DIM, row->note);
        }
        putc('\n', screen->stream);
    }
}
