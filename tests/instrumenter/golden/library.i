# 1 "library.c"
# 1 "/usr/include/string.h" 1 3 4
extern void *memcpy(void *to, const void *from, unsigned long size);
extern int memcmp(const void *a, const void *b, unsigned long size);
extern const unsigned short **__ctype_b_loc(void);
extern int isdigit(int c);
extern double sqrt(double x);
extern unsigned long strlen(const char *text);
# 2 "library.c" 2
# 1 "own.h" 1
extern void *memset(void *to, int byte, unsigned long size);
# 3 "library.c" 2
/* Counted by function are those with 32 in their flags, see trivial.i. */
struct pair {
    int a, b;
};
static unsigned read32(const void *from)
{
    unsigned value;
    memcpy(&value, from, sizeof(value));
    return value;
}
static struct pair read_pair(const char *from, const struct pair *like)
{
    struct pair value;
    memcpy(&value, from + sizeof value, sizeof *like);
    return value;
}
static int same8(const char *a, const char *b)
{
    return memcmp(a, b, 8) == 0 && read32(a) == read32(b);
}
static void copy16(char *to, const char *from)
{
    __builtin_memcpy(to, from, 16);
}
static int hashes(const char *from, int shift)
{
    return (int)(read32(from) * 2654435761U >> (32 - shift)) + __builtin_clz(1);
}
static int spaces(const char *text)
{
    return ((*__ctype_b_loc())[(int)(*text)] & 8192) != 0 || isdigit(text[1]);
}
static double root(double x)
{
    return sqrt(x);
}
static void copies(char *to, const char *from, unsigned long size) /* not counted: nobody knows how much that is */
{
    memcpy(to, from, size);
}
static void sums(char *to, const char *from, unsigned long size) /* not counted */
{
    memcpy(to, from, sizeof(int) * size);
}
static void clears(struct pair *pair) /* not counted: the program's own */
{
    memset(pair, 0, sizeof(*pair));
}
static void builds(char *to, const char *from, unsigned long size) /* not counted */
{
    __builtin_memcpy(to, from, size);
}
static unsigned long lengths(const char *text) /* not counted: it may be long */
{
    return strlen(text);
}
