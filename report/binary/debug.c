/* debug.c - see debug.h. */
#include "report/binary/debug.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

struct debug {
    Dwarf *dwarf;
    struct arena *arena;
};

struct debug *debug_open(Elf *elf, struct arena *arena)
{
    Dwarf *dwarf = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    struct debug *debug = dwarf ? arena_alloc(arena, sizeof *debug) : NULL;
    if (debug)
        *debug = (struct debug){dwarf, arena};
    return debug;
}

void debug_close(struct debug *debug)
{
    if (debug)
        dwarf_end(debug->dwarf);
}

/* Finds the unit with the address. clang writes no table of addresses, so all units are searched. */
static bool find_unit(const struct debug *debug, uint64_t address, Dwarf_Die *unit)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    if (dwarf_addrdie(debug->dwarf, address, unit))
        return true;
    while (dwarf_nextcu(debug->dwarf, offset, &next, &header, NULL, NULL, NULL) == 0) {
        if (dwarf_offdie(debug->dwarf, offset + header, unit) && dwarf_haspc(unit, address) > 0)
            return true;
        offset = next;
    }
    return false;
}

/* Sets the file relative to the folder in which the unit was compiled, as in the records. */
static void set_file(const struct debug *debug, Dwarf_Die *unit, const char *file, struct debug_location *location)
{
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    size_t length = folder ? strlen(folder) : 0;
    if (!file)
        return;
    bool below = length && !strncmp(file, folder, length) && file[length] == '/';
    location->file = below ? arena_printf(debug->arena, "%s/%s", folder, file + length)
                           : arena_copy(debug->arena, file, strlen(file));
}

void debug_find(struct debug *debug, uint64_t address, struct debug_location *location)
{
    Dwarf_Die unit, *scopes = NULL;
    if (!debug || !find_unit(debug, address, &unit))
        return;
    location->found = true;
    location->assembly = dwarf_srclang(&unit) == DW_LANG_Mips_Assembler;
    set_file(debug, &unit, dwarf_diename(&unit), location);
    int count = dwarf_getscopes(&unit, address, &scopes);
    for (int i = 0; i < count; i++) {
        int line;
        if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram)
            continue;
        const char *name = dwarf_diename(&scopes[i]);
        if (name)
            location->name = arena_copy(debug->arena, name, strlen(name));
        set_file(debug, &unit, dwarf_decl_file(&scopes[i]), location);
        if (dwarf_decl_line(&scopes[i], &line) == 0 && line > 0)
            location->line = (uint32_t)line;
        break;
    }
    free(scopes);
}
