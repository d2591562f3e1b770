/* compiler.c - see compiler.h. */
#include "instrumenter/driver/compiler.h"

#include "common/input.h"
#include "common/name.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/plan/language.h"
#include "instrumenter/plan/words.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- whether a command without a compiler's name is for C++, as with CXX=instr-cc --- */

/* Returns whether an object needs the C++ library, or what compilers need for it. */
static bool needs_library(const char *bytes, size_t size)
{
    static const char *const names[] = {
        "__gxx_personality_v0", "_ZTVN10__cxxabiv1", "_ZNSt", "_ZNKSt", "_ZSt", "_Znwm", "_ZdlPv", "__cxa_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (memmem(bytes, size, names[i], strlen(names[i])))
            return true;
    return false;
}

static bool is_object(const char *word)
{
    return name_ends(word, ".o") || name_ends(word, ".a");
}

/* Returns whether it is for C++, by a source, an option, or an object that needs the C++ library. `words` end with NULL. */
static bool cxx_command(char *const *words)
{
    bool sources = false;
    for (char *const *word = words; *word; word++) {
        if (name_starts(*word, "-std=") && strstr(*word, "++"))
            return true;
        const char *language = name_starts(*word, "-x") ? (*word)[2] || !word[1] ? *word + 2 : word[1] : NULL;
        if (!language && **word != '-')
            language = language_of(*word, false);
        if (language && name_starts(language, "c++"))
            return true;
        sources |= language && strcmp(language, "object") != 0;
    }
    for (; !sources && *words; words++)
        if (is_object(*words) && file_asks(*words, needs_library))
            return true;
    return false;
}

/* Returns the C++ compiler for a C compiler, g++-12 for gcc-12, or NULL. */
static const char *cxx_command_twin(const char *compiler, struct arena *arena)
{
    static const char *const twins[][2] = {
        {"clang", "clang++"}, {"mpicc", "mpicxx"}, {"gcc", "g++"}, {"icx", "icpx"}, {"cc", "c++"}};
    const char *base = name_base(compiler);
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        const char *at = strstr(base, twins[i][0]);
        const char *behind = at ? at + strlen(twins[i][0]) : NULL;
        if (behind && (!*behind || *behind == '-'))
            return arena_printf(arena, "%.*s%s%s", (int)(at - compiler), compiler, twins[i][1], behind);
    }
    return NULL;
}

static bool is_self(const struct stat *status)
{
    static struct stat self;
    static bool known;
    if (!known)
        known = !stat("/proc/self/exe", &self);
    return known && status->st_dev == self.st_dev && status->st_ino == self.st_ino;
}

/* Returns whether `path` is a program other than us; `*self` is set if it is us. */
static bool is_program(const char *path, bool *self)
{
    struct stat status;
    if (stat(path, &status) || !S_ISREG(status.st_mode) || access(path, X_OK))
        return false;
    if (is_self(&status)) {
        *self = true;
        return false;
    }
    return true;
}

/* Returns the file that `name` runs, or NULL. `*self` tells whether it would be us. */
static char *find_program(const char *name, bool *self, struct arena *arena)
{
    if (strchr(name, '/'))
        return is_program(name, self) ? arena_copy(arena, name, strlen(name)) : NULL;
    const char *from = getenv("PATH");
    if (!from)
        from = "/usr/local/bin:/usr/bin:/bin";
    for (const char *end; *name; from = end + 1) {
        end = strchrnul(from, ':');
        char *path = end == from ? arena_copy(arena, name, strlen(name))
                                 : arena_printf(arena, "%.*s/%s", (int)(end - from), from, name);
        if (is_program(path, self))
            return path;
        if (!*end)
            break;
    }
    return NULL;
}

char *compiler_program(const char *name, struct arena *arena)
{
    bool self = false;
    return find_program(name, &self, arena);
}

/* Returns whether a word names an input; it is then not the compiler, executable or not. */
static bool looks_like_input(const char *word)
{
    static const char *const SUFFIXES[] = {".c",  ".i", ".h",  ".s",   ".S",   ".o",  ".a", ".so",
                                           ".lo", ".C", ".cc", ".cpp", ".cxx", ".ii", ".m"};
    const char *dot = strrchr(name_base(word), '.');
    for (size_t i = 0; dot && i < sizeof SUFFIXES / sizeof *SUFFIXES; i++)
        if (!strcmp(dot, SUFFIXES[i]))
            return true;
    return word[0] == '-' || word[0] == '@' || !word[0];
}

static bool is_launcher(const char *word)
{
    static const char *const NAMES[] = {"ccache", "sccache", "distcc", "icecc", "buildcache"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (!strcmp(name_base(word), NAMES[i]))
            return true;
    return false;
}

/* Splits INSTR_CC: a program, or a program and arguments separated by blanks. */
static void split_words(const char *text, struct words *out, bool *self)
{
    if (find_program(text, self, out->arena)) {
        words_add(out, text);
        return;
    }
    while (*text) {
        size_t length = strcspn(text, " \t");
        if (length)
            words_add(out, arena_copy(out->arena, text, length));
        text += length + strspn(text + length, " \t");
    }
}

/* Returns the MPI to which this compiler wrapper or library belongs, by its name or its contents. */
static const char *flavour_of_file(const char *path)
{
    char real[PATH_MAX];
    const char *flavour = NULL;
    uint64_t length = 0;
    const char *why;
    if (!realpath(path, real))
        return NULL;
    if (strstr(real, "openmpi") || strstr(real, "opal_wrapper"))
        return "openmpi";
    int file = input_open(real, O_RDONLY, &length, &why);
    size_t size = (size_t)length;
    void *text = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    if (text != MAP_FAILED) {
        if (memmem(text, size, "ompi_mpi_", 9))
            flavour = "openmpi";
        else if (memmem(text, size, "MPICH", 5) || memmem(text, size, "mpich", 5))
            flavour = "mpich";
        munmap(text, size);
    }
    if (file >= 0)
        close(file);
    return flavour;
}

static const char *flavour_in_folder(const char *folder)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/libmpi.so", folder);
    return flavour_of_file(path);
}

const char *compiler_mpi_of(char *const *argv)
{
    static const char *const FOLDERS[] = {"/usr/local/lib", INSTR_SYSTEM_LIBDIR, "/usr/lib64", "/usr/lib"};
    const char *flavour = NULL;
    bool wanted = false;
    for (size_t i = 0; argv[i] && !flavour; i++) {
        const char *base = name_base(argv[i]);
        if (!strcmp(argv[i], "-lmpich"))
            flavour = "mpich";
        else if (!strncmp(base, "libmpi.", 7) || !strncmp(base, "libmpich.", 9))
            flavour = flavour_of_file(argv[i]);
        wanted |= !strcmp(argv[i], "-lmpi");
    }
    for (size_t i = 0; wanted && argv[i] && !flavour; i++)
        if (!strncmp(argv[i], "-L", 2))
            flavour = flavour_in_folder(argv[i][2] || !argv[i + 1] ? argv[i] + 2 : argv[i + 1]);
    for (size_t i = 0; wanted && i < sizeof FOLDERS / sizeof *FOLDERS && !flavour; i++)
        flavour = flavour_in_folder(FOLDERS[i]);
    return flavour;
}

/* Fills in what the names tell. realpath is only used for that; the compiler is run by its own name. */
static void describe(struct compiler *compiler)
{
    const char *name = compiler->words[0], *path = compiler->path;
    char real[PATH_MAX];
    if (is_launcher(name) && compiler->count > 1)
        path = name = compiler->words[1];
    const char *base = name_base(name), *target = realpath(path, real) ? real : path;
    bool wrapper = !strncmp(base, "mpi", 3);
    const char *inner = wrapper && getenv("OMPI_CC") ? getenv("OMPI_CC") : NULL;
    if (wrapper && !inner)
        inner = getenv("MPICH_CC");
    compiler->clang = strstr(base, "clang") || strstr(name_base(target), "clang") || (inner && strstr(inner, "clang"));
    compiler->cxx = strstr(base, "++") || !strncmp(base, "mpicxx", 6) || !strncmp(base, "mpiCC", 5);
    compiler->mpi = wrapper;
}

bool compiler_is_watched(void)
{
    return getenv("INTERCEPT_REPORT_DESTINATION") || getenv("INTERCEPT_BUILD_TARGET_DIR");
}

/* Returns the compiler if none is named. Tools that list commands may put programs with compilers' names into PATH. */
static const char *usual_compiler(bool cxx, struct arena *arena)
{
    bool self = false;
    const char *name = compiler_is_watched() ? name_base(INSTR_DEFAULT_CC) : INSTR_DEFAULT_CC;
    if (cxx)
        name = cxx_command_twin(name, arena);
    return name && find_program(name, &self, arena) ? name : cxx ? "c++" : "cc";
}

static bool says_something(const char *variable)
{
    return variable && variable[strspn(variable, " \t")];
}

/* Takes the compiler of this command from the environment, or else instr's own. */
static void take_usual(char *const *command, struct words *out, bool *self)
{
    bool cxx = cxx_command(command);
    const char *cc = getenv("INSTR_CC");
    const char *variable = cxx ? getenv("INSTR_CXX") : cc;
    if (!says_something(variable))
        variable = cc;
    if (!says_something(variable)) {
        words_add(out, usual_compiler(cxx, out->arena));
        return;
    }
    split_words(variable, out, self);
    const char *twin = cxx && variable == cc ? cxx_command_twin(out->items[out->count - 1], out->arena) : NULL;
    if (twin && find_program(twin, self, out->arena))
        out->items[out->count - 1] = (char *)twin;
}

bool compiler_find(char **argv, struct compiler *compiler, struct arena *arena, struct error *error)
{
    struct words words = words_new(arena);
    const char *own = name_base(argv[0]);
    bool self = false, ours = !strcmp(own, "instr-cc");
    size_t used = 0;
    char **first = argv + 1;
    while (*first && !strncmp(*first, "--instr-", 8))
        first++;
    *compiler = (struct compiler){0};
    if (!ours) {
        words_add(&words, strncmp(own, "instr-", 6) ? own : own + 6);
    } else if (*first && !looks_like_input(*first) && find_program(*first, &self, arena)) {
        words_add(&words, first[used++]);
        if (is_launcher(first[0]) && first[1] && !looks_like_input(first[1]) && find_program(first[1], &self, arena))
            words_add(&words, first[used++]);
    } else if (*first && !looks_like_input(*first) && self) {
        return error_set(error, ERROR_USAGE, "%s is instr-cc itself: name the real compiler", *first);
    } else if (*first && !looks_like_input(*first) && access(*first, F_OK)) {
        return error_set(error, ERROR_USAGE, "compiler '%s' not found, and there is no such file", *first);
    } else {
        take_usual(first, &words, &self);
    }
    do
        *first = first[used];
    while (*first++);
    self = false;
    compiler->words = words.items;
    compiler->count = words.count;
    compiler->path = find_program(words.items[0], &self, arena);
    if (!compiler->path && self)
        return error_set(error, ERROR_USAGE, "the compiler '%s' is instr-cc itself: set INSTR_CC to the real one",
                         words.items[0]);
    if (!compiler->path)
        return error_set(error, ERROR_USAGE, "compiler '%s' not found: name it first, or set INSTR_CC", words.items[0]);
    /* gcc looks for its own parts by the name it is called by, and would find us again. */
    if (self)
        compiler->words[0] = (char *)compiler->path;
    describe(compiler);
    return true;
}
