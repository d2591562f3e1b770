/* publish.c - see publish.h. */
#include "report/compare/publish.h"

#include "report/show/quote.h"

#include <string.h>

/* https://docs.github.com/actions/reference/workflow-commands-for-github-actions: in a message these are written by their
 * codes, and in a property, which ends at a comma or colon, those too. */
static void put_escaped(FILE *stream, const char *text, const char *bad)
{
    for (; *text; text++)
        if (strchr(bad, *text))
            fprintf(stream, "%%%02X", (unsigned)(unsigned char)*text);
        else
            putc(*text, stream);
}

static void put_property(FILE *stream, const char *text)
{
    put_escaped(stream, text, "%\r\n:,");
}

/* Returns the function with the place of a cause. */
static const struct counts_function *place_of(const struct verdict_cause *cause)
{
    return cause->caller ? cause->caller : cause->callee;
}

void publish_annotations(FILE *stream, const struct gate *gate, struct arena *arena)
{
    for (uint32_t i = 0; i < gate->verdict.cause_count; i++) {
        const struct verdict_cause *cause = &gate->verdict.causes[i];
        const struct counts_function *at = place_of(cause);
        fputs("::error file=", stream);
        put_property(stream, at->file);
        if (counts_line(at))
            fprintf(stream, ",line=%u", counts_line(at));
        fprintf(stream, ",title=%s of ", cause->metric ? cause->metric : "calls");
        put_property(stream, cause->callee->name);
        fputs("::", stream);
        put_escaped(stream, gate_sentence(cause, arena), "%\r\n");
        if (cause->count > 1)
            fprintf(stream, "; causes %u more", cause->count - 1);
        putc('\n', stream);
    }
}

/* Returns a function's failed finding, or NULL. */
static const struct verdict_finding *find_failed(const struct gate *gate, const struct counts_function *function)
{
    for (uint32_t i = 0; i < gate->verdict.failed; i++)
        if (gate->verdict.findings[i].before == function || gate->verdict.findings[i].now == function)
            return &gate->verdict.findings[i];
    return NULL;
}

static void put_case(FILE *stream, const struct gate *gate, const struct counts_function *function, struct arena *arena)
{
    const struct verdict_finding *failed = find_failed(gate, function);
    fputs("  <testcase classname=\"", stream);
    quote_xml(stream, function->file);
    fputs("\" name=\"", stream);
    quote_xml(stream, function->name);
    if (!failed) {
        fputs("\"/>\n", stream);
        return;
    }
    fputs("\">\n    <failure message=\"", stream);
    quote_xml(stream, gate_change(gate, failed, arena));
    fputs("\">", stream);
    quote_xml(stream, gate_sentence(&gate->verdict.causes[failed->cause], arena));
    fputs("</failure>\n  </testcase>\n", stream);
}

void publish_junit(FILE *stream, const struct gate *gate, struct arena *arena)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"", stream);
    quote_xml(stream, gate->baseline);
    fprintf(stream, "\" tests=\"%u\" failures=\"%u\">\n", gate_function_count(gate), gate->verdict.failed_functions);
    for (uint32_t i = 0; i < gate->before.function_count; i++)
        put_case(stream, gate, &gate->before.functions[i], arena);
    for (uint32_t i = 0; i < gate->verdict.failed; i++)
        if (!gate->verdict.findings[i].before)
            put_case(stream, gate, gate->verdict.findings[i].now, arena);
    fputs("</testsuite>\n", stream);
}
