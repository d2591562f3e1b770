/*
 * io.c - a program that knows what it reads and writes: of each of its functions it prints the name, its calls that read, the bytes,
 * its calls that wrote, the bytes, and how often it synchronised a file. Of stdio these are those of its buffers.
 *
 *     io [threads | fork | kill | library]
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SMALL, PLACES, PIECES, SYNCS, BUFFERS, FAILS, HANDLER, LIBRARY, KINDS, TIMES = 3000, THREADS = 4, BUFFER = 4096 };
static const char *const names[KINDS] = {"small", "places", "pieces", "syncs", "buffers", "fails", "handler", "by_library"};
static struct {
    _Atomic long reads, read_bytes, writes, write_bytes, syncs;
} known[KINDS];
static _Thread_local int file; /* of its own */
static _Thread_local char text[3 * BUFFER];

static void read_so(int kind, ssize_t result)
{
    known[kind].reads++;
    known[kind].read_bytes += result > 0 ? result : 0;
}

static void wrote_so(int kind, ssize_t result)
{
    known[kind].writes++;
    known[kind].write_bytes += result > 0 ? result : 0;
}

/* Called so often that its calls are soon only counted. */
__attribute__((noinline)) static void small(size_t size)
{
    wrote_so(SMALL, write(file, text, size));
}

__attribute__((noinline)) static void places(void)
{
    wrote_so(PLACES, pwrite(file, text, 1000, 50));
    read_so(PLACES, pread(file, text, 300, 700));
    read_so(PLACES, pread(file, text, 300, 1000000000)); /* behind its end */
    lseek(file, 10, SEEK_SET);
    read_so(PLACES, read(file, text, 77));
}

__attribute__((noinline)) static void pieces(void)
{
    struct iovec two[] = {{text, 100}, {text + 500, 23}};
    lseek(file, 0, SEEK_SET);
    wrote_so(PIECES, writev(file, two, 2));
    wrote_so(PIECES, pwritev(file, two, 1, 5));
    lseek(file, 0, SEEK_SET);
    read_so(PIECES, readv(file, two, 2));
    read_so(PIECES, preadv(file, two, 2, 3));
}

__attribute__((noinline)) static void syncs(void)
{
    for (int i = 0; i < 3; i++)
        known[SYNCS].syncs += 1 + (fsync(file) != 0);
    known[SYNCS].syncs += 1 + (fdatasync(file) != 0);
}

/* A buffer is written when it is full, and read when it is empty; what is left of it in the end is written by fclose. */
__attribute__((noinline)) static void buffers(void)
{
    static _Thread_local char buffer[BUFFER];
    FILE *stream = fdopen(dup(file), "w+");
    setvbuf(stream, buffer, _IOFBF, BUFFER);
    rewind(stream);
    if (ftruncate(file, 0))
        abort();
    for (int i = 0; i < 3 * BUFFER; i++)
        fputc('x', stream);
    fflush(stream);
    for (int i = 0; i < 3; i++)
        wrote_so(BUFFERS, BUFFER);
    fprintf(stream, "%100d", 1);
    fflush(stream);
    wrote_so(BUFFERS, 100);
    rewind(stream);
    while (fgetc(stream) != EOF)
        continue;
    for (int i = 0; i < 3; i++)
        read_so(BUFFERS, BUFFER);
    read_so(BUFFERS, 100);
    read_so(BUFFERS, 0);
    fclose(stream);
}

__attribute__((noinline)) static void fails(void)
{
    read_so(FAILS, read(-1, text, 10));
    wrote_so(FAILS, write(-1, text, 10));
}

__attribute__((noinline)) static void handler(int number)
{
    (void)number;
    wrote_so(HANDLER, write(file, text, 9));
}

static void work(void)
{
    char name[] = "XXXXXX";
    file = mkstemp(name);
    unlink(name);
    for (int i = 0; i < TIMES; i++)
        small((size_t)(i % 100));
    places();
    pieces();
    syncs();
    buffers();
    fails();
    raise(SIGUSR1);
    close(file);
}

static void *thread(void *argument)
{
    work();
    return argument;
}

static void threads(void)
{
    pthread_t ids[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&ids[i], NULL, thread, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(ids[i], NULL);
}

/* What a library that is not instrumented writes is its caller's. */
__attribute__((noinline)) static void by_library(void)
{
    void *library = dlopen("./library.so", RTLD_NOW);
    long (*put)(int, const void *, unsigned long) =
        library ? (long (*)(int, const void *, unsigned long))dlsym(library, "put") : NULL;
    file = fileno(tmpfile());
    for (int i = 0; put && i < 100; i++)
        wrote_so(LIBRARY, put(file, text, 40));
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int status = 0;
    signal(SIGUSR1, handler);
    if (!strcmp(how, "fork")) {
        if (fork())
            return wait(&status) < 0 || status;
    }
    work();
    if (!strcmp(how, "threads"))
        threads();
    if (!strcmp(how, "library"))
        by_library();
    for (int i = 0; i < KINDS; i++)
        dprintf(1, "%s %ld %ld %ld %ld %ld\n", names[i], known[i].reads, known[i].read_bytes, known[i].writes,
                known[i].write_bytes, known[i].syncs);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    return 0;
}
