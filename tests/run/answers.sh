# answers.sh SOURCES LIBDIR - the calls that the edit gives to the runtime are those that the runtime has an answer to.
sources=$1 libdir=$2
tr '{' '\n' <"$sources/instrumenter/front/unit_calls.c" | sed -n 's/^"\([A-Za-z0-9_]*\)", UNIT_CALL_RESOLVE}.*/\1/p' | sort >given
[ "$(wc -l <given)" -ge 15 ] || fail "only $(wc -l <given) names were found in the edit"

cat >ask.c <<'C'
#include "include/instr_abi.h"
#include <stdio.h>
__instr_attach_fn __instr_attach11;
static struct __instr_region none[1];
static void original(void) {}
int main(int count, char **names)
{
    long self;
    static struct __instr_thread nobody;
    static struct __instr_object object;
    struct __instr_link link = {.__self = &self, .__none = &nobody, .__object = &object};
    if (!__instr_attach11(&link, none, none))
        return 1;
    for (int i = 1; i < count; i++)
        if (link.__resolve(names[i], original) == original)
            puts(names[i]);
    return 0;
}
C
gcc -D__INSTR_NO_BOOT -I"$sources" -I"$sources/include" -o ask ask.c -L"$libdir" -linstr -Wl,-rpath,"$libdir"
sed -n '/told\[\] = {/,/};/s/"\([a-z_]*\)"/\n\1\n/gp' "$sources"/runtime/attach/*.c | grep -x '[a-z_]*[a-z]' | sort >told
[ "$(wc -l <told)" -ge 5 ] || fail "only $(wc -l <told) names were found that the runtime is told"
INSTR_OUTPUT=/dev/null ./ask not_to_be_answered $(comm -23 given told) >unanswered
[ "$(cat unanswered)" = not_to_be_answered ] || fail "given to the runtime, which has no answer: $(cat unanswered)"

# And what the runtime has an answer to is given to it.
sed -n 's/.*strcmp(name, "\([a-z_A-Z0-9]*\)") == 0.*/\1/p; s/{"/\n{"/g' "$sources"/runtime/attach/*.c "$sources"/runtime/measure/*/*.c >lines
grep -hoE '\{"[A-Za-z0-9_]+", \(void \(\*\)\(void\)\)' "$sources"/runtime/attach/*.c "$sources"/runtime/measure/*/*.c | sed 's/{"\([^"]*\)".*/\1/' >known
grep -xE '[a-z_A-Z0-9]+' lines >>known
grep -v instr known | sort -u - told >answers
[ "$(wc -l <answers)" -ge 15 ] || fail "only $(wc -l <answers) names were found in the runtime"
lost=$(comm -13 given answers)
[ -z "$lost" ] || fail "the runtime has an answer that nobody asks for: $lost"
