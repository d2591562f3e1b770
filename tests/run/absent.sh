# absent.sh - a program that was moved to where there is no runtime: after its start no probe makes a call any more.
cat >look.c <<'C'
/* Compiled plainly: how many of the program's regions are off. The layout is that of include/instr_abi.h. */
#include <stdio.h>
struct region { unsigned magic; unsigned short size; unsigned char kind, level; unsigned line, flags; const char *texts[5];
    void *state; };
extern struct region __start_instr_regions[] __attribute__((weak)), __stop_instr_regions[] __attribute__((weak));
int look(void)
{
    int all = 0, off = 0;
    for (char *at = (char *)__start_instr_regions; at < (char *)__stop_instr_regions;) {
        struct region *region = (struct region *)at;
        int known = region->magic == 0x31525349u;
        all += known;
        off += known && !region->state;
        at += known ? region->size : 8;
    }
    printf("%d of %d off\n", off, all);
    return 0;
}
C
cat >main.c <<'C'
int look(void);
static int one(int n) { return n + 1; }
int two(int n) { return one(n) * 2; }
int main(void) { return two(1) != 4 || look(); }
C
for compiler in $(test_compilers); do
    $compiler -c look.c
    for flags in "" -O2 "-O2 -ffunction-sections -Wl,--gc-sections" "-static" "-fpack-struct" "--instr-output=x.instr"; do
        [ "${CHECKER:-}" != thread ] || [ "$flags" != -static ] || continue # its library links into no static program
        rm -f main.o program
        INSTR_LIBDIR=/nowhere instr-cc $compiler $flags -c main.c
        $compiler $(echo "$flags" | sed 's/--instr[^ ]*//') -o program main.o look.o
        [ "$(env -u LD_LIBRARY_PATH ./program)" = '3 of 3 off' ] || fail "$compiler $flags: $(./program)"
        ! ls ./*.instr 2>/dev/null || fail "$compiler $flags: a profile"
    done
done
