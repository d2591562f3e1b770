/*
 * server.h - the Model Context Protocol (modelcontextprotocol.io) on standard input and output: its JSON-RPC, a message a line, with
 * tools and nothing else.
 */
#ifndef INSTR_REPORT_SERVER_H
#define INSTR_REPORT_SERVER_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

/* Answers until `in` ends. */
bool server_run(FILE *in, FILE *out, const char *version, struct error *error);

#endif
