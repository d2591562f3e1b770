/* method_random.c - variants at random, each once: what every other method has to be better than. */
#include "tune/search/search.h"

#include <string.h>

/* Draws several variants at a time, so that they can be built in parallel. */
static unsigned ask_random(struct search *search, uint16_t *genes)
{
    unsigned count = 0;
    while (count < search->settings->population && search_draw(search, genes + (size_t)count * search->space->width))
        count++;
    return count;
}

const struct search_method search_random = {
    .name = "random", .summary = "variants at random, each once", .ask = ask_random};

const struct search_method *const search_methods[SEARCH_METHODS] = {&search_random, &search_genetic, &search_model};

const struct search_method *search_method_named(const char *name)
{
    for (int i = 0; i < SEARCH_METHODS; i++)
        if (!strcmp(search_methods[i]->name, name))
            return search_methods[i];
    return NULL;
}
