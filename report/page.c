/* page.c - see page.h. */
#include "report/page.h"

#include "report/quote.h"
#include "report/text.h"
#include "report/viewer/viewer.h"

void page_begin(FILE *stream, const char *title, const char *id)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          stream);
    for (char shown[TEXT_SHOWN]; *title;) {
        text_show(&title, shown);
        quote_xml(stream, shown);
    }
    fputs(" - instr</title>\n<style>\n", stream);
    fwrite(viewer_css, 1, viewer_css_size, stream);
    fprintf(stream, "</style>\n</head>\n<body>\n<script type=\"application/json\" id=\"%s\">\n", id);
}

void page_end(FILE *stream, const unsigned char *program, size_t size)
{
    fputs("</script>\n<script>\n", stream);
    fwrite(words_js, 1, words_js_size, stream);
    fputs("</script>\n<script>\n", stream);
    fwrite(program, 1, size, stream);
    fputs("</script>\n</body>\n</html>\n", stream);
}
