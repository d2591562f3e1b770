/*
 * remove.h - a folder with all that is in it goes. Links are removed, not followed.
 */
#ifndef INSTR_REPORT_REMOVE_H
#define INSTR_REPORT_REMOVE_H

/* What can't be removed stays. */
void remove_tree(const char *path);

#endif
