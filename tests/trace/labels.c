/* Labels that overlap with functions, are paused, and are stopped below others: what is in the trace still nests. */
#include "instr.h"

static void work(int turns)
{
    for (volatile int i = 0; i < turns * 100; i++)
        continue;
}

__attribute__((noinline)) static void inner(void)
{
    work(20);
    instr_stop("across");
    work(20);
}

__attribute__((noinline)) static void outer(void)
{
    instr_start("across");
    work(10);
    inner();
    work(10);
}

__attribute__((noinline)) static void paused(instr_label *label)
{
    instr_start_label(label);
    work(10);
    instr_pause_label(label);
    work(50);
    instr_resume_label(label);
    work(10);
    instr_stop_label(label);
}

int main(void)
{
    for (int i = 0; i < 100; i++) {
        outer();
        paused(instr_label_get("with a pause"));
    }
    return 0;
}
