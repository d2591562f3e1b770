/*
 * imports.c - makes the runtime's own calls of the C library reach the C library.
 *
 * A program may have functions named link, access, time or snprintf that do something else: few names are the library's alone. The loader looks
 * in the program first, so this library's calls would go there. So before anything else runs, these calls are bound to the definitions behind
 * this library in the search order.
 *
 * This holds only for calls that serve the runtime alone. Calls made for the program, or that a program, tool or sanitizer replaces on purpose,
 * stay as the loader bound them: memory, threads, signal actions, contexts, exec, ends. In the archive the names are the linker's to bind, see
 * docs/dev/ends.md.
 */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#if __SIZEOF_POINTER__ == 8
#define SYMBOL_OF ELF64_R_SYM
#else
#define SYMBOL_OF ELF32_R_SYM
#endif

/* clang-format off */
static const char *const own[] = { /* sorted */
    "__isoc99_sscanf", "access", "asprintf", "clock_gettime", "close", "closedir", "dladdr", "dladdr1", "dlinfo", "fclose",
    "fcntl", "ferror", "fflush", "fnmatch", "fopen", "fprintf", "fputc", "fread", "fstat", "ftruncate", "getauxval", "getcwd", "getegid",
    "getenv", "geteuid", "gethostname", "getpid", "getrlimit", "gettimeofday", "ioctl", "link", "localtime_r",
    "lstat", "memchr", "memcmp", "memcpy", "memmem", "memmove", "memset", "mkdir", "open", "opendir", "poll",
    "posix_fallocate", "posix_spawn_file_actions_addopen", "posix_spawn_file_actions_destroy",
    "posix_spawn_file_actions_init", "posix_spawnp", "pread", "pwrite", "qsort", "read", "readdir", "readlink",
    "realpath", "rename", "setrlimit", "sigaddset", "sigemptyset", "sigfillset", "sigismember", "sigpending",
    "sigtimedwait", "snprintf", "stat", "stpcpy", "strchr", "strcmp", "strcspn", "strerror", "strlen",
    "strncmp", "strncpy", "strnlen", "strrchr", "strspn", "strstr", "strtod", "strtol", "strtoul", "strtoull",
    "syscall", "sysconf", "time", "unlink", "usleep", "vsnprintf", "waitpid", "write",
};
/* clang-format on */

/* Set by the linker: the beginning of this library's file in memory. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

/* Adjusts an address, because some loaders leave those of the dynamic section as they are in the file. */
static const char *loaded(ElfW(Addr) address)
{
    uintptr_t base = (uintptr_t)&__ehdr_start;
    return (const char *)(address < base ? base + address : address);
}

static ElfW(Addr) entry(ElfW(Sxword) tag)
{
    for (const ElfW(Dyn) *each = _DYNAMIC; each->d_tag != DT_NULL; each++)
        if (each->d_tag == tag)
            return each->d_un.d_ptr;
    return 0;
}

/* Compares `a` up to its end like strcmp, which is not bound yet. */
static int compare(const char *a, const char *end, const char *b)
{
    for (; a < end && *a == *b; a++)
        b++;
    return (a < end ? (unsigned char)*a : 0) - (unsigned char)*b;
}

static bool is_listed(const char *name, const char *end)
{
    size_t low = 0, high = sizeof own / sizeof *own;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(name, end, own[middle]);
        if (!order)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* Returns whether a call of this name is ours. `__snprintf_chk` is what _FORTIFY_SOURCE makes of snprintf. */
static bool is_own(const char *name)
{
    static const char checked[] = "_chk";
    const char *end = name;
    while (*end)
        end++;
    if (is_listed(name, end))
        return true;
    const char *cut = end - (sizeof checked - 1);
    return cut - name > 2 && name[0] == '_' && name[1] == '_' && !compare(cut, end, checked) &&
           is_listed(name + 2, cut);
}

/* Returns the definition behind this library in the search order. */
static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* The C library's place in memory. Words that point there are bound correctly, as most are. */
static struct {
    uintptr_t start, end;
} library;

static int find_library(struct dl_phdr_info *info, size_t size, void *inside)
{
    uintptr_t start = UINTPTR_MAX, end = 0;
    (void)size;
    for (ElfW(Half) i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && at < start)
            start = at;
        if (header->p_type == PT_LOAD && at + header->p_memsz > end)
            end = at + header->p_memsz;
    }
    if ((uintptr_t)inside - start >= end - start)
        return 0;
    library.start = start;
    library.end = end;
    return 1;
}

static bool allow(int protection);

/* Binds the functions in a table of relocations; both forms, with and without an addend, begin alike. `open`: read-only memory can be made
 * writable. Returns false if it can't. */
static bool bind(ElfW(Sxword) table_tag, ElfW(Sxword) size_tag, size_t each, bool *open)
{
    const char *table = loaded(entry(table_tag)), *names = loaded(entry(DT_STRTAB));
    const ElfW(Sym) *symbols = (const void *)loaded(entry(DT_SYMTAB));
    size_t size = entry(size_tag);
    for (size_t at = 0; at < size; at += each) {
        const ElfW(Rel) *relocation = (const void *)(table + at);
        const ElfW(Sym) *symbol = &symbols[SYMBOL_OF(relocation->r_info)];
        const char *name = names + symbol->st_name;
        void **word = (void **)((uintptr_t)&__ehdr_start + relocation->r_offset);
        if (!SYMBOL_OF(relocation->r_info) || symbol->st_shndx != SHN_UNDEF ||
            (uintptr_t)*word - library.start < library.end - library.start || !is_own(name))
            continue;
        void *function = next(name);
        if (!function || function == *word)
            continue;
        if (!*open && !allow(PROT_READ | PROT_WRITE))
            return false;
        *open = true;
        *word = function;
    }
    return true;
}

/* Makes the memory that the loader protects after its own binding writable, or read-only again. */
static bool allow(int protection)
{
    int (*protect)(void *, size_t, int) = (int (*)(void *, size_t, int))(uintptr_t)next("mprotect");
    unsigned long (*value)(unsigned long) = (unsigned long (*)(unsigned long))(uintptr_t)next("getauxval");
    const ElfW(Phdr) *header = (const void *)loaded(__ehdr_start.e_phoff), *end = header + __ehdr_start.e_phnum;
    while (header < end && header->p_type != PT_GNU_RELRO)
        header++;
    if (header == end)
        return true;
    if (!protect || !value)
        return false;
    uintptr_t page = value(AT_PAGESZ), start = (uintptr_t)loaded(header->p_vaddr);
    uintptr_t from = start & -page, to = (start + header->p_memsz) & -page;
    return from >= to || !protect((void *)from, to - from, protection);
}

__attribute__((constructor(101))) static void imports_bind(void)
{
    bool open = false;
    int (*iterate)(int (*)(struct dl_phdr_info *, size_t, void *), void *) =
        (int (*)(int (*)(struct dl_phdr_info *, size_t, void *), void *))(uintptr_t)next("dl_iterate_phdr");
    if (iterate)
        iterate(find_library, next("mprotect"));
    if (bind(DT_RELA, DT_RELASZ, sizeof(ElfW(Rela)), &open) && bind(DT_REL, DT_RELSZ, sizeof(ElfW(Rel)), &open))
        (void)bind(DT_JMPREL, DT_PLTRELSZ, entry(DT_PLTREL) == DT_RELA ? sizeof(ElfW(Rela)) : sizeof(ElfW(Rel)), &open);
    if (open)
        allow(PROT_READ);
}
