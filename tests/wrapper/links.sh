# Rows C2 to C5 of the list in README.md, and what becomes of the program (D).
. "$(dirname "$0")/lib.sh"

mkdir -p src
cat >src/main.c <<'C'
#include <assert.h>
#include <stdio.h>
int twice(int);
static int unused_here(int x) { return x - 1; }
int (*keep)(int) = unused_here;
int main(int argc, char **argv)
{
    (void)argv;
    assert(argc > 0);
    printf("%d %s %s %d\n", twice(21), __func__, __FILE__, __LINE__);
    return 3;
}
C
printf 'int twice(int x) { return 2 * x; }\nint hidden_one(int x) { return x; }\n' >src/twice.c
printf '{ global: twice; local: *; };\n' >src/map

# run ROW COMMAND: the command makes p, which must run as the plain one.
made() {
    both "$1 $REAL" "$2; ./p; echo status \$?"
    has "$1 $REAL ($2)" instr.out "status 3"
}
regions() {
    instrumented "$1 $REAL" instr/p
    # The runtime wrote what the program did.
    ls instr/*.instr >/dev/null 2>&1 || { fail "$1 $REAL: no profile"; return; }
    instr-report tree --csv instr/*.instr >tree.csv
    has "$1 $REAL" tree.csv main
    has "$1 $REAL" tree.csv twice
}

mkdir -p scripts
cat >scripts/kernel.c <<'C'
int more(int x);
static int twice(int x) { return x * 2; }
__attribute__((noinline)) static int run(int x) { int s = 0; for (int i = 0; i < x; i++) s += REST(i); return s; }
void _start(void)
{
    int r = run(8) + twice(0) - 56;
    __asm__ volatile("syscall" : : "a"(60L), "D"((long)r));
    __builtin_unreachable();
}
C
echo 'int more(int x) { return x * 2; }' >scripts/more.c
cat >scripts/drops.ld <<'L'
ENTRY(_start)
SECTIONS {
    . = 0x400000;
    .text : { *(.text .text.*) }
    .rodata : { *(.rodata .rodata.*) }
    . = ALIGN(0x1000);
    .data : { *(.data .data.*) }
    .bss : { *(.bss .bss.* COMMON) }
    /DISCARD/ : { *(*) }
}
L
sed 's,/DISCARD/.*,/DISCARD/ : { *(.comment .note .note.* .eh_frame .got .got.* .igot.* .iplt .rela.* .plt* .rela .debug_* .llvm_addrsig) } .symtab : { *(.symtab) } .strtab : { *(.strtab) } .shstrtab : { *(.shstrtab) } .got : { *(.got .got.plt .igot .igot.plt) } .rela : { *(.rela.*) },' \
    scripts/drops.ld >scripts/refuses.ld

for REAL in $(test_compilers); do
    made C2 '$CC main.c twice.c -o p'; regions C2
    made C2 '$CC -c main.c twice.c && $CC main.o twice.o -o p'; regions C2
    made "C2 plain linker" "\$CC -c main.c twice.c && $REAL main.o twice.o -o p"; regions "C2 plain linker"
    made "C2 -shared" '$CC -shared -fPIC twice.c -o libt.so && $CC main.c -L. -lt -Wl,-rpath,. -o p'; regions "C2 -shared"
    made "C2 --no-undefined" '$CC -shared -fPIC twice.c -Wl,--no-undefined -Wl,-z,defs -o libt.so && $CC main.c libt.so -Wl,-rpath,. -o p'; regions "C2 --no-undefined"
    made "C2 -shared without -fPIC" '$CC -c twice.c && $CC -shared twice.o -o libt.so && $CC main.c libt.so -Wl,-rpath,. -o p'; regions "C2 -shared without -fPIC"
    made "C2 version script" '$CC -shared -fPIC twice.c -Wl,--version-script=map -o libt.so && $CC main.c libt.so -Wl,-rpath,. -o p'; regions "C2 version script"
    # Equal strings of two units are in a program as often as they are plainly, and no object has names for descriptors.
    printf 'const char *other(void) { return "a text of two units"; }\n' >src/other.c
    for flags in -O2 -O0 '-O2 -fno-merge-constants'; do
        for how in '' "$INSTR"; do
            (cd src && $how $REAL $flags -c twice.c other.c && sed s/other/another/ other.c | $how $REAL $flags -xc -c - -o more.o &&
                $how $REAL $flags main.c twice.o other.o more.o -o p) || fail "C2 strings $REAL $flags"
            echo "$(grep -ao 'a text of two units' src/p | wc -l)" >>src/strings
        done
        instrumented "C2 strings $REAL $flags" src/other.o src/more.o src/p
        is "C2 strings $REAL $flags" "$(tail -n 1 src/strings)" "$(tail -n 2 src/strings | head -n 1)"
        is "C2 names $REAL $flags" "$(readelf -sW src/other.o | grep -c '__instr_n*r[0-9]')" 0
        rm -f src/p src/*.o src/*.instr src/strings
    done
    rm src/other.c
    if [ $REAL = gcc ]; then # debug information has one inlined function for an addition
        echo 'int f(int x) { return x + 1; }' >counted.c
        "$INSTR" gcc -O2 -g -c counted.c
        is "C2 debug information" "$(readelf --debug-dump=info counted.o | grep -c DW_TAG_inlined_subroutine)" 1
    fi
    # What a library exports is what it exports plainly, also where it is made of a single object.
    for flags in '' -O0 '-O2 -masm=intel' '-O2 -flto' '-O2 -fuse-ld=gold' '-O2 -m32'; do
        [ "$flags" != '-O2 -flto' ] || [ $REAL = gcc ] || continue # Debian's ld has no plug-in for clang
        (cd src && $REAL $flags -shared -fPIC twice.c -o ../one.so 2>/dev/null) || continue
        (cd src && "$INSTR" $REAL $flags -shared -fPIC twice.c -o ../two.so)
        instrumented "C2 exports $REAL $flags" two.so
        for made in one two; do readelf --dyn-syms -W $made.so | awk '$7 ~ /[0-9]/ && $5 != "LOCAL" { print $8 }' | sort >$made.exports; done
        same "C2 exports $REAL $flags" one.exports two.exports
    done
    made "C2 visibility" '$CC -fvisibility=hidden main.c twice.c -o p'; regions "C2 visibility"
    made "C2 --as-needed" '$CC -Wl,--as-needed main.c twice.c -lm -o p'; regions "C2 --as-needed"
    made "C2 --gc-sections" '$CC -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections main.c twice.c -o p'; regions "C2 --gc-sections"
    made "C2 -static" '$CC -static main.c twice.c -o p'; regions "C2 -static"
    made "C2 -static objects" '$CC -c main.c twice.c && $CC -static main.o twice.o -o p'; regions "C2 -static objects"
    made "C2 -static, foreign link" "\$CC -c main.c twice.c && $REAL -static main.o twice.o -o p"
    made "C2 -static-pie" '$CC -fPIE -static-pie main.c twice.c -o p'; regions "C2 -static-pie"
    made "C2 -r" '$CC -c main.c twice.c && $CC -r main.o twice.o -o both.o && $CC both.o -o p'; regions "C2 -r"
    made "C2 archive" '$CC -c main.c twice.c && ar crs libt.a twice.o && $CC main.o -L. -lt -o p'; regions "C2 archive"
    made "C2 -no-pie" '$CC -no-pie main.c twice.c -o p'; regions "C2 -no-pie"
    made "C2 -m32 skipped or right" '$CC -m32 -c twice.c 2>/dev/null || :; $CC main.c twice.c -o p'
    made "B13 -g3" '$CC -g3 main.c twice.c -o p'; regions "B13 -g3"
    made "B14 --coverage" '$CC --coverage main.c twice.c -o p'; regions "B14 --coverage"
    made "B13 -fpack-struct" '$CC -fpack-struct main.c twice.c -o p'; regions "B13 -fpack-struct"
    echo 'int main(void) { return 0; }' >try.c
    for flags in -masm=intel '-O2 -masm=intel'; do
        ! $REAL $flags -c try.c -o try.o 2>/dev/null || made "B13 $flags" "\$CC $flags main.c twice.c -o p"
    done
    if [ "${CHECKER:-}" != valgrind ]; then # it reads no split debug information, brings signals late, and wants to be alone
        made "B13 -gsplit-dwarf" '$CC -g -gsplit-dwarf main.c twice.c -o p'; regions "B13 -gsplit-dwarf"
        made "B13 -pg" '$CC -pg main.c twice.c -o p'; regions "B13 -pg"
        for sanitizer in address undefined thread; do
            $REAL -fsanitize=$sanitizer try.c -o try 2>/dev/null && ./try || continue
            made "B13 $sanitizer" "\$CC -g -fsanitize=$sanitizer main.c twice.c -o p"; regions "B13 $sanitizer"
        done
    fi
    if [ $REAL = gcc ]; then
        made "C2 -flto" '$CC -O2 -flto main.c twice.c -o p'; regions "C2 -flto"
        made "C2 -flto objects" '$CC -O2 -flto -c main.c twice.c && $CC -O2 -flto main.o twice.o -o p'; regions "C2 -flto objects"
    fi
    for linker in gold lld bfd; do
        $REAL -fuse-ld=$linker try.c -o try 2>/dev/null || continue
        made "C2 $linker" "\$CC -fuse-ld=$linker main.c twice.c -o p"; regions "C2 $linker"
    done

    # C2 nothing of ours without an input, or without the C library
    both "C2 $REAL" '$CC -nostdlib -nostartfiles -Wl,-e,twice -ffreestanding -O2 -fno-stack-protector twice.c -o p'

    # C2 no probe refers to the records of functions that are left alone, and yet they stay
    for linker in bfd gold lld; do
        $REAL -fuse-ld=$linker try.c -o try 2>/dev/null || continue
        for flags in '-ffreestanding' '-ffreestanding -fPIE -pie' '-ffreestanding -shared -fPIC'; do
            (cd src && "$INSTR" $REAL -O2 -ffunction-sections -fdata-sections $flags -c main.c twice.c 2>/dev/null &&
                $REAL $flags -fuse-ld=$linker -Wl,--gc-sections main.o twice.o -o p) || fail "C2 records $REAL $linker"
            is "C2 records $REAL $linker $flags" \
                "$(instr-report coverage --csv src/p | grep -c 'not-instrumented,freestanding')" 4
            rm -f src/p src/*.o src/*.instr # one of ours, where instr-cc was built by instr-cc
        done
    done

    # C2 a linker script of one's own drops what it does not name, or refuses it
    for kernel in "-O1 kernel.c" "-O2 -ffreestanding kernel.c more.c" "-O1 -D__KERNEL__ kernel.c more.c" "-g -mcmodel=kernel -fno-pie kernel.c more.c"; do
        for script in drops refuses; do
            row="C2 $REAL $kernel $script" link="-nostdlib -static -no-pie -T $script.ld"
            case $script in refuses) link="$link -Wl,--orphan-handling=error" ;; esac
            case $kernel in *more.c) rest=more count=4 ;; *) rest=twice count=3 ;; esac
            for how in plain instr; do
                case $how in plain) cc=$REAL ;; *) cc="$INSTR $REAL" ;; esac
                rm -f scripts/*.o scripts/p
                (cd scripts && $cc -DREST=$rest -fno-stack-protector $kernel -c &&
                    $REAL -fuse-ld=bfd $link ./*.o -o p && status ./p) >$how.out 2>&1 || :
            done
            [ "$(tail -n 1 plain.out)" = 0 ] || continue # not this compiler
            same "$row" plain.out instr.out
            is "$row: listed" "$(instr-report coverage --csv scripts/p | grep -c 'not-instrumented,freestanding')" $count
        done
    done

    # C3 a link with -v says what the plain one says
    (cd plain && $REAL -c main.c twice.c && $REAL -v main.o twice.o -o p 2>&1) | grep -c libinstr >/dev/null && fail C3
    (cd instr && "$INSTR" $REAL -static -v main.o twice.o -o p 2>&1) | grep libinstr >/dev/null && fail "C3 $REAL"

    # C4 a program without MPI gets none
    both "C4 $REAL" '$CC main.c twice.c -o p'
    ! readelf -d instr/p | grep -q 'mpi\|libinstr' || fail "C4 $REAL: the program needs more libraries"

    # C5 the same command gives the same bytes
    cd instr
    for flags in '-O2' '-g' '-g3 -O1' '-g -gsplit-dwarf' '-ffunction-sections'; do
        "$INSTR" $REAL $flags -c main.c -o one.o
        TMPDIR=$TMPDIR/. "$INSTR" $REAL $flags -c main.c -o one2.o
        mv one2.o two.o
        "$INSTR" $REAL $flags -c main.c -o one2.o
        same "C5 $REAL $flags" two.o one2.o
        mv one.o first.o
        "$INSTR" $REAL $flags -c main.c -o one.o
        same "C5 $REAL $flags" first.o one.o
        if strings -a one.o | grep -q "$TMPDIR"; then fail "C5 $REAL $flags: the object names a temporary file"; fi
    done
    # D2 the debugger's names
    "$INSTR" $REAL -g -c main.c -o dbg.o
    readelf --debug-dump=info dbg.o 2>/dev/null | grep -q 'DW_AT_name.*main\.c' || fail "D2 $REAL: the unit has another name"
    readelf --debug-dump=info dbg.o 2>/dev/null | grep -q "DW_AT_comp_dir.*$PLACE/instr" || fail "D2 $REAL: the unit has another folder"
    $REAL -g -c main.c -o p.o
    for o in p dbg; do
        readelf --debug-dump=decodedline $o.o 2>/dev/null | awk '$1 == "main.c" {print $2}' | sort -u >$o.lines
    done
    is "D2 $REAL lines" "$(comm -23 p.lines dbg.lines)" ""
    is "D2 $REAL file symbol" "$(readelf -sW dbg.o | awk '$4 == "FILE" {print $8}' | head -1)" main.c
    cd ..
done

# D2 assert, __LINE__, __COUNTER__ and __func__
REAL=gcc
printf '#include <assert.h>\nint main(int c, char **v)\n{\n    (void)v;\n    assert(c == 7 && __COUNTER__ == 0);\n    return 0;\n}\n' >src/assert.c
both D2 '$CC assert.c -o p && ./p'
sed 's/.*\(assert.c:.*\)/\1/' instr.err >i
has D2 i 'assert.c:5: main: Assertion'
# D4 nothing but our names enters the program
# The last is what a link with C++ reads the tables of cleanups by.
"$INSTR" gcc -c src/twice.c -o t.o
is D4 "$(nm t.o | awk '{print $NF}' | grep -v '^__instr\|^__start_instr\|^__stop_instr\|^twice\|^hidden_one\|^dlsym\|^__dlopen\|^program_invocation_name\|^_GLOBAL_OFFSET\|^DW.ref.__gxx_personality_v0' || :)" ""
finish
