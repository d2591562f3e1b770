/*
 * character.h - decodes text from anybody, and makes it safe to print on a terminal.
 *
 * Names come from profiles, sources, variables and command lines. They may hold terminal commands and invisible characters.
 */
#ifndef INSTR_BASE_CHARACTER_H
#define INSTR_BASE_CHARACTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What stands for a byte that belongs to no character. */
enum { CHARACTER_BAD = 0xfffd };

/* Takes the character at *text, which is not the text's end, and moves *text behind it. A byte that is no UTF-8 is
 * taken alone, as CHARACTER_BAD. */
uint32_t character_take(const char **text);

/* C0, DEL and C1. */
bool character_is_control(uint32_t character);

/* The same, as it is shown: a character that would move the cursor, turn the line around or not be seen is named
 * instead (\n, \u{202e}), and so is a byte that is no UTF-8 (\xff). Returns the columns of `shown` on a terminal. */
enum { CHARACTER_SHOWN = 12 };
unsigned character_show(const char **text, char shown[CHARACTER_SHOWN]);

/* The same of a whole text, and of a line that is made as by printf: what stands on a terminal goes by these, names and messages. */
void character_put(FILE *stream, const char *text);
void character_say(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* All of a text, as far as `room` bytes hold it with their null byte. Returns its length. */
size_t character_shown(const char *text, char *out, size_t room);

#endif
