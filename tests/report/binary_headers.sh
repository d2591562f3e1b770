# binary_headers.sh - functions of libraries that are headers alone: listed with a reason and a count, in no percentage, and measured by
# --instr-headers.
mkdir -p system/vendor system/other
cat >system/vendor/vendor.h <<'C'
static inline int vendor_inner(int n) { return n * 3; }
static inline int vendor_twice(int n) { return vendor_inner(n) - n; }
static inline int vendor_unused(int n) { return n; }
#define VENDOR_MADE(n) vendor_by_macro(n)
static inline int vendor_by_macro(int n) { return n + 1; }
C
cat >system/vendor/vendor.hpp <<'C'
#include <string>
namespace vendor {
struct Value {
    std::string text;
    template <class T> T get() const { return T(text.size()); }
    int size() const { return int(text.size()); }
};
inline Value parse(int n) { return {std::string([n] { return n; }(), 'x')}; }
}
C
printf 'static inline int other_once(int n) { return n; }\n' >system/other/other.h
cat >ours.c <<'C'
#include <vendor/vendor.h>
#include <other/other.h>
#include <string.h>
#include <arpa/inet.h>
int own(int n) { return vendor_twice(n) + other_once(n) + VENDOR_MADE(n); }
int main(int count, char **words) { (void)words; return own(count) - 5 + (int)(htonl(0) + strlen("")); }
C
cat >ours.cc <<'C'
#include <vendor/vendor.hpp>
#include <vendor/vendor.h>
int own(int n) { return vendor::parse(n).size() + vendor::parse(n).get<int>(); }
int main(int count, char **) { return own(count) + vendor_twice(count) - 4; }
C
# names FILE REASON: which functions have it.
names() { instr-report coverage --csv "$1" | awk -F, -v reason="$2" '$5 == reason { print $1 }' | sort | tr '\n' ' '; }

for compiler in ${TEST_COMPILERS:-gcc clang}; do
    cxx=$(cxx_of "$compiler")
    instr-cc "$compiler" -O0 -isystem system -o program ours.c
    ./program || fail "$compiler: status"
    [ "$(names program no-record)" = '' ] || fail "$compiler: no record of $(names program no-record)"
    [ "$(names program system-header | tr ' ' '\n' | grep -v '^_' | tr '\n' ' ')" = 'other_once vendor_by_macro vendor_inner vendor_twice ' ] ||
        fail "$compiler: of system headers are $(names program system-header)"
    instr-report coverage --require=100 program >out || fail "$compiler: they are in the percentage"
    grep -q 'vendor_twice .*\[system-header\]' out || fail "$compiler: not listed: $(cat out)"
    grep -q '^not included: [4-9] functions of system headers.*--instr-headers=FOLDER' out || fail "$compiler: no count: $(cat out)"
    # What a profile does not know its program does.
    instr-report coverage >out
    grep -q '\[system-header\]' out || fail "$compiler: a profile says nothing of them: $(cat out)"
    grep -q '^not included: [4-9] functions of system headers.*--instr-headers=FOLDER' out || fail "$compiler: no count for a profile: $(cat out)"
    rm -f ./*.instr

    instr-cc --instr-headers=nowhere:system/vendor/ "$compiler" -O0 -isystem system -o program ours.c
    ./program || fail "$compiler: status with headers"
    [ "$(column_of vendor_inner calls ./*.instr)" = 1 ] ||
        fail "$compiler: vendor_inner is not measured"
    [ "$(names program system-header | tr ' ' '\n' | grep -v '^_' | tr '\n' ' ')" = 'other_once ' ] ||
        fail "$compiler: of the other folder are $(names program system-header)"
    rm -f ./*.instr

    command -v "$cxx" >/dev/null || continue
    instr-cc "$cxx" -O0 -isystem system -o program ours.cc
    ./program || fail "$cxx: status"
    for name in vendor::parse vendor::Value::size vendor::Value::get vendor_twice; do
        names program system-header | grep -q "$name" || fail "$cxx: $name is not of system headers: $(names program system-header)"
    done
    [ "$(names program no-record)" = '' ] || fail "$cxx: no record of $(names program no-record)"
    ! names program system-header | grep -q 'std::' || fail "$cxx: the C++ library is no vendor's"
    rm -f ./*.instr
    INSTR_BUILD_HEADERS=system/vendor instr-cc "$cxx" -O0 -isystem system -o program ours.cc
    ./program || fail "$cxx: status with headers"
    [ "$(names program system-header)" = '' ] || fail "$cxx: still left are $(names program system-header)"
    instr-report flat --csv ./*.instr | grep -q '^vendor::parse' || fail "$cxx: vendor::parse is not measured"
    rm -f ./*.instr
done
