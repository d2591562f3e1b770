/* table.c - see table.h. */
#include "report/show/table.h"

#include "report/show/text.h"

#include <string.h>

enum { GAP = 2, LEAST_TEXT = 24, MOST_TEXT = 40, NAME = 16, SHORTEST = 8, LEAST_NOTE = 10, MOST_INDENT = 128 };

struct table_row *table_add(struct table *table, struct arena *arena)
{
    table->rows = arena_room(arena, table->rows, table->row_count, &table->row_room, sizeof *table->rows);
    struct table_row *row = &table->rows[table->row_count++];
    *row = (struct table_row){0};
    return row;
}

static const char *cell(const struct table_row *row, unsigned column)
{
    return row->cells[column] ? row->cells[column] : "";
}

static size_t note_width(const struct table_row *row)
{
    return row->note && *row->note ? GAP + text_width(row->note) : 0;
}

/* Returns the columns that texts want: the start of each name, with its indentation. */
static size_t text_room(const struct table *table)
{
    size_t room = LEAST_TEXT;
    for (size_t r = 0; r < table->row_count; r++) {
        const struct table_row *row = &table->rows[r];
        size_t width = text_width(row->text), wanted = 2 * (size_t)row->level + (width < NAME ? width : NAME);
        room = wanted > room ? wanted : room;
    }
    size_t notes = 0;
    for (size_t r = 0; table->keeps_notes && r < table->row_count; r++)
        notes = note_width(&table->rows[r]) > notes ? note_width(&table->rows[r]) : notes;
    return (room < MOST_TEXT ? room : MOST_TEXT) + notes;
}

/* Returns the columns of a line left for the text; 0 means no limit. If there is no room for both, the text gets all. */
static size_t room_of_text(const struct table *table, const struct table_row *row, size_t left)
{
    size_t note = table->keeps_notes ? note_width(row) : 0;
    return left > note + SHORTEST ? left - note : left;
}

/* Computes the widths of the columns; 0 = not shown. */
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
    size_t text = text_room(table);
    while (screen_width && used + text > screen_width) {
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

/* The indentation of rows: `step` blanks per level, at most `most` in all. */
struct indent {
    unsigned step, most;
};

static struct indent fit_indent(const struct table *table, unsigned screen_width, const size_t *widths)
{
    unsigned deepest = 0, room = screen_width;
    for (size_t r = 0; r < table->row_count; r++)
        if (table->rows[r].level > deepest)
            deepest = table->rows[r].level;
    if (!screen_width)
        return (struct indent){2, MOST_INDENT};
    for (unsigned c = 0; c < table->column_count; c++)
        if (widths[c])
            room -= (unsigned)widths[c] + GAP < room ? (unsigned)widths[c] + GAP : room;
    room = room > NAME ? room - NAME : 0;
    return (struct indent){2 * deepest <= room ? 2 : 1, room};
}

/* Returns the columns taken. */
static size_t put_indent(struct screen *screen, struct indent indent, unsigned level)
{
    unsigned blanks = indent.step * level;
    if (blanks <= indent.most) {
        fprintf(screen->stream, "%*s", (int)blanks, "");
        return blanks;
    }
    char brackets[16];
    int length = snprintf(brackets, sizeof brackets, "[%u] ", level);
    fprintf(screen->stream, "%*s", (int)indent.most, "");
    screen_put(screen, STYLE_DIM, brackets);
    return indent.most + (size_t)length;
}

static void explain_not_seen(const struct table *table, const size_t *widths, struct screen *screen)
{
    bool any = false;
    for (size_t r = 0; r < table->row_count; r++)
        for (unsigned c = 0; c < table->column_count; c++)
            any |= widths[c] && !strcmp(cell(&table->rows[r], c), TEXT_NOT_SEEN);
    if (any)
        screen_line(screen, STYLE_DIM, "(" TEXT_NOT_SEEN ": it was too short for the samples of the program)");
}

void table_print(const struct table *table, struct screen *screen)
{
    size_t widths[TABLE_COLUMNS];
    fit(table, screen->width, widths);
    struct indent indent = fit_indent(table, screen->width, widths);

    for (unsigned c = 0; c < table->column_count; c++)
        if (widths[c])
            put_right(screen, STYLE_BOLD, table->columns[c].title, widths[c]);
    screen_put(screen, STYLE_BOLD, table->text_title);
    putc('\n', screen->stream);

    for (size_t r = 0; r < table->row_count; r++) {
        const struct table_row *row = &table->rows[r];
        size_t used = 0;
        for (unsigned c = 0; c < table->column_count; c++) {
            if (!widths[c])
                continue;
            put_right(screen, c ? STYLE_PLAIN : row->style, cell(row, c), widths[c]);
            used += widths[c] + GAP;
        }
        used += put_indent(screen, indent, row->level);
        size_t room = !screen->width ? 0 : screen->width > used + SHORTEST ? screen->width - used : SHORTEST;
        used += screen_fit(screen, row->style, row->text, room_of_text(table, row, room));
        room = !screen->width ? 0 : screen->width > used + GAP ? screen->width - used - GAP : 1;
        if (row->note && *row->note && (!room || room >= LEAST_NOTE || room >= text_width(row->note))) {
            fprintf(screen->stream, "%*s", GAP, "");
            screen_fit(screen, STYLE_DIM, row->note, room);
        }
        putc('\n', screen->stream);
    }
    explain_not_seen(table, widths, screen);
}
