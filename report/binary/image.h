/*
 * image.h - an ELF file as the loader would lay it out: bytes, pointers and texts by address.
 *
 * Programs and shared objects have addresses of their own. The sections of an object file (.o, or a member
 * of an archive) are given some here, so that both are read the same way.
 */
#ifndef INSTR_REPORT_IMAGE_H
#define INSTR_REPORT_IMAGE_H

#include "common/arena.h"
#include "common/error.h"

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

/* A pointer that the linker or loader fills in. Sorted by place. */
struct image_pointer {
    uint64_t place, target;
};

struct image {
    Elf *elf;
    GElf_Ehdr header;
    uint64_t *base; /* of each section */
    size_t section_count;
    struct image_pointer *pointers; /* in the sections that image_relocate was asked for */
    size_t pointer_count;
    unsigned pointer_size;
    struct arena *arena;
};

/* One symbol of the table with the most of them: .symtab, or .dynsym in a stripped file. */
struct image_symbol {
    const char *name; /* of C++ demangled, where somebody can, and then there is a key */
    const char *mangled;
    const char *key;  /* null, or what it has in common with a record: see cxx_symbol.h */
    const char *unit; /* the source file it is a local symbol of, or "" */
    const char *section;
    uint64_t address, size;
    bool code;  /* a function, or a name in code without a type: assembly */
    bool typed; /* the symbol table says that it is a function */
};

/* Opens an image; `elf` remains the caller's. */
bool image_open(struct image *image, Elf *elf, struct arena *arena, struct error *error);

/* Returns whether the program is static, so that its libraries are inside. */
bool image_is_static(const struct image *image);

/* Finds the next section called `name` from *index on (0 at first): its address and size. */
bool image_section(const struct image *image, const char *name, size_t *index, uint64_t *start, uint64_t *size);

/* Collects the pointers between two addresses that the linker or loader fills in. */
void image_relocate(struct image *image, uint64_t start, uint64_t end);

/* Returns the bytes at an address, and how many follow in the section; NULL if there are none. */
const unsigned char *image_bytes(const struct image *image, uint64_t address, size_t *left);

/* Returns an integer in the file's byte order; 0 outside of the file. */
uint64_t image_number(const struct image *image, uint64_t address, unsigned width);

/* Returns the pointer stored at `place`, as it will be at run time. */
uint64_t image_pointer(const struct image *image, uint64_t place);

/* Returns the text at an address; NULL if no text ends there. */
const char *image_text(const struct image *image, uint64_t address);

/* Returns the defined symbols with a name. *stripped: there is no .symtab. */
void image_symbols(const struct image *image, struct image_symbol **symbols, size_t *count, bool *stripped);

/*
 * --- which instr made a program, object or library: its boot code has the runtime's path and the name that it asks the runtime for
 * (include/instr_abi.h), as texts, which a stripped file has, too ---
 */

/* Returns where the first unit looks for the runtime, or NULL if it is not recorded. */
const char *made_runtime(const char *path, struct arena *arena);

#endif
