/*
 * slurm.h - measuring as an array of Slurm jobs.
 *
 * Each task of the array has a folder below slurm/ in the project's folder, which says what variants it measures, and a
 * library of its own there, so that the project's is written by one process only: the one that has submitted the array, or a later one
 * that finds the folders. It takes over what a task has measured when the task says that it is done.
 */
#ifndef INSTR_TUNE_SLURM_H
#define INSTR_TUNE_SLURM_H

#include "tune/commands/campaign.h"

/* Measures those of the variants that are built and not known. options->slurm are arguments for sbatch. */
bool slurm_run(struct campaign *campaign, const uint16_t *genes, unsigned count, const struct tune_options *options,
               struct error *error);

#endif
