#define FROM_HEADER(n) static int header_##n(void) { return __LINE__; }
static inline int in_header(void) { return 0; }
