/* tell.c - see tell.h. */
#include "instrumenter/driver/tell.h"

#include "common/character.h"

#include <stdarg.h>
#include <stdio.h>

void tell(const char *format, ...)
{
    enum { LONGEST = 4096 };
    char text[LONGEST], shown[LONGEST];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    character_shown(text, shown, sizeof shown);
    fprintf(stderr, "instr-cc: %s\n", shown); /* at once: lines of parallel builds don't mix */
}
