/* method_random.c - variants at random, each once: what every other method has to be better than. */
#include "tune/search/search.h"

static bool begin_random(struct search *search)
{
    (void)search;
    return true;
}

static unsigned ask_random(struct search *search, uint16_t *genes)
{
    return search_draw(search, genes, true);
}

static void end_random(struct search *search)
{
    (void)search;
}

const struct search_method search_random = {"random",  "variants at random, each once", begin_random, ask_random, NULL,
                                            end_random};
