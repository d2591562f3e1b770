/*
 * references.h - finds the descriptor that a function's code refers to. So a symbol gets its record even if their names differ.
 */
#ifndef INSTR_REPORT_REFERENCES_H
#define INSTR_REPORT_REFERENCES_H

#include "report/binary/image.h"

struct references {
    struct image *image;
    uint64_t *places; /* sorted */
    size_t count, room;
    bool ready;
};

void references_add(struct references *references, uint64_t place);
void references_sort(struct references *references);

/* Searches sorted references. */
bool references_has(const struct references *references, uint64_t place);

/* Returns whether the `size` bytes of code at `address` refer to one of the places. */
bool references_any(struct references *references, uint64_t address, uint64_t size);

#endif
