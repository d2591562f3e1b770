#!/bin/sh
# team_what_if.sh - by how much a program with parallel regions would be shorter, and by what first: its parts sleep, and so say it.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING
cat >program.c <<'C'
#include <omp.h>
#include <string.h>
#include <unistd.h>
#define REGION _Pragma("omp parallel num_threads(2)")
static void part(int us) { usleep((unsigned)us); }
static void late(int us) { usleep((unsigned)us); }
static void serial(int us) { usleep((unsigned)us); }
static void held(int us) { usleep((unsigned)us); }
static void uneven(void)
{
    REGION
    if (omp_get_thread_num())
        late(8000);
    else
        part(3000);
}
static void early(void)
{
    REGION
    if (omp_get_thread_num())
        late(2000);
    else
        part(8000);
}
static void beside(void)
{
    serial(4000);
    REGION
    part(6000);
}
static void locked(void)
{
    REGION
    {
#pragma omp critical
        held(5000);
    }
}
int main(int count, char **words)
{
    for (int i = 0; i < 100 && count > 1; i++)
        (!strcmp(words[1], "uneven") ? uneven : !strcmp(words[1], "early") ? early : !strcmp(words[1], "beside") ? beside : locked)();
}
C
echo 'int main(void) { return 0; }' >probe.c
cc -fopenmp -o probe probe.c 2>said || exit 77
instr-cc cc -O1 -fopenmp -o program program.c
# WHAT FUNCTION LESS RUN GAIN [APART]: ms of the run by what it sleeps, and by how much it is shorter; that lies between what is said,
# and these are at most so many ms apart. What the machine adds to the run may be of either.
check() {
    [ -f "$1.instr" ] || INSTR_OUTPUT="$1.instr" ./program "$1"
    instr-report what-if --csv "$2=$3" "$1.instr" >said
    awk -F, -v run="$4" -v gain="$5" -v apart="${6-0}" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { least = 1000 * $at["least_s"]; most = 1000 * $at["most_s"]; off = 1000 * $at["run_s"] - run + 10 }
        END { exit !(least - off < gain && gain < most + off && most - least < apart + off) }' said ||
        fail "$1: of $4 ms $5 less is not in $(cat said)"
}
check uneven late -50% 800 400
check uneven part -50% 800 0
check early late -50% 800 0
check early part -25% 800 200
check beside serial -50% 1000 200
check beside part -50% 1000 300
# One thread runs at a time, so all that goes is won.
check locked held -50% 1000 500

# What was put there is said; first of all where nothing else runs.
check_says() {
    instr-report "$1.instr" >screen
    tr '\n' ' ' <screen | grep -q "$2" || fail "$1: $(cat screen)"
}
check_says uneven 'OpenMP barrier wait: threads wait for each other .* most in uneven .* thread 1 works'
check_says beside 'asleep .* in part'
check_says locked 'OpenMP lock wait: only one thread at a time can continue .*critical in locked'
