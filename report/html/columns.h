/*
 * columns.h - regions, call paths and what each rank did in them, as columns of numbers: what a browser reads fastest.
 *
 * A column has its lowest bytes first, of all entries, then the next ones, which compresses much better than number after
 * number; a column is little-endian in that sense. Times are in picoseconds.
 */
#ifndef INSTR_REPORT_COLUMNS_H
#define INSTR_REPORT_COLUMNS_H

#include "report/html/pack.h"
#include "report/html/source.h"

/* As JSON, [["node.calls", "f64", 9], ...]: name, type, entries, in the order in which they follow. */
void columns_list(FILE *stream, const struct source *source);
bool columns_put(struct pack *pack, const struct source *source, struct error *error);

#endif
