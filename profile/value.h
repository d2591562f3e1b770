/*
 * value.h - what metrics say, added up by the rule of each; private to this folder.
 */
#ifndef INSTR_PROFILE_VALUE_H
#define INSTR_PROFILE_VALUE_H

#include "profile/profile.h"

/* Two values as one. */
struct u128 value_join(struct u128 a, struct u128 b, uint32_t rule);

/* Adds up by the metric's rule. */
void value_merge(struct profile_value *value, const struct profile_value *other, uint32_t rule);

#endif
