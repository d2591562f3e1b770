# registers.sh SOURCE - probes of which the compiler sees no call change no register and nothing that lies at the end of the stack,
# and count each call.
unset INSTR_TIMING
source=$1

# Of the functions that the timer's signals do not call.
counts() {
    profile_names | grep -E '^(turn|mix|many|deep|doubles|integers) '
}

# try COMPILER FLAGS...
try() {
    is_asked "$*" 'gcc -O0' 'gcc -O2 -march=native -ffp-contract=off' 'gcc -O2 -flto' || return 0
    "$@" -o plain "$source"
    expected=$(./plain)
    rm -f log
    INSTR_LOG=$PWD/log instr-cc "$@" -o measured "$source"
    case "$(uname -m) $*" in
    *mcmodel* | *sanitize=thread*) ;; # data may be too far away for assembly, or calls in its midst
    x86_64*)
        grep -q '"result":"full"' log || fail "$*: $(cat log)"
        nm measured | grep -q __instr_stub_enter || fail "$*: no probes by assembly"
        ;;
    esac
    rm -f first.counts
    for setting in INSTR_TIMING=exact INSTR_TIMING=adaptive INSTR_CLOCK=monotonic INSTR_OBSERVER=off INSTR_LEVEL=0 \
        INSTR_RECURSION=2; do
        rm -f -- *.instr
        found=$(env "$setting" ./measured) || fail "$* with $setting: ends with $?"
        [ "$found" = "$expected" ] || fail "$* with $setting: $found, not $expected"
        case $setting in INSTR_LEVEL=0) continue ;; esac
        counts >now.counts
        [ -f first.counts ] || cp now.counts first.counts
        diff first.counts now.counts || fail "$* with $setting: calls differ from exact timing"
    done
    grep -q '^deep 142$' first.counts || fail "$*: deep has other than 142 calls: $(cat first.counts)"
}

if [ "${TEST_COMPILERS:-gcc}" = clang ]; then
    try clang -O0
    [ "$(uname -m)" != x86_64 ] || try clang -O2 -mcmodel=medium
    try clang -O2 -march=native -ffp-contract=off
    [ "$(uname -m)" != x86_64 ] || try clang -O2 -mspeculative-load-hardening
    exit 0
fi
try gcc -O0
try gcc -O2 -march=native -ffp-contract=off
try gcc -O3 -march=native -ffp-contract=off
try gcc -O2 -fPIE -pie -masm=intel
try gcc -O2 -flto
# What compilers add to functions, they must not add to ours.
# The thread sanitizer would make calls of counts, for which instr-cc has other probes: here it is not told of the sanitizer.
[ "${CHECKER:-}" = thread ] || try gcc -O2 -fstack-protector-all -fprofile-generate
[ -n "${CHECKER:-}" ] || try gcc -O2 -fprofile-generate -fsanitize=thread
[ "$(uname -m)" != x86_64 ] || try gcc -O2 -fsanitize-coverage=trace-pc -DTRACE_PC
