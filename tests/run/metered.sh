# metered.sh METRICS SOURCE [ALLOCATOR] - what metrics say that are added where something happens, of each function, is what the program
# counts itself: of one thread and many, in a child of fork, after a kill, with a library that comes late, linked statically. A
# program with an allocator of its own runs on.
unset INSTR_TIMING
METRICS=$1
cat >library.c <<'EOF'
void *malloc(unsigned long);
long write(int, const void *, unsigned long);
void *take(unsigned long n) { return malloc(n); }
long put(int file, const void *from, unsigned long n) { return write(file, from, n); }
EOF
cc -shared -fPIC -o library.so library.c

# PROFILE: each function that any of them is of, with what they are.
shown()
{
    instr-report flat --csv --metric="$METRICS" "$1" | awk -F, -v metrics="$METRICS" '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; count = split(metrics, key, ",")}
        NR > 1 && $4 == "function" {
            line = ""; any = 0
            for (i = 1; i <= count; i++) {
                value = $at["metric_" key[i] "_exclusive"] + 0
                line = line " " value; any += value != 0
            }
            if (any) print $1 line
        }' | sort
}

# PRINTED: of functions that did anything.
told()
{
    awk '{any = 0; for (i = 2; i <= NF; i++) any += $i != 0} any' "$1" | sort
}

check() # PROFILE PRINTED
{
    told "$2" >expected
    [ -s expected ] || fail "$1: the program printed nothing"
    # No other function did anything; in main it is dprintf.
    shown "$1" | grep -v '^main ' >found || true
    diff expected found >difference || fail "$1: the profile differs: $(cat difference)"
}

export INSTR_METRICS="$METRICS"
instr-cc gcc -O1 -pthread -o program "$2" -ldl
for timing in exact adaptive; do
    INSTR_TIMING=$timing INSTR_OUTPUT=one.instr ./program >printed
    check one.instr printed
    INSTR_TIMING=$timing INSTR_OUTPUT=many.instr ./program threads >printed
    instr-report flat --by=metric --csv many.instr >metrics.csv
    last=${METRICS##*,}
    grep -q "$last" metrics.csv || fail "there is no $last: $(cat metrics.csv)"
    case $METRICS in
    heap*) # Which path held what at the mark is as threads took turns; the sums don't depend on it.
        (
            METRICS=heap-calls,heap-bytes,heap-held
            sed -i 's/ [0-9]*$//' printed
            check many.instr printed
        )
        ;;
    *) check many.instr printed ;;
    esac
done
INSTR_OUTPUT=library.instr ./program library >printed
check library.instr printed
INSTR_OUTPUT=run.%p.instr ./program fork >printed
child=0
for profile in run.*.instr; do
    shown "$profile" | grep -q '^small ' || continue
    child=1
    check "$profile" printed
done
[ $child = 1 ] || fail "the child has no profile"
INSTR_OUTPUT=killed.instr ./program kill >printed || true
instr-report recover >/dev/null
check killed.instr printed

# Linked statically the linker puts us between, and costs nothing else: the program counts the same.
if instr-cc gcc -O1 -static -pthread -o fixed "$2" -ldl 2>said; then
    INSTR_OUTPUT=fixed.instr ./fixed >printed
    check fixed.instr printed
    INSTR_METRICS= INSTR_OUTPUT=without.instr ./fixed >printed
    if grep -q mtrc without.instr; then
        fail "without INSTR_METRICS there are metrics"
    fi
else
    fail "no static program could be linked: $(cat said)"
fi

# With an allocator of its own, which calls functions of its own while it holds a lock.
for flags in ${3:+-O2} ${3:+"-O1 -static"}; do
    instr-cc gcc $flags -fno-builtin -pthread -o own "$3"
    INSTR_OUTPUT=own.instr timeout 100 ./own >said || fail "$flags: with its own allocator it ends with $?"
    [ "$(cat said)" = '0 wrong' ] || fail "$flags: with its own allocator it says: $(cat said)"
done
