# folders.sh CC - compilers that run in several folders: a file is one by whatever names the compiler was given, files of one name
# are as many as there are, and neither depends on the folder that a checkout lies in.
cc=$1
unset INSTR_TIMING PAGER COLUMNS
here=$PWD

mkdir -p a/inc a/src/sub a/one a/two
cat >a/inc/s.h <<'END'
static inline int in_header(int x) { int s = 0; for (int i = 0; i < x; i++) s += i; return s; }
static inline int never(int x) { return x; }
int a(int x), b(int x), one_run(int x), two_run(int x);
extern int on;
END
cat >a/src/a.c <<'END'
#include "s.h"
int a(int x) { return in_header(x); }
END
cat >a/src/sub/b.c <<'END'
#include "../../inc/s.h"
int b(int x) { return in_header(x); }
END
cat >a/src/m.c <<'END'
#include "../inc/../inc/s.h"
int on;
int main(void) { on = 1; return a(3) + b(4) + in_header(5) + one_run(3) + two_run(4) == 0; }
END
cat >a/one/util.c <<'END'
#include "../inc/s.h"
static int check(int x) { int s = 0; for (int i = 0; i < x; i++) s += i; return s; }
int one_run(int x) { return on == 1 ? check(x) : 0; }
END
sed 's/one_run/two_run/; s/== 1/== 2/' a/one/util.c >a/two/util.c
cp -r a other

# build FOLDER WORDS...: as a makefile does that calls make in folders.
build() {
    cd "$here/$1"
    shift
    instr-cc "$cc" "$@" -Iinc -c src/a.c -o a.o
    (cd src/sub && instr-cc "$cc" "$@" -c b.c -o ../../b.o)
    (cd one && instr-cc "$cc" "$@" -c util.c -o util.o)
    (cd two && instr-cc "$cc" "$@" -c util.c -o util.o)
    instr-cc "$cc" "$@" -I"$PWD/inc" -c "$PWD/src/m.c" -o m.o
    instr-cc "$cc" a.o b.o m.o one/util.o two/util.o -o t
    INSTR_OUTPUT=t.instr ./t || fail "status $?"
    cd "$here"
}

# covered FOLDER: what `coverage` says of it, without what it took and where it lies.
covered() { instr-report coverage "$1/t" "$1/t.instr" | sed "s/^t: .*//;s,$here/$1/,,"; }

for level in -O0 -O2; do
    rm -f a/t.instr other/t.instr
    build a $level
    [ "$(instr-report flat --csv a/t.instr | grep -c '^in_header,')" = 1 ] || fail "$level: in_header has several rows"
    [ "$(column_of in_header calls a/t.instr)" = 3 ] || fail "$level: in_header"
    covered a >before
    [ "$(grep '/s\.h$' before)" ] && [ "$(grep -c '/s\.h$' before)" = 1 ] || fail "$level: $(cat before)"
    grep -q ' one/util\.c$' before || fail "$level: $(cat before)"
    grep -q ' check  two/util\.c:2$' before || fail "$level: $(cat before)"

    # In another checkout nothing is new or gone.
    build other $level
    covered other >after
    cmp -s before after || fail "$level: $(diff before after)"
    (cd a && instr-report gate --record -o ../base t.instr >/dev/null)
    (cd other && instr-report gate ../base t.instr >../gate) || fail "$level: $(cat gate)"
    ! grep -q 'gone\|new' gate || fail "$level: $(cat gate)"
done

# Nor where all names are whole, as CMake gives them, but for what has come.
cp -r other more
echo 'int more(int x) { int s = 0; for (int i = 0; i < x; i++) s += i; return s; }' >more/one/more.c
sed 's/return a(3)/int more(int); return more(2) + a(3)/' other/src/m.c >more/src/m.c
for folder in a more; do
    (cd $folder && instr-cc "$cc" -O1 -I"$PWD/inc" "$PWD"/src/*.c "$PWD"/src/sub/*.c "$PWD"/one/*.c "$PWD"/two/*.c -o whole &&
        INSTR_OUTPUT=whole.instr ./whole) || fail "whole names: status $?"
done
instr-report diff --csv --min=0 a/whole.instr more/whole.instr >difference
[ "$(grep -c '^in_header,.*,function,3,3,' difference)" = 1 ] || fail "$(cat difference)"
[ "$(grep -c "^check,.*,function,1,1," difference)" = 1 ] || fail "$(cat difference)"
[ "$(awk -F, '$4 != $5' difference | grep -v ^name | cut -d, -f1,2)" = "more,$here/more/one/more.c" ] || fail "$(cat difference)"

# Its sources are found wherever a report is made.
instr-report export lcov a/t.instr | sed -n 's/^SF://p' >files
while read -r file; do [ -f "$file" ] || fail "lcov names $file"; done <files
[ "$(wc -l <files)" = 6 ] || fail "lcov: $(cat files)"

# Builds that are to be the same wherever they are made are so, and have no name of the folder.
for folder in a other; do
    build $folder -O1 -g -ffile-prefix-map="$here/$folder=."
    covered $folder >$folder.mapped
    ! grep -q "$here/$folder" $folder/b.o $folder/m.o || fail "$folder: its name is in an object"
done
for object in a.o b.o m.o one/util.o two/util.o; do
    cmp -s a/$object other/$object || fail "$object is another one in another folder"
done
cmp -s a.mapped other.mapped || fail "$(diff a.mapped other.mapped)"
[ "$(grep -c '/s\.h$' a.mapped)" = 1 ] || fail "$(cat a.mapped)"

# Two slashes stand behind a folder, and nowhere else, however a build spells the folder or the source.
mkdir -p spelled/sub
echo 'int spelled(void) { return 1; }' >spelled/sub/s.c
recorded() {
    (cd "$1" && shift && instr-cc "$cc" -g0 -c "$@" -o "$here/spelled/s.o")
    is=$(strings -a spelled/s.o | grep 's\.c$' | sort -u | tr '\n' ' ')
}
while read -r at option source expected; do
    recorded "$at" $option "$source"
    [ "$is" = "$expected " ] || fail "$option $source: is '$is', expected '$expected'"
done <<END
spelled -O1 sub//s.c $here/spelled//sub/s.c
spelled -O1 $here//spelled/sub//s.c $here/spelled/sub/s.c
spelled -ffile-prefix-map=$here/spelled=/x/ sub/s.c /x//sub/s.c
spelled -ffile-prefix-map=$here=//x sub//s.c /x/spelled//sub/s.c
spelled -ffile-prefix-map=$here/spelled= sub/s.c sub/s.c
/ -O1 ${here#/}/spelled/sub/s.c $here/spelled/sub/s.c
END

# A build may name all sources by whole paths, as CMake does: the folder that they share is told of none.
mkdir whole
cd whole
for source in src/a.c src/sub/b.c src/m.c one/util.c two/util.c; do
    instr-cc "$cc" -I"$here/a/inc" -c "$here/a/$source" -o "$(echo $source | tr / .).o"
done
instr-cc "$cc" ./*.o -o t
INSTR_OUTPUT=t.instr ./t
instr-report flat t.instr >flat
grep -q ' inc/s.h:1' flat && ! grep "$here" flat || fail "whole paths: $(cat flat)"
cd "$here"

# A cache takes what it keeps for all folders, unless there is debug information: nobody is told another one's.
command -v ccache >/dev/null || exit 0
CCACHE_EXTRAFILES=$(command -v instr-cc)
export CCACHE_DIR="$here/cache" CCACHE_EXTRAFILES INSTR_CC="$cc"
for folder in one two; do
    (cd a/$folder && ccache instr-cc -O1 -c util.c -o kept.o)
    ! grep -q "$here" a/$folder/kept.o || fail "a folder is in an object of the cache"
    (cd a/$folder && ccache instr-cc -O1 -g -c util.c -o kept.o)
    grep -q "$here/a/$folder//util\.c" a/$folder/kept.o || fail "no folder in an object with debug information"
done
