/* quote.c - see quote.h. */
#include "report/quote.h"

#include "report/text.h"

#include <string.h>

void quote_json(FILE *stream, const char *text)
{
    putc('"', stream);
    for (const char *at = text; *at;) {
        size_t length = text_utf8_length(at);
        unsigned char byte = (unsigned char)*at;
        if (length == 0) {
            fputs("\\ufffd", stream);
            length = 1;
        } else if (byte == '"' || byte == '\\') {
            fprintf(stream, "\\%c", byte);
        } else if (byte < 0x20 || byte == '<') {
            fprintf(stream, "\\u%04x", byte);
        } else {
            fwrite(at, 1, length, stream);
        }
        at += length;
    }
    putc('"', stream);
}

void quote_csv(FILE *stream, const char *text)
{
    if (!text[strcspn(text, "\",\r\n")]) {
        fputs(text, stream);
        return;
    }
    putc('"', stream);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', stream);
        putc(*text, stream);
    }
    putc('"', stream);
}

void quote_xml(FILE *stream, const char *text)
{
    for (const char *at = text; *at;) {
        size_t length = text_utf8_length(at);
        unsigned char byte = (unsigned char)*at;
        if (byte == '&' || byte == '<' || byte == '>' || byte == '"' || byte == '\'')
            fprintf(stream, "&#%d;", byte);
        else if (length == 0 || (byte < 0x20 && byte != '\n' && byte != '\t'))
            fputs("&#xfffd;", stream);
        else
            fwrite(at, 1, length, stream);
        at += length ? length : 1;
    }
}

void quote_escape(FILE *stream, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', stream);
        putc((unsigned char)*text < 0x20 ? ' ' : *text, stream);
    }
}

void quote_replace(FILE *stream, const char *text, const char *bad, char other)
{
    for (; *text; text++)
        putc((unsigned char)*text < 0x20 || strchr(bad, *text) ? other : *text, stream);
}
