/* grown.c - see grown.h. */
#include "report/html/grown.h"

#include "report/show/quote.h"

#include <math.h>

/* JSON has no infinity. */
static void put_number(FILE *stream, double number)
{
    if (isfinite(number))
        fprintf(stream, ",%.15g", number);
    else
        fputs(",null", stream);
}

static void put_text(FILE *stream, const char *text)
{
    putc(',', stream);
    quote_json_shown(stream, text ? text : "");
}

/* [name, file, kind, law, other laws, begins here, caller, at 10 and at 100 times the size, calls at each size...]. */
static void put_function(FILE *stream, const struct growth *growth, const struct grown *grown, struct arena *arena)
{
    const struct profile_region *region = growth->compare.lines[grown->line].region;
    putc('[', stream);
    quote_json_shown(stream, region->name);
    put_text(stream, view_file(&growth->sizes.runs[0].view, region->file));
    fprintf(stream, ",%d", (int)region->kind);
    put_text(stream, law_text(&grown->fit.best, arena));
    put_text(stream, growth_others(&grown->fit, arena));
    fprintf(stream, ",%d", law_surely_steep(&grown->fit) && !grown->follows);
    put_text(stream, grown->caller ? growth->compare.lines[grown->caller->line].region->name : "");
    put_number(stream, grown->ten);
    put_number(stream, grown->hundred);
    for (uint32_t k = 0; k < growth->sizes.count; k++)
        put_number(stream, growth_value(growth, grown->line, k));
    putc(']', stream);
}

void grown_put(FILE *stream, const struct growth *growth, struct arena *arena)
{
    fputs("{\"sizes\":[", stream);
    for (uint32_t k = 0; k < growth->sizes.count; k++)
        fprintf(stream, "%s%.15g", k ? "," : "", growth->sizes.sizes[k]);
    fputs("],\"functions\":[", stream);
    for (uint32_t i = 0; i < growth->count; i++) {
        fputs(i ? ",\n" : "\n", stream);
        put_function(stream, growth, &growth->list[i], arena);
    }
    fputs("]}", stream);
}
