# api.sh INCLUDE LIBDIR - a program with labels in all the forms it can be built: with any compiler,
# linked to the runtime or not, instrumented or not, without a runtime, and with the labels compiled out.
include=$1 libdir=$2
source=$INSTR_TEST_DIR/api.c
flags="-O1 -Wall -Wextra -Werror -I$include"

run() {
    rm -f -- *.instr
    [ "$("$@")" = 110 ] || fail "the output of $*"
}

# labels: "DEPTH NAME CALLS" of all labels.
labels() {
    instr-report tree --csv --min=0 | awk -F, 'NR > 1 && $6 == "label" { print $1, $3, $7 }'
}

expect() {
    labels >found
    printf '%s\n' "$@" | diff - found || fail "$form"
}

form="no runtime to be found"
cc $flags -o program "$source"
run ./program
[ ! -e program.*.instr ] || fail "$form: a profile"

form="compiled out"
cc $flags -DINSTR_DISABLED -o program "$source"
run env LD_LIBRARY_PATH="$libdir" ./program
[ ! -e program.*.instr ] || fail "$form: a profile"
! nm program | grep -i instr || fail "$form: something is left"

form="loaded"
cc $flags -o program "$source"
run env LD_LIBRARY_PATH="$libdir" ./program
expect "1 whole 1" "2 turn 10" "3 fine 10" "4 in leaf 10"
instr-report | grep -q '^stop of "never started" while "whole" was open (api.c:[0-9]*): 1$' || fail "$form: mistake"

form="strict"
[ "$(LD_LIBRARY_PATH=$libdir INSTR_STRICT=1 ./program 2>&1 >/dev/null)" = \
    "instr: stop of \"never started\" while \"whole\" was open (api.c:32)" ] || fail "$form: message"
(ulimit -c 0; LD_LIBRARY_PATH=$libdir INSTR_STRICT=abort ./program >/dev/null 2>&1) && status=0 || status=$?
[ "$status" -gt 128 ] || fail "$form: exit status $status"

form="level"
run env LD_LIBRARY_PATH="$libdir" INSTR_LEVEL=1 ./program
expect "1 whole 1" "2 in leaf 10"

form="filter"
echo "SCOREP_REGION_NAMES_BEGIN EXCLUDE t* SCOREP_REGION_NAMES_END" >filter
run env LD_LIBRARY_PATH="$libdir" INSTR_FILTER=filter ./program
expect "1 whole 1" "2 fine 10" "3 in leaf 10"

form="linked"
cc $flags -o program "$source" -L"$libdir" -Wl,-rpath,"$libdir" \
    -Wl,--push-state,--no-as-needed -linstr -Wl,--pop-state
readelf -d program | grep -q 'NEEDED.*libinstr' || fail "$form: not linked"
run ./program
expect "1 whole 1" "2 turn 10" "3 fine 10" "4 in leaf 10"

form="static"
if cc $flags -static -o program "$source" 2>/dev/null; then
    run ./program
    [ ! -e program.*.instr ] || fail "$form: a profile"
    cc $flags -static -o program "$source" -Wl,-u,instr_get_api "$libdir/libinstr.a"
    run ./program
    expect "1 whole 1" "2 turn 10" "3 fine 10" "4 in leaf 10"
fi

for compiler in $(test_compilers); do
    form="instrumented by $compiler"
    instr-cc $compiler $flags -o program "$source"
    run ./program
    expect "2 whole 1" "3 turn 10" "4 fine 10" "6 in leaf 10"
    instr-report coverage --csv | cut -d, -f1,4 | sort >found
    printf '%s\n' function,status leaf,called main,called | diff - found || fail "$form: coverage"
done

form="filter of functions"
echo "SCOREP_REGION_NAMES_BEGIN EXCLUDE leaf SCOREP_REGION_NAMES_END" >filter
run env INSTR_FILTER=filter ./program
expect "2 whole 1" "3 turn 10" "4 fine 10" "5 in leaf 10"
instr-report coverage --csv | cut -d, -f1,4,5 | sort >found
printf '%s\n' function,status,reason leaf,not-instrumented,filter-run main,called, | diff - found || fail "$form"

form="a filter that is none"
echo "EXCLUDE x" >filter
run env INSTR_FILTER=filter ./program
expect "2 whole 1" "3 turn 10" "4 fine 10" "6 in leaf 10"
instr-report | grep -q '^settings that could not be understood: 1$' || fail "$form"
instr-report | grep -q '^filter:1: ' || fail "$form: why"

form="objects of both kinds"
instr-cc cc $flags -Dmain=other -c -o instrumented.o "$source"
cc $flags -o program "$source" instrumented.o
run ./program
expect "1 whole 1" "2 turn 10" "3 fine 10" "4 in leaf 10"

form="contexts without MPI"
cat >context.c <<'C'
#include <instr.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    int comm = 0;
    char line[4096];
    instr_context_begin(comm, "by hand");
#pragma instr context("by pragma", comm)
    { comm++; }
    instr_context_end("by hand");
#pragma instr context("by pragma", MPI_COMM_WORLD)
    { comm++; }
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps))
        if (strstr(line, "libmpi") || strstr(line, "libinstr_mpi"))
            return 1;
    return comm != 2;
}
C
instr-cc cc -O1 -I"$include" -o program context.c
rm -f -- *.instr
./program || fail "$form: an MPI was loaded"
instr-report tree --csv --min=0 | awk -F, 'NR > 1 && $6 == "context" { print $1, $3, $7, $15, $20 }' >found
printf '%s\n' "2 by hand 1 1 1" "3 by pragma 1 1 1" "2 by pragma 1 1 1" | diff - found || fail "$form"

# What a run is of, from the program: in the profile's tag, beside INSTR_TAG's, the last of a key; for each who shows tags.
cat >notes.c <<'C'
#include <instr.h>
int main(void)
{
    int wrong = instr_note("two words", "x") == 0 || instr_note("", "x") == 0 || instr_note("null", 0) == 0;
    return wrong + instr_note("mesh", "icos30") + instr_note_number("steps", 100) + instr_note("mesh", "icos 480") +
           instr_note("nodes", "4");
}
C
tag=solver=cg,mesh=icos_480,steps=100,nodes=4
cp notes.c notes.cpp
for language in cpp c; do
    compiler=cc
    [ $language = c ] || compiler=c++
    instr-cc $compiler $flags -o notes notes.$language
    INSTR_TAG=solver=cg INSTR_OUTPUT=notes.instr ./notes || fail "notes in $language: $?"
    instr-report list --csv notes.instr | grep -q "\"$tag\"" || fail "notes in $language: $(instr-report list --csv notes.instr)"
done
[ "$(instr-report list --csv --only=steps=100 notes.instr | wc -l)" = 2 ] || fail 'chosen by a note'
instr-report diff notes.instr notes.instr | grep -q "^before: .*, $tag" || fail "diff: $(instr-report diff notes.instr notes.instr)"
instr-report export caliper notes.instr >caliper
python3 -c 'import json; a = json.load(open("caliper")); assert (a["mesh"], a["steps"], a["note.nodes"]) == ("icos_480", "100", "4") and len(a["nodes"]) > 1' ||
    fail "caliper: $(cat caliper)"

# Settings from the program, as the environment gives them: which is said by both stays the environment's.
cat >configured.c <<'C'
#include <instr.h>
#include <stdio.h>
#include <stdlib.h>
static void work(void)
{
    INSTR_START("work");
    INSTR_STOP("work");
}
int main(int count, char **words)
{
    int i, wrong = instr_configure(0) != INSTR_EARGUMENT;
    for (i = 1; i < count; i++)
        printf("%d\n", instr_configure(words[i]));
    work();
    instr_start_label(instr_label_make("fine", 3, 0, 0, 0));
    instr_stop_label(instr_label_make("fine", 3, 0, 0, 0));
    return wrong;
}
C
cp configured.c configured.cpp
instr-cc c++ -Wall -Werror $flags -o configured-cpp configured.cpp
instr-cc cc -Wall -Werror $flags -o configured configured.c
# configured CODES [VARIABLE...] -- TEXT...: what calls with these texts return, and what is said goes to `err`.
configured() {
    codes=$1
    shift
    variables=
    while [ "$1" != -- ]; do
        variables="$variables $1"
        shift
    done
    shift
    rm -f ./*.instr
    got=$(env $variables $program "$@" 2>err | tr '\n' ' ')
    [ "$got" = "$codes" ] || fail "$program $variables '$*': $got, not $codes: $(cat err)"
}
for program in ./configured ./configured-cpp; do
    configured '0 ' -- 'level=1,output=set.%p.instr,tag=mesh=3'
    [ ! -s err ] && ls set.*.instr >/dev/null || fail "$program: $(ls; cat err)"
    instr-report flat --csv set.*.instr >flat
    grep -q '^work,' flat && ! grep -q '^fine,' flat || fail "$program: level=1: $(cat flat)"
    instr-report list --csv set.*.instr | grep -q '"*mesh=3"*' || fail "$program: tag: $(instr-report list --csv set.*.instr)"
    configured '0 ' INSTR_LEVEL=4 INSTR_OUTPUT=user.instr -- 'level=1,output=set.instr'
    [ ! -e set.instr ] && instr-report flat --csv user.instr | grep -q '^fine,' || fail "$program: the environment: $(ls)"
done
configured '-4 -4 -9 0 ' -- 'level=9' 'levle=1' 'memory=1G' 'strict=1'
for text in 'INSTR_LEVEL=9 is ignored: expected a number from 0 to 4' 'INSTR_LEVLE is not a setting of instr: INSTR_LEVEL?' \
    'INSTR_MEMORY=1G is ignored: set it in the environment'; do
    grep -qF "$text" err || fail "configured: $(cat err)"
done
[ "$(wc -l <err)" = 3 ] || fail "configured: $(cat err)"
# All that can be taken are; commas belong to the value where no name follows, and a ; leaves all of them to it.
configured '-9 0 ' -- 'metrics=io,heap,output=first.instr' 'tag=a=1,b=2;output=b,c=d.instr'
[ "$(ls ./*.instr)" = './b,c=d.instr' ] || fail "configured: $(ls)"
instr-report list --csv ./*.instr | grep -q 'a=1,b=2' || fail "configured: $(instr-report list --csv ./*.instr)"
configured '0 -4 -4 -4 ' -- 'groups=!physics' 'tag=words' 'level' 'output='
grep -qF 'INSTR_TAG=words is ignored: expected KEY=VALUE' err || fail "configured: $(cat err)"
configured '0 0 ' INSTR_TAG=mine=1 -- output=None tag=mine=2
! ls ./*.instr 2>/dev/null || fail 'configured: a profile in spite of None'
# A name that a snapshot has already is that profile's again.
cat >names.c <<'C'
#include <instr.h>
int main(void)
{
    return instr_configure("output=a.instr") + instr_snapshot() + instr_configure("output=b.instr") + instr_snapshot() +
           instr_configure("output=a.instr");
}
C
instr-cc cc $flags -o named names.c
rm -f ./*.instr
./named || fail "named: $?"
[ "$(echo ./*.instr)" = './a.instr ./b.instr' ] || fail "named: $(ls)"
# Without a runtime nothing is done, nothing is wrong.
cc $flags -DINSTR_DISABLED -I"$include" -o disabled configured.c
[ "$(./disabled level=9)" = 0 ] || [ $? = 1 ] || fail 'disabled'
