/*
 * region_edit.h - the text of descriptors and probes of regions inside functions.
 */
#ifndef INSTR_REGION_EDIT_H
#define INSTR_REGION_EDIT_H

#include "instrumenter/unit/text.h"
#include "instrumenter/unit/unit.h"

#include <stdbool.h>
#include <stddef.h>

/* The places of a region's text, from left to right; not every form has all. */
enum region_piece { REGION_OUTER, REGION_OPEN, REGION_CLOSE, REGION_OUTER_CLOSE, REGION_PIECES };

/* Offset of a piece, and how far the bracket that it is one half of reaches. False: this form has none. */
bool region_piece_at(const struct unit_region *region, enum region_piece piece, size_t *at, size_t *extent);

/* `counts`: probes are by assembly, and count calls. */
void region_put_piece(struct text *out, const struct unit *unit, size_t index, enum region_piece piece, bool outside,
                      bool counts);

/* What the name of a descriptor fits in. */
enum { REGION_NAME_SIZE = 32 };

/* What a record calls a file, see profile/files.h. */
const char *region_file(const struct unit *unit, const char *file, struct arena *arena);

/* The definition of a descriptor of this name in a section, which is `shared` by units or `kept` though nothing refers to it, up to its value;
 * `={...};`; and behind that the number that its probes add to. */
void region_put_head(struct text *out, const char *section, const char *name, bool shared, bool kept);
void region_put_value(struct text *out, const struct unit *unit, const struct unit_region *region, const char *name,
                      unsigned flags, const char *origin);
void region_put_number(struct text *out, const char *name, bool shared);

/* What the number of the descriptor of this name is called. */
#define REGION_NUMBER "__instr_n%s"
static inline const char *region_number(const char *name)
{
    return name + sizeof "__instr_" - 1;
}

/* What the variable of a probe is. */
struct region_probe {
    char letter; /* of its name, before a number */
    size_t index;
    bool frame;    /* it keeps a frame; else it is by assembly */
    bool constant; /* it may be made while the program is compiled */
    bool open;     /* it may be open or not where its scope ends */
};

/* The variable, up to its value; and how the probe of this descriptor begins. */
void region_put_variable(struct text *out, const struct region_probe *probe);
void region_put_begin(struct text *out, const struct region_probe *probe, const char *name);

/* The records of the regions left alone in `function`, or with `outside` those that probes there use. */
void region_put_descriptors(struct text *out, const struct unit *unit, size_t function, bool outside, bool counts);

/* The name of the frame that is on top where `offset` runs in `function`. */
void region_put_frame(struct text *out, const struct unit *unit, size_t function, size_t offset);

#endif
