# 0 "macros.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "macros.c"
# 1 "macros.h" 1

static inline int in_header(void) { return 0; }
# 2 "macros.c" 2
# 16 "macros.c"
int whole(void) { return 1; }
int nested(void) { return 1; }
static __inline__ int lib_name(int only)
{
    return only;
}
int lib_again(int parameter) { return parameter; }
int other(void) { return 2; }
int list_a(void) { return 0; } int list_b(void) { return 0; }

# 1 "macros.def" 1
int each_one(void) { return 0; }
int each_two(void) { return 0; }
# 27 "macros.c" 2
static int header_x(void) { return 27; }
int name_below(void) { return 1; }

int first(void) { return 1; } int second(void) { return 1; }
int get_both(void) { return 0; } int set_both(void) { return 0; }
int whole_head(void) { return 1; }
int with_body(void) {
return 0; }
int (parentheses)(void) { return 0; }

                int written (void) { return 0; }
int split
    (void) { return 0; }
__inline__ int (*pointer(int a))(void) { return 0; }
int old_style(a) int a; { return a; }

int with_parameters (int a) { return a; }
