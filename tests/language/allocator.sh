# allocator.sh - the address sanitizer calls an allocator of the program's own before it can check anything: its probes, and what
# begins the runtime, must not be checked then.

cat >a.c <<'C'
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void __libc_free(void *);
static void *take(size_t n) { return __libc_malloc(n); }
void *malloc(size_t n) { return take(n); }
void *calloc(size_t n, size_t size) { return __libc_calloc(n, size); }
void *realloc(void *p, size_t n) { return __libc_realloc(p, n); }
void free(void *p) { __libc_free(p); }
#ifdef __cplusplus
}
#endif
C
cat >b.c <<'C'
#include <stdio.h>
#include <stdlib.h>
static int work(int n)
{
    int *p = (int *)malloc(sizeof *p * 4);
    p[n % 4] = n;
    n = p[n % 4];
    free(p);
    return n;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 20; i++)
        sum += work(i);
    printf("%d\n", sum);
    return 0;
}
C
for compiler in $(test_compilers); do
    for level in -O0 -O1 -O2; do
        flags="$level -w -fno-builtin -fsanitize=address"
        $compiler $flags -o plain a.c b.c 2>messages || { echo "no sanitizer: $(cat messages)"; exit 77; }
        instr-cc $compiler $flags -o program a.c b.c
        [ "$(./plain 2>&1)" = 190 ] || fail "$compiler $level: plainly it fails"
        [ "$(INSTR_OUTPUT=run.instr ./program 2>&1)" = 190 ] || fail "$compiler $level: $(./program 2>&1 | head -3)"
        calls=$(instr-report flat --csv --no-pager run.instr | awk -F, '$1 == "work" { print $5 }')
        [ "$calls" = 20 ] || fail "$compiler $level: $calls calls of work"
    done
done
instr-cc gcc -O2 -w -fsanitize=address -o program a.c b.c
[ "$(instr-report coverage --csv program | grep -c ',allocator,')" = 0 ] || fail "the optimised allocator is left alone"
instr-cc gcc -O0 -w -fsanitize=address -o program a.c b.c
instr-report coverage --csv program | grep -q '^malloc,.*,allocator,' || fail "no reason is given"
