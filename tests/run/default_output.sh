# default_output.sh REPORT - the name of profiles that the build says: kept where the environment is cleared, by programs,
# their children and crashed ones, and no obstacle to INSTR_OUTPUT.
unset INSTR_OUTPUT
mkdir profiles other work
name="$PWD/profiles/%x-%p.instr"
cat >lib.c <<'C'
int twice(int n) { return n * 2; }
C
cat >main.c <<'C'
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int twice(int);
static void child(void) { exit(twice(2) != 4); }
int main(int count, char **words)
{
    if (count > 1 && !strcmp(words[1], "kill")) {
        twice(1);
        raise(SIGKILL);
    }
    if (count > 1 && !strcmp(words[1], "fork")) {
        if (!fork())
            child();
        wait(NULL);
    }
    return twice(21) != 42;
}
C

# written NUMBER: so many profiles where the build wants them, and nothing where the program runs.
written() {
    [ "$(ls work)" = "" ] || fail "$form: in the program's folder: $(ls work)"
    [ "$(ls profiles | wc -l)" = "$1" ] || fail "$form: $(ls profiles | wc -l) profiles, not $1"
    for profile in profiles/*; do
        instr-report flat --csv "$profile" | grep -q '^twice' || fail "$form: $profile lacks a function"
    done
    rm -f profiles/*
}
run() { (cd work && cleared INSTR_TMPDIR="${INSTR_TMPDIR:-}" ../program "$@"); }

for compiler in $(test_compilers); do
    form="$compiler option"
    instr-cc --instr-output="$name" $compiler -O2 -o program main.c lib.c
    run
    written 1
    run fork
    written 2
    form="$compiler INSTR_OUTPUT comes first"
    (cd work && INSTR_OUTPUT="$PWD/../other/own.instr" ../program)
    [ "$(ls other)" = own.instr ] || fail "$form"
    rm other/*
    form="$compiler kill"
    run kill && fail "$form: lives" || :
    instr-report recover "$PWD/program" >/dev/null 2>&1 || instr-report recover >/dev/null
    written 1
    form="$compiler variable, sections"
    INSTR_BUILD_OUTPUT="$name" instr-cc $compiler -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections -o program main.c lib.c
    run
    written 1
    if [ "${CHECKER:-}" != thread ]; then # its library links into no static program
        form="$compiler static"
        instr-cc --instr-output="$name" $compiler -static -o program main.c lib.c
        run
        written 1
    fi
    form="$compiler library first, which says nothing"
    instr-cc $compiler -shared -fPIC -o lib.so lib.c
    instr-cc --instr-output="$name" $compiler -o program main.c "$PWD/lib.so" -Wl,-rpath,"$PWD"
    run
    written 1
    form="$compiler coverage"
    instr-report coverage --require 100 ./program >/dev/null || fail "$form"
done
