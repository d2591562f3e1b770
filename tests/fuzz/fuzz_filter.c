/*
 * fuzz_filter.c - any bytes into the filter reader. It accepts them or says why not; what it accepts can be
 * asked.
 */
#include "fuzz.h"

#include "common/filter.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct arena arena = {0};
    struct error error = {0};
    struct filter filter;
    /* Exactly as large as the text, so that a sanitizer sees a read behind its end. */
    char *text = malloc(size + !size);
    if (!text)
        abort();
    memcpy(text, bytes, size);
    if (filter_parse(&filter, text, size, "input", &arena, &error)) {
        filter_excludes(&filter, "main", "a/b/c.c");
        if (filter_excludes(&filter, NULL, NULL))
            abort();
    } else if (error.code != ERROR_USAGE || !error.text[0]) {
        abort();
    }
    free(text);
    arena_free(&arena);
    return 0;
}
