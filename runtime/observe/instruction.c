/* instruction.c - see instruction.h. */
#include "runtime/observe/instruction.h"

#include <stdbool.h>

/*
 * What follows an opcode:
 *     .  nothing           m  ModRM                 x  no such instruction    p  it is a prefix
 *     b  1 byte            M  ModRM, 1 byte         w  2 bytes                q  3 bytes
 *     z  4 bytes, or 2     Z  ModRM, 4 bytes or 2   v  4 bytes, 2 or 8        o  8 bytes: an address
 *     t  ModRM, 1 byte for test                     T  the same with 4 bytes or 2
 * and where it leads:
 *     j  1 byte: a branch  J  4 bytes: a branch     k  1 byte: a jump         K  4 bytes: a jump     c  4 bytes: a call
 *     r  a return          R  2 bytes: a return     e  the end                f  ModRM: may call or jump
 */
static const char one_byte[256] = "mmmmbzxxmmmmbzxx"
                                  "mmmmbzxxmmmmbzxx"
                                  "mmmmbzpxmmmmbzpx"
                                  "mmmmbzpxmmmmbzpx"
                                  "pppppppppppppppp"
                                  "................"
                                  "xxxmppppzZbM...."
                                  "jjjjjjjjjjjjjjjj"
                                  "MZxMmmmmmmmmmmmm"
                                  "..........x....."
                                  "oooo....bz......"
                                  "bbbbbbbbvvvvvvvv"
                                  "MMRrxxMZq.Rrebxe"
                                  "mmmmxxx.mmmmmmmm"
                                  "jjjjbbbbcKxk...."
                                  "p.ppe.tT......mf";
static const char two_bytes[256] = "mmmmx.....xexm.M"
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmxxxxmmmmmmmm"
                                   "......x.xxxxxxxx"
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmmmmmmmmmmmmm"
                                   "MMMMmmm.mmxxmmmm"
                                   "JJJJJJJJJJJJJJJJ"
                                   "mmmmmmmmmmmmmmmm"
                                   "...mMmxx...mMmmm"
                                   "mmmmmmmmmmMmmmmm"
                                   "mmMmMMMm........"
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmmmmmmmmmmmme";

enum { REX = 0x40, REX_MASK = 0xf0, REX_WIDE = 8, SHORT = 0x66, VEX_LONG = 0xc4, VEX = 0xc5, EVEX = 0x62 };
enum { XOP_OR_POP = 0x8f, POP_MASK = 0x38 }; /* AMD's XOP is on no machine that is made today */
enum { MAP_0F = 1, MAP_0F38, MAP_0F3A, MAP_MASK = 7 };

/* What is left of an instruction, and what is known of it. */
struct rest {
    const uint8_t *at, *end;
    bool is_short, is_wide;
};

/* The byte at a place that was not passed yet; 0 behind the end. */
static uint8_t next_byte(const struct rest *rest)
{
    return rest->at < rest->end ? *rest->at : 0;
}

static uint8_t take(struct rest *rest)
{
    uint8_t byte = next_byte(rest);
    rest->at++;
    return byte;
}

static void take_prefixes(struct rest *rest)
{
    while (rest->at < rest->end && one_byte[*rest->at] == 'p') {
        rest->is_wide = (*rest->at & REX_MASK) == REX && *rest->at & REX_WIDE;
        rest->is_short |= *rest->at == SHORT;
        rest->at++;
    }
}

/* Of opcodes in the maps that VEX and EVEX name. */
static char form_in(unsigned map, uint8_t opcode)
{
    return map == MAP_0F ? two_bytes[opcode] : map == MAP_0F3A ? 'M' : 'm';
}

static char take_opcode(struct rest *rest)
{
    uint8_t opcode = take(rest);
    if (opcode == XOP_OR_POP && next_byte(rest) & POP_MASK)
        return 'x';
    if (opcode == VEX) {
        take(rest);
        return form_in(MAP_0F, take(rest));
    }
    if (opcode == VEX_LONG || opcode == EVEX) {
        unsigned map = take(rest) & MAP_MASK;
        rest->at += opcode == EVEX ? 2 : 1;
        return form_in(map, take(rest));
    }
    if (opcode != 0x0f)
        return one_byte[opcode];
    opcode = take(rest);
    if (opcode != 0x38 && opcode != 0x3a)
        return two_bytes[opcode];
    take(rest);
    return opcode == 0x38 ? 'm' : 'M';
}

/* The middle part of ModRM is the result: of some opcodes it says which one is meant. */
static unsigned take_operand(struct rest *rest)
{
    enum { WITH_INDEX = 4, NO_BASE = 5 };
    uint8_t operand = take(rest);
    unsigned form = operand >> 6, base = operand & 7;
    if (form != 3) {
        if (base == WITH_INDEX)
            base = take(rest) & 7;
        rest->at += form == 1 ? 1 : form == 2 || base == NO_BASE ? 4 : 0;
    }
    return operand >> 3 & 7;
}

static uint32_t immediate_size(char form, unsigned which, const struct rest *rest)
{
    uint32_t word = rest->is_short && !rest->is_wide ? 2 : 4;
    switch (form) {
    case 'b':
    case 'M':
    case 'j':
    case 'k':
        return 1;
    case 'w':
    case 'R':
        return 2;
    case 'q':
        return 3;
    case 'z':
    case 'Z':
        return word;
    case 'v':
        return rest->is_wide ? 8 : word;
    case 'o':
        return 8;
    case 'J':
    case 'K':
    case 'c':
        return 4;
    case 't':
        return which < 2;
    case 'T':
        return which < 2 ? word : 0;
    default:
        return 0;
    }
}

static enum instruction_flow flow_of(char form, unsigned which)
{
    enum { CALL = 2, CALL_FAR, JUMP, JUMP_FAR };
    switch (form) {
    case 'j':
    case 'J':
        return INSTRUCTION_BRANCHES;
    case 'k':
    case 'K':
        return INSTRUCTION_JUMPS;
    case 'c':
        return INSTRUCTION_CALLS;
    case 'r':
    case 'R':
    case 'e':
        return INSTRUCTION_ENDS;
    case 'f':
        return which == CALL || which == CALL_FAR   ? INSTRUCTION_CALLS
               : which == JUMP || which == JUMP_FAR ? INSTRUCTION_CHOOSES
                                                    : INSTRUCTION_GOES_ON;
    default:
        return INSTRUCTION_GOES_ON;
    }
}

static bool has_operand(char form)
{
    return form == 'm' || form == 'M' || form == 'Z' || form == 't' || form == 'T' || form == 'f';
}

/* Of a branch: the last bytes say how far it leads. */
static int32_t distance_before(const uint8_t *next, uint32_t size)
{
    uint32_t distance = 0;
    if (size == 1)
        return (int8_t)next[-1];
    for (uint32_t i = 0; i < 4; i++)
        distance |= (uint32_t)next[(int)i - 4] << 8 * i;
    return (int32_t)distance;
}

struct instruction instruction_at(const uint8_t *at, const uint8_t *end)
{
    struct instruction read = {0, INSTRUCTION_ENDS, 0};
    struct rest rest = {.at = at, .end = end};
    take_prefixes(&rest);
    char form = take_opcode(&rest);
    unsigned which = has_operand(form) ? take_operand(&rest) : 0;
    uint32_t immediate = immediate_size(form, which, &rest);
    rest.at += immediate;
    if (form == 'x' || form == 'p' || rest.at > end)
        return read;
    read.size = (uint32_t)(rest.at - at);
    read.flow = flow_of(form, which);
    if (read.flow == INSTRUCTION_BRANCHES || read.flow == INSTRUCTION_JUMPS)
        read.target = rest.at + distance_before(rest.at, immediate);
    return read;
}
