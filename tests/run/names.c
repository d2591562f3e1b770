/* names.c - a program whose own functions have names that the C library uses, too: nobody but the program itself
 * may call them. It is compiled with -fno-builtin, and includes nothing that declares them. */
static int calls;

#define OWN(name) int name(void) { calls++; return -1; }
OWN(access) OWN(asprintf) OWN(clock_gettime) OWN(close) OWN(fclose) OWN(fnmatch) OWN(fopen) OWN(fprintf) OWN(fputc)
OWN(fread) OWN(fstat) OWN(getauxval) OWN(getcwd) OWN(getenv) OWN(geteuid) OWN(gethostname) OWN(getpid) OWN(getrlimit)
OWN(gettimeofday) OWN(gmtime_r) OWN(link) OWN(localtime_r) OWN(lstat) OWN(open) OWN(posix_fallocate) OWN(pread)
OWN(pwrite) OWN(read) OWN(readlink) OWN(realpath) OWN(rename) OWN(setrlimit) OWN(sigfillset) OWN(sigpending)
OWN(snprintf) OWN(stat) OWN(stpcpy) OWN(strftime) OWN(strnlen) OWN(strtol) OWN(syscall) OWN(sysconf) OWN(time)
OWN(unlink) OWN(usleep) OWN(vsnprintf) OWN(waitpid) OWN(write)
OWN(__asprintf_chk) OWN(__fprintf_chk) OWN(__realpath_chk) OWN(__snprintf_chk) OWN(__vsnprintf_chk)

int main(void)
{
    return link() == -1 && time() == -1 && calls == 2 ? 7 : calls;
}
