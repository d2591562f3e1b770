/* pack.c - see pack.h. */
#include "report/html/pack.h"

enum { CHUNK = 1 << 15, LINE = 120 };

static void put_group(struct pack *pack)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned long group = (unsigned long)pack->left[0] << 16 | (unsigned long)pack->left[1] << 8 | pack->left[2];
    for (unsigned i = 0; i < 4; i++)
        putc_unlocked(i > pack->left_count ? '=' : digits[group >> (18 - 6 * i) & 63], pack->stream);
    pack->column += 4;
    if (pack->column >= LINE) {
        putc_unlocked('\n', pack->stream);
        pack->column = 0;
    }
    pack->left[0] = pack->left[1] = pack->left[2] = 0;
    pack->left_count = 0;
}

static void compress_more(struct pack *pack, int flush)
{
    unsigned char out[CHUNK];
    do {
        pack->deflate.next_out = out;
        pack->deflate.avail_out = sizeof out;
        deflate(&pack->deflate, flush);
        for (unsigned char *at = out; at < pack->deflate.next_out; at++) {
            pack->left[pack->left_count++] = *at;
            if (pack->left_count == 3)
                put_group(pack);
        }
    } while (!pack->deflate.avail_out);
}

bool pack_begin(struct pack *pack, FILE *stream)
{
    *pack = (struct pack){.stream = stream};
    return deflateInit(&pack->deflate, Z_DEFAULT_COMPRESSION) == Z_OK;
}

void pack_put(struct pack *pack, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t part; size; at += part, size -= part) {
        part = size < 1u << 30 ? size : 1u << 30;
        pack->deflate.next_in = (unsigned char *)(size_t)at; /* zlib does not write there */
        pack->deflate.avail_in = (unsigned)part;
        compress_more(pack, Z_NO_FLUSH);
    }
}

void pack_end(struct pack *pack)
{
    compress_more(pack, Z_FINISH);
    deflateEnd(&pack->deflate);
    if (pack->left_count)
        put_group(pack);
    putc('\n', pack->stream);
}
