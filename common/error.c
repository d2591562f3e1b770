/* error.c - see error.h. */
#include "common/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, enum error_code code, const char *format, ...)
{
    if (error && error->code == ERROR_NONE) {
        va_list args;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
        error->code = code;
    }
    return false;
}

const char *error_said(struct error *error)
{
    error_set(error, ERROR_INTERNAL, "out of memory");
    return error->text;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    if (error) {
        char old[sizeof error->text];
        memcpy(old, error->text, sizeof old);
        va_list args;
        va_start(args, format);
        int used = vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
        if (used < 0 || (size_t)used >= sizeof error->text - 2)
            return false;
        memcpy(error->text + used, ": ", 3);
        size_t at = (size_t)used + 2, length = strlen(old), room = sizeof error->text - at - 1;
        memcpy(error->text + at, old, length < room ? length : room);
        error->text[at + (length < room ? length : room)] = '\0';
    }
    return false;
}
