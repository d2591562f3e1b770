#include "macros.h"
#define DEFINE(n) int n(void) { return 1; }
#define OUTER(n) DEFINE(n)
#define PREFIX(x) lib_##x
#define renamed other
#define INLINE __inline__
#define API(type) type
#define TYPE(t) t
#define LIST F(a) F(b)
#define F(x) int list_##x(void) { return 0; }
#define GET(n) int get_##n(void) { return 0; }
#define SET(n) int set_##n(void) { return 0; }
#define HEAD int whole_head(void)
#define BEGIN int with_body(void) {
#define END return 0; }
DEFINE(whole)
OUTER(nested)
static INLINE int PREFIX(name)(TYPE(int) only)
{
    return only;
}
API(int) PREFIX(again)(TYPE(int) parameter) { return parameter; }
int renamed(void) { return 2; }
LIST
#define X(n) int each_##n(void) { return 0; }
#include "macros.def"
FROM_HEADER(x)
DEFINE
    (name_below)
DEFINE(first) DEFINE(second)
GET(both) SET(both)
HEAD { return 1; }
BEGIN
END
API(int) (parentheses)(void) { return 0; } /* DEFINE(comment) */
/* a comment that ends
   in DEFINE */ API(int) written (TYPE(void)) { return 0; }
API(int) split /* here */
    (void) { return 0; }
INLINE int (*pointer(int a))(void) { return 0; }
API(int) old_style(a) TYPE(int) a; { return a; }
#define PARAMETERS(list) list
int with_parameters PARAMETERS((int a)) { return a; }
