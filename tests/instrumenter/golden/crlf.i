# 1 "crlf.c"
int a(void)
{
    return 0;
}
int b(void) { return 1; }