# 1 "empty.c"
int x;
struct s { int (*f)(int); };
