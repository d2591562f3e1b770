/*
 * piece.h - times coroutines of C++ that say when they are suspended and resumed: see include/instr_pieces.h.
 *
 * The first piece of a coroutine is an ordinary call. A later piece is the rest of a call (FRAME_REST), in the thread and below the
 * function that resumed it. So a frame never outlives the stack that it is on, and no thread touches the tree of another one.
 *
 * How long it was suspended is no time of any function. It is added to the metrics `suspended` and `suspensions` of the node in which
 * it goes on. They are on where a program's first object has such coroutines.
 */
#ifndef INSTR_PIECE_H
#define INSTR_PIECE_H

#include "include/instr_abi.h"
#include "include/instr_pieces.h"

__instr_piece_fn piece_turn;

#endif
