# rewrite.sh SOURCE_FOLDER INCLUDE_FOLDER LIBRARY_FOLDER - instr-rewrite: what it writes compiles with the plain compiler,
# behaves as the original, and has the calls that the original states; its difference is the difference; it
# says what is out of its reach.
sources=$1 include=$2 libraries=$3

for name in contexts inline jumps; do
    source=$sources/$name.c
    flags="-O2 $(sed -n 's/^ \* flags: //p' "$source")"
    cc $flags -o plain "$source"
    ./plain >plain.out || true

    # With the header, and the runtime found beside other libraries.
    instr-rewrite -o edited.c "$source" cc $flags 2>messages
    [ ! -s messages ] || fail "$name: $(cat messages)"
    cc $flags -w -I "$include" -o program edited.c
    INSTR_OUTPUT=$name.instr LD_LIBRARY_PATH=$libraries ./program | diff plain.out - || fail "$name: output differs"
    instr-report flat --no-pager --csv "$name.instr" >flat
    sed -n 's/^ \* calls: //p' "$source" | while read -r function count; do
        grep -q "^$function,[^,]*,[0-9]*,function,$count," flat || fail "$name: $function is not called $count times"
    done

    # Once is enough.
    instr-cc cc $flags -w -I "$include" -o program edited.c 2>messages
    [ ! -s messages ] || fail "$name: $(cat messages)"
    INSTR_OUTPUT=$name.instr LD_LIBRARY_PATH=$libraries ./program | diff plain.out - || fail "$name: differs by instr-cc"

    # Alone: no header, and no runtime either.
    instr-rewrite --alone "$source" cc $flags >alone.c
    cc $flags -w -o program alone.c
    ./program | diff plain.out - || fail "$name: output differs without a runtime"

    cp "$source" patched.c
    instr-rewrite --diff "$source" cc $flags | patch -s patched.c
    diff edited.c patched.c || fail "$name: --diff is another text"
done

cat >made.c <<'C'
#include "made.h"
/* a comment */
MAKE(one)
#ifdef UNSEEN
int f(int a) {
#else
int f(long a) { /* kept */
#endif
    return LATER(a); }
C
cat >made.h <<'H'
#define MAKE(name) int name(void) { return 1; }
#define LATER(x) (int)(x)
static inline int in_header(void) { return 0; }
H
instr-rewrite made.c >edited.c 2>messages
cat >expected <<'L'
instr-rewrite: made.h:3: in_header can't be instrumented here: it is in a header
instr-rewrite: made.c:3: one can't be instrumented here: a macro makes part of it
instr-rewrite: 2 of 3 functions can't be instrumented here; instr-cc instruments them
L
diff expected messages
grep -q '^int f(long a) {.*__instr_enter.* /\* kept \*/$' edited.c || fail "f has no probe in its line"
[ "$(tail -n 9 edited.c | sed 's/{__extension__.*); /{ /')" = "$(cat made.c)" ] || fail "more than the probe changed"
cc -c -I "$include" -w edited.c

instr-rewrite missing.c 2>messages && status=0 || status=$?
[ "$status" = 71 ] || fail "a missing file: exit status $status"
