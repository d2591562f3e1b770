# small_cxx.sh - which functions of C++ are counted by function: those with few words that call only such, or what of the library is
# harmless. What makes, copies and destroys objects is called, too, whether it stands in the text or not. In each standard.
command -v g++ >/dev/null || exit 77

cat >small.cpp <<'X'
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <cctype>
#include <cmath>
#include <cstring>
#include <complex>
#include <string>
#include <utility>
#include <vector>
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
/* An object that is returned; before C++17 it is copied, if nobody minds. */
struct pair2 {
    pair2() {}
    pair2(float a, float b) : x(a), y(b) {}
    pair2(const pair2 &other) : x(other.x), y(other.y) {}
    ~pair2() {}
    float x, y;
};
inline pair2 operator*(float s, const pair2 &a) { return pair2(s * a.x, s * a.y); }
static float makes(float x) { pair2 a(x, 1); return (x * a).y; }
/* As in libraries of expressions. */
struct alone {
    alone() {}
    ~alone() {}
private:
    alone(const alone &);
};
template <class T> struct expression : alone {
    typedef T type;
    explicit expression(const T &x) : value(x) { static_assert(sizeof(T) > 1, "small"); }
    ~expression() {}
    T get() const
    {
        typedef T here;
        using std::size_t;
        return here(value) + type(int(T(0)) == 1 ? 1 : 0);
    }
    T value;
};
template <class T, int n> struct fixed {
    T value[n];
    fixed() {}
    T at(int i) const { return value[i]; }
};
static int fixed_at(int i) { fixed<int, 3> all; all.value[i] = i; return all.at(i); }
typedef float v4 __attribute__((vector_size(16)));
static v4 vectors(v4 a, v4 b) { return a * b + a; }
static float lane(v4 a) { return a[0]; }
#ifdef __SSE2__
static __m128d wraps(__m128d a) { return _mm_add_pd(_mm_set1_pd(1), _mm_sqrt_pd(a)); }
static double low(double x) { return _mm_cvtsd_f64(wraps(_mm_set_sd(x))); }
#else
static double wraps(double x) { return x; }
static double low(double x) { return wraps(x); }
#endif
static int turns(const int *from)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        for (unsigned k = 4; k > 0; k -= 2) {
            if (from[i] < 0)
                continue;
            sum += from[i] * static_cast<int>(k);
        }
    return sum;
}
constexpr int three = 3;
struct sizes { enum { four = 4 }; };
static int named_turns(const int *from)
{
    int sum = 0;
    const int two = three - 1;
    for (int i = 0; i < three - 1; i++)
        for (long k = sizes::four; k != 0; --k)
            sum += from[i];
    for (int i = two; i > 0; --i)
        sum += from[i];
    for (int i = 0; i < sizes::four; i++)
        sum -= from[i];
    return sum + 1;
}
template <int n> static int some_turns(const int *from)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += from[i];
    return sum;
}
static int many_turns(const int *from)
{
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += from[i % 3];
    return sum;
}
static int other_turns(const int *from, int times)
{
    int sum = 0;
    for (int i = 0, k = 9; k < times; i++, k++)
        sum += from[i];
    return sum;
}
static int throws(int x)
{
    if (x < 0)
        throw std::string("x");
    return x;
}
__attribute__((noinline)) static int apart(int x) { return x + 1; }
struct named { std::string name; int id; };
static std::complex<double> complexes(std::complex<double> a, double b)
{
    return std::complex<double>(a.real() * b, a.imag());
}
static std::pair<int, int> pairs(int a) { return std::pair<int, int>(a, a + 1); }
static std::vector<int> vectors_of(int n) { return std::vector<int>(static_cast<size_t>(n)); }
static int has_member(int id) { named x; x.id = id; return x.id; }
struct member_owner { owner inner; explicit member_owner(int x) : inner(x) {} };
static int owns_member(int x) { member_owner o(x); return *o.inner.p; }
struct first { int *p = new int(1); int y; explicit first(int x) : y(x) {} };
struct quiet_base { owner o; quiet_base() : o(1) {} };
struct derived : quiet_base { int x; derived() : x(1) {} ~derived() { x = 0; } };
static int more(int x)
{
    int from[4] = {1, 2, -1, x};
    first f(x);
    derived d;
    delete f.p;
    v4 v = {1, 2, 3, 4};
    return complexes(2.0, 2).real() > 0 && pairs(1).second && vectors_of(2).size() && named_turns(from) + some_turns<3>(from) + makes(2) > 0 && expression<int>(x).get() && fixed_at(1) && lane(vectors(v, v)) > 0 && low(2) > 1 && turns(from) &&
           many_turns(from) && other_turns(from, 1) + 1 && throws(x) && apart(x) && has_member(x) && owns_member(x) && d.x && f.y;
}
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
    if (!more(argc) || same(lits[0], lits[1]) || owns(argc) != argc || v.y < 2)
        return 2;
    return load(to) + reads<true>(from) + digits(from) + root(argc) > 0 && length(text(argc)) && loops(from, argc) +
        any<int>(from) ? 0 : 1;
}
X
for options in '-std=c++11 -O2' '-std=c++14 -O0' '-std=c++17 -O2' '-std=c++20 -O2'; do
    instr-cc g++ $options -o small small.cpp
    INSTR_OUTPUT=o.instr ./small || fail "$options: it ends with $?"
    instr-report coverage --csv o.instr >coverage
    for name in load copy16 reads digits root length any flip same 'vec::vec' 'vec::operator+' 'vec::operator+=' 'box<T>::operator.]' \
        pair2::pair2 wraps 'pair2::~pair2' 'operator\*' makes alone::alone alone::~alone 'expression<T>::expression' \
        'expression<T>::~expression' 'expression<T>::get' 'fixed<T, n>::fixed' 'fixed<T, n>::at' fixed_at vectors lane wraps low \
        turns named_turns complexes pairs; do
        grep -q "^\"*$name[(<,\"].*,by-function$" coverage || fail "$options: $name is not counted by function: $(cat coverage)"
    done
    for name in copies loops text owns main owner::owner owner::~owner some_turns many_turns other_turns throws vectors_of apart has_member owns_member \
        member_owner::member_owner first::first quiet_base::quiet_base derived::derived derived::~derived; do
        grep -q "^\"*$name[(<,\"].*,by-path$" coverage || fail "$options: $name is not counted by path: $(cat coverage)"
    done
done
