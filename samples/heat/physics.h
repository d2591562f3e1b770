/* physics.h - what happens to the plate in one step of time. */
#ifndef HEAT_PHYSICS_H
#define HEAT_PHYSICS_H

#include "grid.h"

/* Heat spreads to the four neighbours; the rim of the plate keeps what it has. */
void diffuse(struct grid *grid);

/* Hot cells burn: a small implicit equation in each, solved by Newton's method. Cold cells need no
 * work, so ranks far from the hot spot finish early and wait. Returns the cells that burnt. */
long long react(struct grid *grid);

#endif
