/* api.c - labels by hand, as one program in all the forms that api.sh builds. It includes the header as
 * a user does, prints what does not depend on a runtime, and asks only what one can answer. */
#include <instr.h>

#include <stdio.h>

static int leaf(int x)
{
    instr_start("in leaf");
    x++;
    instr_stop("in leaf");
    return x;
}

int main(void)
{
    int i, sum = 0;
    instr_label *turn = instr_label_make("turn", 2, instr_group("loops"), (const char *)0, 0);
    instr_label *fine = instr_label_make("fine", 3, INSTR_NO_GROUP, (const char *)0, 0);
    instr_start("whole");
    for (i = 0; i < 10; i++) {
        instr_start_iteration(turn, INSTR_AUTO);
        instr_start_label(fine);
        sum += leaf(i);
        instr_stop_label(fine);
        instr_stop_label(turn);
    }
    INSTR_REGION("block")
    {
        sum *= 2;
    }
    instr_stop("never started");
    instr_stop("whole");
    printf("%d\n", sum);
    return 0;
}
