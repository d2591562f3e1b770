/* page.c - see page.h. */
#include "report/show/page.h"

#include "report/show/quote.h"
#include "report/show/text.h"

void page_begin(FILE *stream, const char *title, struct page_text style, const char *policy, const char *text,
                const char *id, const char *type)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", stream);
    if (policy)
        fprintf(stream, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", policy);
    fputs("<meta name=\"viewport\" content=\"width=device-width\">\n<title>", stream);
    for (char shown[CHARACTER_SHOWN]; *title;) {
        character_show(&title, shown);
        quote_xml(stream, shown);
    }
    fputs(" - instr</title>\n<style>\n", stream);
    fwrite(style.bytes, 1, style.size, stream);
    fputs("</style>\n</head>\n<body>\n<pre>", stream);
    quote_xml(stream, text);
    fprintf(stream, "</pre>\n<script type=\"%s\" id=\"%s\">\n", type, id);
}

void page_end(FILE *stream, const struct page_text *programs, size_t count)
{
    fputs("</script>\n", stream);
    for (size_t i = 0; i < count; i++) {
        fputs("<script>\n", stream);
        fwrite(programs[i].bytes, 1, programs[i].size, stream);
        fputs("</script>\n", stream);
    }
    fputs("</body>\n</html>\n", stream);
}
