/*
 * sections.h - the sections of the file, one row each: docs/dev/profile-format.md as data. Private to this folder.
 *
 * Almost all are alike. A table of the profile has entries, and a section has their number and their fields:
 *
 *     file      count | fields of entry 0 | fields of entry 1 | ...          profile->traffic_count, profile->traffic[]
 *
 * pack.c goes through the rows to write, unpack.c to read; both call `fields`, which says what an entry's bytes are (codec.h).
 */
#ifndef INSTR_PROFILE_SECTIONS_H
#define INSTR_PROFILE_SECTIONS_H

#include "profile/codec.h"
#include "profile/tables.h"

enum {
    SECTION_NEEDED = 1,  /* it is always there, and has an entry */
    SECTION_BY_RANK = 2, /* not there where `rnkc` is, which says the same */
    SECTION_MORE = 4     /* says more of entries that another section has */
};

struct section {
    char tag[5];
    unsigned char flags;
    unsigned char texts; /* that an entry has */
    unsigned char least; /* bytes that an entry takes in the file */
    unsigned table;      /* tables.h */
    /* SECTION_MORE: how many entries the section has; 0: it is not there. */
    uint32_t (*told)(const struct profile *profile);
    /* `before`: the entry before it, null for the first. Null: pack.c and unpack.c know a form of its own. That entries stand in
     * the order of their table is required beside. */
    void (*fields)(struct codec *codec, void *entry, const void *before);
};

/* In the file's order, which is that in which they need each other. */
extern const struct section sections[];
extern const unsigned sections_count;

/* How many entries the section says something of; the file has this number. */
uint32_t section_told(const struct section *section, const struct profile *profile);

/* Gathers, writes or reads the fields of all entries in the table, until one fails. */
void section_visit(const struct section *section, struct codec *codec);

#endif
