/*
 * fuzz_pragma.c - any bytes as a flat text: its pragmas and the statements of what looks like a function.
 * Every offset that comes out must lie in the text, and statements must nest.
 */
#include "fuzz.h"

#include "instrumenter/front/c/body_c.h"
#include "instrumenter/front/c/unit_outline.h"
#include "instrumenter/unit/pragma.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void read_body(struct unit *unit, const struct unit_function *function, const struct pragma_list *pragmas,
                      struct arena *arena)
{
    struct body body;
    body_c_read(&body, unit, function, pragmas, arena);
    for (size_t i = 0; i < body.count; i++) {
        const struct statement *statement = &body.statements[i], *parent = &body.statements[statement->parent];
        require(statement->start <= statement->end && statement->end <= unit->size);
        require(statement->last > i && statement->last <= body.count);
        require(i == 0 || (statement->parent < i && statement->last <= parent->last));
        size_t at;
        body_jumps(&body, statement->front, statement->end, &at, arena);
        require(body_innermost(&body, statement->start) < body.count);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct arena arena = {0};
    char *text = malloc(size + !size), *blank = malloc(size + !size);
    if (!text || !blank)
        abort();
    memcpy(text, bytes, size);
    memcpy(blank, bytes, size);
    struct unit unit = {.text = text, .size = size};
    struct unit_lines lines;
    struct outline outline;
    struct pragma_list pragmas;
    unit_lines_init(&lines, text, size, "input.c", NULL, &arena);
    unit_outline(&outline, text, size, blank, &arena);
    pragma_list_read(&pragmas, &unit, &lines, blank, &arena);
    for (size_t i = 0; i < pragmas.count; i++)
        require(pragmas.pragmas[i].at < pragmas.pragmas[i].end && pragmas.pragmas[i].end <= size);
    for (size_t i = 0; i < unit.message_count; i++)
        require(unit.messages[i].text && unit.messages[i].column > 0);
    unit.functions = arena_array(&arena, outline.count + 1, sizeof *unit.functions);
    require(unit.functions);
    for (size_t i = 0; i < outline.count; i++)
        unit.functions[unit.function_count++] = (struct unit_function){.name = "f",
                                                                       .head = outline.functions[i].head,
                                                                       .open = outline.functions[i].open + 1,
                                                                       .close = outline.functions[i].close};
    for (size_t i = 0; i < unit.function_count; i++)
        read_body(&unit, &unit.functions[i], &pragmas, &arena);
    free(text);
    free(blank);
    arena_free(&arena);
    return 0;
}
