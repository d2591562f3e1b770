/* schema.c - see schema.h. */
#include "report/show/schema.h"

#include <string.h>

enum { WIDTH = 100 };

/* Returns the JSON type of a column, as rows.c writes it. Texts and counts are never missing. */
static const char *type_of(const struct row_column *column)
{
    const char *as = column->as;
    if (!strcmp(as, "text") || !strcmp(as, "quoted"))
        return "{\"type\": \"string\"}";
    if (!strcmp(as, "count") || !strcmp(as, "calls"))
        return "{\"type\": \"integer\", \"minimum\": 0}";
    return !strcmp(as, "rank") ? "{\"type\": [\"integer\", \"null\"]}" : "{\"type\": [\"number\", \"null\"]}";
}

static void put_row(FILE *stream, const struct row_form *form)
{
    const char *comma = "";
    fputs("\"type\": \"object\",\n       \"properties\": {", stream);
    for (unsigned i = 0; i < form->count; i++)
        if (form->columns[i].key) {
            fprintf(stream, "%s\n        \"%s\": %s", comma, form->columns[i].key, type_of(&form->columns[i]));
            comma = ",";
        }
    /* Of metrics, by the keys that were asked for. */
    fputs("},\n       \"patternProperties\": {\"^metric_\": {\"type\": [\"number\", \"null\"]}},\n"
          "       \"additionalProperties\": false,\n       \"required\": [",
          stream);
    comma = "";
    for (unsigned i = 0; i < form->count; i++)
        if (form->columns[i].key) {
            fprintf(stream, "%s\"%s\"", comma, form->columns[i].key);
            comma = ", ";
        }
    fputs("]", stream);
}

void schema_print(FILE *stream, const struct row_form *const *forms, unsigned count)
{
    fputs("{\n"
          " \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          " \"title\": \"What instr-report writes with --json\",\n"
          " \"type\": \"object\",\n"
          " \"required\": [\"format\", \"version\", \"profile\", \"counters\", \"rows\"],\n"
          " \"additionalProperties\": false,\n"
          " \"properties\": {\n"
          "  \"format\": {\"type\": \"string\"},\n"
          "  \"version\": {\"const\": " ROWS_VERSION "},\n"
          "  \"profile\": {\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}},\n"
          "  \"counters\": {\"type\": \"object\", \"additionalProperties\": {\"type\": \"integer\", \"minimum\": 0}},\n"
          "  \"rows\": {\"type\": \"array\"}\n"
          " },\n"
          " \"oneOf\": [",
          stream);
    for (unsigned i = 0; i < count; i++) {
        fprintf(stream,
                "%s\n  {\"properties\": {\n    \"format\": {\"const\": \"instr-%s\"},\n    \"rows\": {\"items\": {\n   "
                "    ",
                i ? "," : "", forms[i]->name);
        put_row(stream, forms[i]);
        fputs("}}}}", stream);
    }
    fputs("\n ]\n}\n", stream);
}

void schema_print_keys(FILE *stream, const struct row_form *form)
{
    int used = fprintf(stream, "  %s:", form->name);
    for (unsigned i = 0, put = 0; i < form->count; i++) {
        const char *key = form->columns[i].key;
        if (!key)
            continue;
        used += fprintf(stream, "%s", put++ ? "," : "");
        if (used + (int)strlen(key) >= WIDTH)
            used = fprintf(stream, "\n   ") - 1;
        used += fprintf(stream, " %s", key);
    }
    fputc('\n', stream);
}
