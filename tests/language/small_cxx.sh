# small_cxx.sh - which functions of C++ are counted by function: those without a loop that call only such, or what of the library is
# harmless; values of classes that are copied byte by byte are as good as numbers.
set -eu
. "$INSTR_TEST_DIR/check.sh"
command -v g++ >/dev/null || exit 77

cat >small.cpp <<'X'
#include <cctype>
#include <cmath>
#include <cstring>
#include <string>
static unsigned load(const void *from)
{
    unsigned value;
    std::memcpy(&value, from, sizeof value);
    return value;
}
static void copy16(char *to, const char *from)
{
    constexpr int block = 16;
    memcpy(to, from, block);
}
template <bool swap> static unsigned reads(const char *from)
{
    return swap ? __builtin_bswap32(load(from)) : load(from) >> (__builtin_ctzll(4) & 1);
}
static bool digits(const char *text) { return std::isdigit(text[0]) && isspace(text[1]); }
static double root(double x) { return std::sqrt(x) + std::fabs(x); }
static size_t length(const std::string &text) { return text.size(); }
static void copies(char *to, const char *from, size_t size) { memcpy(to, from, size); }
static unsigned loops(const char *from, int times)
{
    unsigned sum = 0;
    for (int i = 0; i < times; i++)
        sum += load(from);
    return sum;
}
template <class T> static T any(const void *from)
{
    T value;
    memcpy(&value, from, sizeof(T));
    return value;
}
struct lit { int x; };
static lit flip(lit p) { lit q; q.x = p.x ^ 1; return q; }
static bool same(lit a, lit b) { return a.x == b.x; }
struct vec {
    float x, y;
    vec(float a, float b) : x(a), y(b) {}
    vec operator+(vec other) const { return vec(x + other.x, y + other.y); }
    vec &operator+=(const vec &other) { return *this = *this + other; }
};
template <class T> struct box {
    T value[4];
    T &operator[](int at) { return value[at]; }
};
struct owner {
    int *p;
    explicit owner(int x) : p(new int(x)) {}
    ~owner() { delete p; }
};
static int owns(int x) { owner o(x); return *o.p; }
static std::string text(int x) { return std::string(static_cast<size_t>(x), 'x'); }
int main(int argc, char **)
{
    char from[32] = "0 abcdefghijklmnop", to[32];
    copy16(to, from);
    copies(to, from, static_cast<size_t>(argc));
    vec v(0, 1);
    box<lit> lits = {};
    lits[1] = flip(lits[0]);
    v += v + v;
    if (same(lits[0], lits[1]) || owns(argc) != argc || v.y < 2)
        return 2;
    return load(to) + reads<true>(from) + digits(from) + root(argc) > 0 && length(text(argc)) && loops(from, argc) +
        any<int>(from) ? 0 : 1;
}
X
for options in -O0 -O2; do
    instr-cc g++ $options -o small small.cpp
    INSTR_OUTPUT=o.instr ./small || fail "$options: it ends with $?"
    instr-report coverage --csv o.instr >coverage
    for name in load copy16 reads digits root length any flip same 'vec::vec' 'vec::operator+' 'vec::operator+=' 'box<T>::operator.]'; do
        grep -q "^\"*$name[(<,\"].*,by-function$" coverage || fail "$options: $name is not counted by function: $(cat coverage)"
    done
    for name in copies loops text owns main owner::owner owner::~owner; do
        grep -q "^\"*$name[(<,\"].*,by-path$" coverage || fail "$options: $name is not counted by path: $(cat coverage)"
    done
done
