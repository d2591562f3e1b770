/*
 * schema.h - the tables of the library. A change of them is a new number here, and a step that brings older files up to
 * it.
 */
#ifndef INSTR_TUNE_SCHEMA_H
#define INSTR_TUNE_SCHEMA_H

enum { SCHEMA_VERSION = 1 };

/* States are those of enum work_state. */
static const char schema_tables[] =
    "CREATE TABLE sessions ("
    "  id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, born TEXT NOT NULL,"
    "  host TEXT NOT NULL, machine TEXT, system TEXT, compiler TEXT, source_commit TEXT,"
    "  version TEXT, started TEXT NOT NULL, ended TEXT);"
    "CREATE TABLE builds ("
    "  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, generate TEXT, build TEXT,"
    "  state INTEGER NOT NULL DEFAULT 0, session INTEGER REFERENCES sessions,"
    "  reason TEXT, log TEXT, seconds REAL);"
    "CREATE TABLE executions ("
    "  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
    "  build INTEGER NOT NULL REFERENCES builds, command TEXT NOT NULL,"
    "  state INTEGER NOT NULL DEFAULT 0, session INTEGER REFERENCES sessions,"
    "  reason TEXT, log TEXT, seconds REAL);"
    "CREATE TABLE variants ("
    "  id INTEGER PRIMARY KEY, parameters TEXT NOT NULL UNIQUE,"
    "  execution INTEGER NOT NULL REFERENCES executions);"
    "CREATE TABLE samples ("
    "  execution INTEGER NOT NULL REFERENCES executions, number INTEGER NOT NULL,"
    "  session INTEGER NOT NULL REFERENCES sessions, measured TEXT NOT NULL,"
    "  seconds REAL NOT NULL, memory REAL NOT NULL, output TEXT, profiles TEXT,"
    "  PRIMARY KEY (execution, number));"
    "CREATE TABLE sample_values ("
    "  execution INTEGER NOT NULL, number INTEGER NOT NULL, measure TEXT NOT NULL,"
    "  value REAL, reason TEXT, PRIMARY KEY (execution, number, measure),"
    "  FOREIGN KEY (execution, number) REFERENCES samples ON DELETE CASCADE);";

#endif
