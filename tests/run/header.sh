# header.sh INCLUDE - instr.h is clean in every form of C and C++ that the compilers here know: used,
# compiled out, and in an instrumented unit.
include=$1

cat >use.c <<'C'
#include "instr.h"
static int see(const struct instr_path *path, void *context)
{
    *(int *)context += path->depth;
    return 0;
}
int main(void)
{
    instr_label *label = instr_label_make("l", 1, instr_group("g"), (const char *)0, 0);
    char **strings;
    int count, longest, depth = 0;
    double value = 0;
    instr_start("a");
    INSTR_START("b");
    instr_start_iteration(label, INSTR_AUTO);
    instr_pause_label(label);
    instr_pause("a");
    instr_resume("a");
    instr_resume_label(label);
    instr_stop_label_at(label, &value, __FILE__, __LINE__);
    instr_context_begin(longest = 1, "c");
    instr_context_end("c");
    INSTR_STOP("b");
    instr_stop("a");
    INSTR_LEVEL(2)
    INSTR_REGION("r") { value += 1; }
    INSTR_REGION_LEVEL("r", 2) { value += 1; }
    INSTR_ITERATE("i")
    for (count = 0; count < 2; count++)
        value += 1;
    instr_query(label, "calls", INSTR_THREAD, &value);
    instr_visit(INSTR_PROCESS, see, &depth);
    instr_dump(INSTR_ALL_GROUPS, &strings, &count, &longest);
    return count != 0 || longest != 0 || instr_error(0) == 0 || instr_now() < 0 || depth != 0;
}
C
cat >twice.c <<'C'
#include "instr.h"
#include "instr.h"
int twice(void);
int twice(void) { return instr_stop("x"); }
C
cat >inline.c <<'C'
#include "instr.h"
inline int external(void);
inline int external(void) { return instr_start("x"); }
int use(void);
int use(void) { return external(); }
C

build() {
    what="$*"
    "$@" -pedantic -Wall -Wextra -Werror -Wno-unknown-pragmas -I"$include" -o program use.c twice.c || fail "$what"
    ./program || fail "$what: run"
}

for compiler in $(test_compilers); do
    for form in "" -DINSTR_DISABLED -DINSTR_OWN_WARNINGS "-DINSTR_DISABLED -DINSTR_OWN_WARNINGS" -D__INSTR__; do
        for std in c89 c99 c11 gnu89 gnu17; do
            build $compiler -std=$std $form
        done
        for std in c99 gnu17; do
            $compiler -std=$std $form -pedantic -Wall -Wextra -Werror -I"$include" -c inline.c || fail "inline $compiler"
        done
    done
    for form in "" -DINSTR_DISABLED -DINSTR_OWN_WARNINGS; do
        for std in c++98 c++11 c++17; do
            build $compiler -x c++ -std=$std $form -Wconversion
        done
    done
done
