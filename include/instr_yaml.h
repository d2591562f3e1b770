/*
 * instr_yaml.h - one block of a YAML file, for pacer_configure: link -linstr_yaml, which is there where instr was built with libyaml.
 */
#ifndef INSTR_YAML_H
#define INSTR_YAML_H

#ifdef __cplusplus
extern "C" {
#endif

/* Calls `take` for each KEY: VALUE of the mapping `block`, which stands at the top of the file or in a mapping there, as in
 * "Omega: {Timing: {Level: 2}}". 0; -1 after a message on stderr where the file can't be read or is no YAML. A file without the block
 * has nothing. */
int instr_yaml_block(const char *file, const char *block,
                     void (*take)(const char *key, const char *value, void *context), void *context);

#ifdef __cplusplus
}
#endif
#endif
