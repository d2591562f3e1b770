/*
 * mpi_make.c - see mpi_make.h.
 *
 *     mpicc -c each source      ld -r, objcopy: only MPI's names and ours stay visible, MPI's are weak
 *                               ar: one member, so that the first MPI_X a program needs brings all of them
 *     or mpicc -shared          exports nothing: its MPI_X must not be mistaken for MPI's
 */
#include "instrumenter/mpi/mpi_make.h"

#include "common/input.h"
#include "common/name.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/plan/words.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* One making of a part. */
struct making {
    const struct compiler *compiler;
    char *const *flags;
    const char *sources; /* folder of the tree of sources */
    const char *folder;  /* for what is in between */
    const char *log;     /* takes what the steps print */
    struct arena *arena;
};

static const char *sources_of(const char *libraries, struct arena *arena)
{
    return arena_printf(arena, "%s/instr/source", libraries);
}

static void add_to_log(const struct making *making, const char *captured)
{
    size_t size, there;
    struct error error = {0};
    const char *text = file_read(captured, &size, making->arena, &error);
    const char *before = file_read(making->log, &there, making->arena, &error);
    if (text)
        text = arena_printf(making->arena, "%s%s", before ? before : "", text);
    if (text)
        file_write(making->log, text, strlen(text), &error);
}

static bool step(const struct making *making, const struct words *words, struct error *error)
{
    int status = 0;
    char *captured = arena_printf(making->arena, "%s/messages", making->folder);
    const char *program = compiler_program(words->items[0], making->arena);
    if (!program)
        return error_set(error, ERROR_USAGE, "no program '%s' was found", words->items[0]);
    struct run run = {.path = program, .argv = words->items, .capture = captured};
    if (!run_wait(&run, &status, making->arena, error))
        return false;
    add_to_log(making, captured);
    return status == 0 || error_set(error, ERROR_USAGE, "'%s' failed, see %s", words->items[0], making->log);
}

/* Returns the compiler with the options of all its steps. Installed parts have more: see INSTR_HARDENING_PART. */
static struct words compiler_words(const struct making *making)
{
    struct words words = words_new(making->arena);
    words_add(&words, making->compiler->path);
    words_add_all(&words, making->compiler->words + 1, making->compiler->count - 1);
    words_add(&words, "-U_FORTIFY_SOURCE");
    words_add(&words, "-D_FORTIFY_SOURCE=2");
    words_add(&words, "-fstack-protector-strong");
    for (char *const *flag = making->flags; *flag; flag++)
        words_add(&words, *flag);
    return words;
}

static bool compile_all(const struct making *making, struct words *objects, struct error *error)
{
    glob_t found = {0};
    char *pattern = arena_printf(making->arena, "%s/runtime/mpi/*.c", making->sources);
    bool good = glob(pattern, 0, NULL, &found) == 0;
    if (!good)
        error_set(error, ERROR_USAGE, "the sources of the MPI part are not in %s", making->sources);
    for (size_t i = 0; good && i < found.gl_pathc; i++) {
        struct words words = compiler_words(making);
        words_add(&words, "-std=gnu11");
        words_add(&words, "-D_GNU_SOURCE");
        words_add(&words, "-fPIC");
        words_addf(&words, "-I%s", making->sources);
        words_addf(&words, "-I%s/include", making->sources);
        words_addf(&words, "-D__INSTR_RUNTIME=\"libinstr.so.1\\0@INSTR_RUNTIME@%*s\"", MPI_MAKE_ROOM, "");
        words_add(&words, "-x");
        words_add(&words, "c");
        words_add(&words, "-c");
        words_add(&words, arena_copy(making->arena, found.gl_pathv[i], strlen(found.gl_pathv[i])));
        words_add(&words, "-o");
        words_addf(&words, "%s/%zu.o", making->folder, i);
        good = step(making, &words, error);
        if (good)
            words_add(objects, words.items[words.count - 1]);
    }
    globfree(&found);
    return good;
}

static bool make_archive(const struct making *making, const struct words *objects, const char *file,
                         struct error *error)
{
    static const char *const sections[] = {".text", ".text.unlikely", ".text.startup", ".text.hot", ".text.exit"};
    char *whole = arena_printf(making->arena, "%s/instr_mpi.o", making->folder);
    struct words link = words_new(making->arena), hide = words_new(making->arena), pack = words_new(making->arena);
    words_add(&link, "ld");
    words_add(&link, "-r");
    words_add(&link, "-o");
    words_add(&link, whole);
    words_add_all(&link, objects->items, objects->count);

    words_add(&hide, "objcopy");
    words_add(&hide, "--wildcard");
    words_add(&hide, "--keep-global-symbol=MPI_*");
    words_add(&hide, "--keep-global-symbol=__instr*");
    words_add(&hide, "--weaken-symbol=MPI_*");
    /* Apart from the program's code, so that `instr-report coverage` can tell it from that. */
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        words_addf(&hide, "--rename-section=%s=instr_text", sections[i]);
    words_add(&hide, whole);

    words_add(&pack, "ar");
    words_add(&pack, "rcs");
    words_add(&pack, file);
    words_add(&pack, whole);
    return step(making, &link, error) && step(making, &hide, error) && step(making, &pack, error);
}

static bool make_shared(const struct making *making, const struct words *objects, const char *file, struct error *error)
{
    struct words words = compiler_words(making);
    words_add(&words, "-shared");
    words_add(&words, "-Wl,-z,relro,-z,now");
    words_add_all(&words, objects->items, objects->count);
    words_add(&words, "-o");
    words_add(&words, file);
    words_addf(&words, "-Wl,--version-script=%s/runtime/mpi/local.map", making->sources);
    words_add(&words, "-ldl");
    return step(making, &words, error);
}

/* Returns the line that mpi.h makes of identity.h, without its first word. */
static const char *identity_line(const struct making *making, struct error *error)
{
    const char *identity = NULL;
    char *text = arena_printf(making->arena, "%s/identity", making->folder);
    struct words words = compiler_words(making);
    words_add(&words, "-E");
    words_add(&words, "-P");
    words_add(&words, "-DINSTR_MPI_IDENTITY");
    words_addf(&words, "%s/runtime/mpi/identity.h", making->sources);
    words_add(&words, "-o");
    words_add(&words, text);
    size_t size;
    const char *line = step(making, &words, error) ? file_read(text, &size, making->arena, error) : NULL;
    for (; line && *line && !identity; line += strcspn(line, "\n"), line += *line == '\n')
        if (!strncmp(line, "instr_mpi ", 10))
            identity = arena_copy(making->arena, line + 10, strcspn(line + 10, "\n"));
    return identity;
}

static bool write_identity(const struct making *making, const char *name, struct error *error)
{
    const char *identity = identity_line(making, error);
    const char *line = identity ? arena_printf(making->arena, "%s\n", identity) : NULL;
    if (!line && !*error->text)
        error_set(error, ERROR_USAGE, "its mpi.h does not say which MPI it is");
    return line && file_write(name, line, strlen(line), error);
}

/* Makes the file, which is complete as soon as it has its name. */
static bool make(const struct making *making, const char *file, struct error *error)
{
    struct words objects = words_new(making->arena);
    char *unfinished = arena_printf(making->arena, "%s.%ld", file, (long)getpid());
    bool good;
    if (name_ends(file, ".identity"))
        good = write_identity(making, unfinished, error);
    else
        good = compile_all(making, &objects, error) &&
               (name_ends(file, ".a") ? make_archive(making, &objects, unfinished, error)
                                      : make_shared(making, &objects, unfinished, error));
    /* The umask may let others write it, and then nobody should believe what is in it. */
    if (good && (chmod(unfinished, 0755) || rename(unfinished, file)))
        good = error_set(error, ERROR_USAGE, "can't write %s: %s", file, strerror(errno));
    if (!good)
        unlink(unfinished);
    return good;
}

/* Returns whether a part is newer than this runtime; an older one may not know what the runtime asks for. */
static bool fresh(const char *file, const char *libraries, struct arena *arena)
{
    struct stat made, runtime;
    char *library = arena_printf(arena, "%s/libinstr.so.1", libraries);
    return stat(file, &made) == 0 && made.st_size > 0 && trust_file(file) &&
           (stat(library, &runtime) || made.st_mtim.tv_sec >= runtime.st_ctim.tv_sec);
}

static void make_folders(const char *file, struct arena *arena)
{
    char *path = arena_copy(arena, file, strlen(file));
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

/* Takes a lock. Without one (some file systems have none) the work is done twice, nothing worse. */
static int take_lock(const char *file, struct arena *arena)
{
    int lock = open(arena_printf(arena, "%s.lock", file), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    for (int tries = 0; lock >= 0 && tries < 600; tries++) {
        if (flock(lock, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR))
            break;
        usleep(100000);
    }
    return lock;
}

bool mpi_make(const struct compiler *compiler, char *const *flags, const char *libraries, const char *file,
              struct arena *arena, struct error *error)
{
    struct making making = {.compiler = compiler,
                            .flags = flags,
                            .sources = sources_of(libraries, arena),
                            .log = arena_printf(arena, "%s.log", file),
                            .arena = arena};
    if (fresh(file, libraries, arena))
        return true;
    make_folders(file, arena);
    int lock = take_lock(file, arena);
    bool good = fresh(file, libraries, arena); /* another was faster */
    if (!good && fresh(making.log, libraries, arena)) {
        error_set(error, ERROR_USAGE, "the MPI part could not be compiled: see %s, and remove it to try again",
                  making.log);
    } else if (!good) {
        unlink(making.log);
        making.folder = run_folder(NULL, arena, error);
        good = making.folder && make(&making, file, error);
        if (making.folder)
            run_folder_remove(making.folder);
        if (good)
            unlink(making.log);
    }
    if (lock >= 0)
        close(lock);
    return good;
}

const char *mpi_make_identity(const struct compiler *compiler, const char *libraries, struct arena *arena,
                              struct error *error)
{
    char *const none[] = {NULL};
    struct making making = {.compiler = compiler,
                            .flags = none,
                            .sources = sources_of(libraries, arena),
                            .folder = run_folder(NULL, arena, error),
                            .arena = arena};
    if (!making.folder)
        return NULL;
    making.log = arena_printf(arena, "%s/log", making.folder);
    const char *identity = identity_line(&making, NULL);
    run_folder_remove(making.folder);
    return identity;
}
