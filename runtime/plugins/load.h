/*
 * load.h - the shared objects that INSTR_PLUGINS names are loaded, and each says what it wants.
 */
#ifndef INSTR_PLUGIN_LOAD_H
#define INSTR_PLUGIN_LOAD_H

#include "include/instr_plugin.h"

#include <stdbool.h>

struct loaded {
    struct instr_plugin table; /* all that it has of what there is */
    char name[64];             /* as users know it */
    bool silent;               /* it is told nothing any more */
};

/* Fills in up to `most`, and says of all others why not. */
unsigned load_plugins(struct loaded *plugins, unsigned most);

/* The calling thread does that just now: what it attaches is a plug-in's. */
bool load_goes_on(void);

#endif
