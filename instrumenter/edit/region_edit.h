/*
 * region_edit.h - the text of descriptors and probes of regions inside functions.
 */
#ifndef INSTR_REGION_EDIT_H
#define INSTR_REGION_EDIT_H

#include "instrumenter/unit/text.h"
#include "instrumenter/unit/unit.h"

#include <stdbool.h>
#include <stddef.h>

/* The pieces of a region's text, from left to right; not every form has all. */
enum region_piece { REGION_OUTER, REGION_OPEN, REGION_CLOSE, REGION_OUTER_CLOSE, REGION_PIECES };

/* Returns a piece's offset, and the extent of the bracket of which it is one half. Returns false if this form lacks the piece. */
bool region_piece_at(const struct unit_region *region, enum region_piece piece, size_t *at, size_t *extent);

/* Writes a piece. `counts`: probes are by assembly, and count calls. */
void region_put_piece(struct text *out, const struct unit *unit, size_t index, enum region_piece piece, bool outside,
                      bool counts);

/* Room for the name of a descriptor. */
enum { REGION_NAME_SIZE = 32 };

/* Returns a file's name in records, see profile/files.h. */
const char *region_file(const struct unit *unit, const char *file, struct arena *arena);

/* Writes the definition of a descriptor of this name in a section, either `shared` by units or `kept` without references, up to its value;
 * then `={...};`; and behind that the counter of its probes. */
void region_put_head(struct text *out, const char *section, const char *name, bool shared, bool kept);
void region_put_value(struct text *out, const struct unit *unit, const struct unit_region *region, const char *name,
                      unsigned flags, const char *origin);
void region_put_number(struct text *out, const char *name, bool shared);

/* The name of the counter of the descriptor with this name. */
#define REGION_NUMBER "__instr_n%s"
static inline const char *region_number(const char *name)
{
    return name + sizeof "__instr_" - 1;
}

/* The variable of a probe. */
struct region_probe {
    char letter; /* of its name, before a number */
    size_t index;
    bool frame;    /* it keeps a frame; else it is by assembly */
    bool constant; /* it may be made while the program is compiled */
    bool open;     /* it may be open or not where its scope ends */
};

/* Write the variable, up to its value; and the beginning of this descriptor's probe. */
void region_put_variable(struct text *out, const struct region_probe *probe);
void region_put_begin(struct text *out, const struct region_probe *probe, const char *name);

/* Writes the records of excluded regions in `function`, or with `outside` those used by probes there. */
void region_put_descriptors(struct text *out, const struct unit *unit, size_t function, bool outside, bool counts);

/* Writes the name of the frame that is on top where `offset` runs in `function`. */
void region_put_frame(struct text *out, const struct unit *unit, size_t function, size_t offset);

#endif
