/* methods.c - all there are. */
#include "tune/search/search.h"

#include <string.h>

const struct search_method *const search_methods[SEARCH_METHODS] = {&search_random, &search_genetic, &search_model};

const struct search_method *search_method_named(const char *name)
{
    for (int i = 0; i < SEARCH_METHODS; i++)
        if (!strcmp(search_methods[i]->name, name))
            return search_methods[i];
    return NULL;
}
