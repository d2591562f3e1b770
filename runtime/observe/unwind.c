/* unwind.c - see unwind.h. */
#include "runtime/observe/unwind.h"

#include "runtime/observe/bytes.h"

/* --- data about all functions of a kind (CIE), and about one function (FDE) --- */

struct entry {
    struct bytes common, own; /* instructions */
    uint64_t code_unit;
    int64_t data_unit;
    uint64_t size; /* bytes of the function */
};

/* Opens the record at an offset of the copy, behind its length. */
static bool open_record(const struct code_object *object, uint64_t offset, struct bytes *record)
{
    if (offset >= object->size)
        return false;
    *record = (struct bytes){object->frames + offset, object->frames + object->size};
    uint32_t length = number(record, 4);
    if (!length ||
        length > (uint64_t)(record->end - record->at)) /* ~0: of the form with 64 bits, which nobody writes */
        return false;
    record->end = record->at + length;
    return true;
}

/* Returns the bytes of a pointer in the table's encoding, or 0 if that varies. */
static int pointer_size(uint8_t encoding)
{
    enum { FORM = 0x0f, ABSOLUTE = 0, UDATA4 = 3, UDATA8 = 4, SDATA4 = 11, SDATA8 = 12 };
    uint8_t form = encoding & FORM;
    return form == UDATA4 || form == SDATA4 ? 4 : form == ABSOLUTE || form == UDATA8 || form == SDATA8 ? 8 : 0;
}

/* Reads a CIE, with the encoding of function pointers. Returns false if it has unknown parts. */
static bool read_common(const struct code_object *object, uint64_t offset, struct entry *entry, uint8_t *encoding)
{
    struct bytes *common = &entry->common;
    if (!open_record(object, offset, common) || number(common, 4) != 0)
        return false;
    enum { USUAL = 1, WITH_LONG_NUMBER = 3 };
    uint8_t version = byte(common);
    const uint8_t *words = common->at; /* what is there, a letter each */
    while (byte(common))
        ;
    entry->code_unit = long_number(common, false);
    entry->data_unit = (int64_t)long_number(common, true);
    if (version == USUAL)
        byte(common);
    else
        long_number(common, false);
    *encoding = 0;
    if ((version != USUAL && version != WITH_LONG_NUMBER) || *words != 'z')
        return false;
    struct bytes told = {common->at, common->end};
    uint64_t size = long_number(&told, false);
    struct bytes rest = told;
    skip(&rest, size);
    common->at = rest.at;
    for (words++; *words; words++) {
        if (*words == 'R')
            *encoding = byte(&told);
        else if (*words == 'P')
            skip(&told, (uint64_t)pointer_size(byte(&told)));
        else if (*words == 'L')
            byte(&told);
        else
            return false; /* 'S': a signal came between it and the one below */
    }
    return true;
}

static bool read_entry(const struct code_object *object, const struct code_function *function, struct entry *entry)
{
    uint8_t encoding;
    struct bytes *own = &entry->own;
    if (function->entry->told < 0 || !open_record(object, (uint64_t)function->entry->told, own))
        return false;
    uint64_t here = (uint64_t)(own->at - object->frames), back = number(own, 4);
    if (!back || back > here || !read_common(object, here - back, entry, &encoding))
        return false;
    int size = pointer_size(encoding);
    skip(own, (uint64_t)size);
    entry->size = number(own, 4);
    skip(own, (uint64_t)size - 4);
    skip(own, long_number(own, false));
    return size;
}

/* --- instructions at a program counter --- */

enum register_number { REGISTER_BASE = 6, REGISTER_STACK = 7, REGISTER_RETURN = 16 }; /* of x86-64 */

struct rules {
    uint64_t above; /* the register above which the caller's stack begins, and how far */
    int64_t distance;
    int64_t base; /* where the caller's base is saved, from there; 0: it is still in its register */
};

/* The linkers' rule for the table of library calls (.plt). Each entry pushes a word in its middle, so the caller's stack begins 8 bytes
 * further up, or 16 from a certain byte of the entry on. The last byte here tells which (DW_OP_lit0 + n). */
static const uint8_t plt_rule[] = {0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x30};

static bool obey_plt(struct rules *rules, struct bytes from, uint64_t counter)
{
    enum { ENTRY = 16, WORD = 8 };
    unsigned i = 0;
    long_number(&from, false); /* the size */
    while (i + 1 < sizeof plt_rule && byte(&from) == plt_rule[i])
        i++;
    unsigned pushed = byte(&from) - plt_rule[i];
    *rules = (struct rules){.above = REGISTER_STACK, .distance = counter % ENTRY >= pushed ? 2 * WORD : WORD};
    return i + 1 == sizeof plt_rule && pushed < ENTRY;
}

struct run {
    struct rules now, first; /* first: as all functions of the kind begin */
    struct rules kept[8];
    uint32_t kept_count;
    uint64_t counter, wanted; /* what they have come to, and the one that is asked for */
};

static void save(const struct entry *entry, struct run *run, uint64_t which, int64_t place)
{
    if (which == REGISTER_BASE)
        run->now.base = place * entry->data_unit;
}

static void restore(struct run *run, uint64_t which)
{
    if (which == REGISTER_BASE)
        run->now.base = run->first.base;
}

/* Executes a DW_CFA_* without a number in its first byte. Returns false if the caller's stack can't be found. */
static bool obey(const struct entry *entry, struct run *run, struct bytes *from, uint8_t instruction)
{
    const uint64_t unit = entry->code_unit;
    uint64_t which;
    bool known;
    switch (instruction) {
    case 0x00: /* nop */
        return true;
    case 0x02: /* advance_loc1, 2, 4 */
    case 0x03:
    case 0x04:
        run->counter += unit * number(from, instruction == 0x04 ? 4 : instruction - 1);
        return true;
    case 0x05: /* offset_extended */
        which = long_number(from, false);
        save(entry, run, which, (int64_t)long_number(from, false));
        return true;
    case 0x06: /* restore_extended */
        restore(run, long_number(from, false));
        return true;
    case 0x07: /* undefined */
        return long_number(from, false) != REGISTER_RETURN;
    case 0x08: /* same_value */
        long_number(from, false);
        return true;
    case 0x0a: /* remember_state */
        if (run->kept_count == sizeof run->kept / sizeof *run->kept)
            return false;
        run->kept[run->kept_count++] = run->now;
        return true;
    case 0x0b: /* restore_state */
        if (!run->kept_count)
            return false;
        run->now = run->kept[--run->kept_count];
        return true;
    case 0x0c: /* def_cfa */
        run->now.above = long_number(from, false);
        run->now.distance = (int64_t)long_number(from, false);
        return true;
    case 0x0d: /* def_cfa_register */
        run->now.above = long_number(from, false);
        return true;
    case 0x0e: /* def_cfa_offset */
        run->now.distance = (int64_t)long_number(from, false);
        return true;
    case 0x0f: /* def_cfa_expression */
        known = obey_plt(&run->now, *from, run->wanted);
        skip(from, long_number(from, false));
        return known;
    case 0x10: /* expression, of a register that a call restores */
    case 0x16: /* val_expression */
        which = long_number(from, false);
        skip(from, long_number(from, false));
        return which != REGISTER_BASE;
    case 0x2e: /* GNU_args_size */
        long_number(from, false);
        return true;
    default:
        return false;
    }
}

static bool carry_out(const struct entry *entry, struct run *run, struct bytes from)
{
    enum { KIND = 0xc0, NUMBER = 0x3f, ADVANCE = 0x40, OFFSET = 0x80, RESTORE = 0xc0 };
    while (from.at < from.end) {
        uint8_t instruction = byte(&from);
        uint64_t which = instruction & NUMBER;
        if ((instruction & KIND) == ADVANCE)
            run->counter += entry->code_unit * which;
        else if ((instruction & KIND) == OFFSET)
            save(entry, run, which, (int64_t)long_number(&from, false));
        else if ((instruction & KIND) == RESTORE)
            restore(run, which);
        else if (!obey(entry, run, &from, instruction))
            return false;
        if (run->counter > run->wanted)
            return true;
    }
    return true;
}

/* --- The way up. --- */

/* Reads a word of the stack; returns false if the copy does not contain it. */
static bool word_at(const struct sample *sample, uint64_t address, uint64_t *word)
{
    uint64_t place = address - sample->stack;
    if (place % sizeof *word || place / sizeof *word >= sample->word_count)
        return false;
    *word = sample->words[place / sizeof *word];
    return true;
}

bool unwind(const struct code_object *object, const struct sample *sample, struct call_registers *at)
{
    struct entry entry;
    struct code_function function = code_map_function(object, at->counter);
    if (!function.entry || !read_entry(object, &function, &entry) || at->counter - function.from >= entry.size)
        return false;
    struct run run = {.counter = function.from, .wanted = at->counter};
    if (!carry_out(&entry, &run, entry.common))
        return false;
    run.first = run.now;
    if (!carry_out(&entry, &run, entry.own))
        return false;
    const struct rules *rules = &run.now;
    if (rules->above != REGISTER_STACK && rules->above != REGISTER_BASE)
        return false;
    uint64_t frame = (rules->above == REGISTER_STACK ? at->stack : at->base) + (uint64_t)rules->distance, back;
    if (frame <= at->stack || !word_at(sample, frame - sizeof back, &back) || !back ||
        (rules->base && !word_at(sample, frame + (uint64_t)rules->base, &at->base)))
        return false;
    at->stack = frame;
    at->counter = back - 1;
    return true;
}
