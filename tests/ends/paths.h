/*
 * paths.h - makes a store grow: branch(depth) takes each way through a binary tree, every call on a path of its own, and is
 * itself called 2^(depth + 1) - 1 times.
 */
#ifndef PATHS_H
#define PATHS_H

static void branch(int depth);

__attribute__((noinline)) static void left(int depth)
{
    branch(depth - 1);
}

__attribute__((noinline)) static void right(int depth)
{
    branch(depth - 1);
}

__attribute__((noinline)) static void branch(int depth)
{
    if (depth == 0)
        return;
    left(depth);
    right(depth);
}

#endif
