/* space.c - see space.h. */
#include "tune/project/space.h"

#include "tune/project/variant.h"

#include <inttypes.h>

uint64_t space_size(const struct project *project)
{
    uint64_t size = 1;
    for (unsigned i = 0; i < project->parameter_count; i++)
        if (__builtin_mul_overflow(size, project->parameters[i].count, &size))
            return UINT64_MAX;
    return size;
}

void space_genes(const struct project *project, uint64_t number, uint16_t *genes)
{
    for (unsigned i = project->parameter_count; i-- > 0;) {
        genes[i] = (uint16_t)(number % project->parameters[i].count);
        number /= project->parameters[i].count;
    }
}

uint64_t space_number(const struct project *project, const uint16_t *genes)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < project->parameter_count; i++)
        number = number * project->parameters[i].count + genes[i];
    return number;
}

bool space_list(struct project *project, uint64_t **numbers, uint64_t *count, struct arena *arena, struct error *error)
{
    uint64_t size = space_size(project);
    size_t room = 0;
    uint16_t genes[PARAMETERS_MOST];
    *numbers = NULL;
    *count = 0;
    if (size > SPACE_LISTED)
        return error_set(error, ERROR_USAGE,
                         "%s: %" PRIu64 " combinations are too many to try each; search among them: --search model",
                         project->file, size);
    for (uint64_t i = 0; i < size; i++) {
        const struct restriction *broken;
        space_genes(project, i, genes);
        if (!variant_allowed(project, genes, &broken, error))
            return false;
        if (broken)
            continue;
        *numbers = arena_room(arena, *numbers, *count, &room, sizeof **numbers);
        (*numbers)[(*count)++] = i;
    }
    return true;
}
