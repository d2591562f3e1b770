# 1 "a \"b\" \\ \303\251 ??/.c"
int plain(void) { return 0; }
int naïve(void) { return 0; }
int dollar$(void) { return 0; }
