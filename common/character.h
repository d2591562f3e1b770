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

/* Replaces a byte that belongs to no character. */
enum { CHARACTER_BAD = 0xfffd };

/* Returns the character at *text, which must not be at its end, and moves *text behind it. An invalid byte is taken alone, as CHARACTER_BAD. */
uint32_t character_take(const char **text);

/* C0, DEL and C1. */
bool character_is_control(uint32_t character);

/* Does the same for display: a character that would move the cursor, change the direction or be invisible is shown as \n or \u{202e}, an
 * invalid byte as \xff. Returns the columns of `shown` on a terminal. */
enum { CHARACTER_SHOWN = 12 };
unsigned character_show(const char **text, char shown[CHARACTER_SHOWN]);

/* Write a whole text for display, and a line formatted as by printf. All names and messages go to terminals through these. */
void character_put(FILE *stream, const char *text);
void character_say(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Copies a text for display, as far as `room` bytes with the terminating zero hold it. Returns its length. */
size_t character_shown(const char *text, char *out, size_t room);

#endif
