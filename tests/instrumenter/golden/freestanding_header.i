# 1 "freestanding_header.c"
# 1 "/usr/include/x86_64-linux-gnu/bits/byteswap.h" 1 3 4
static __inline unsigned short __bswap_16(unsigned short x) { return (unsigned short)(x >> 8 | x << 8); }
# 2 "freestanding_header.c" 2
unsigned swapped(unsigned short x) { return __bswap_16(x); }
