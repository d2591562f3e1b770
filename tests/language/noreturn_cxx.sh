# noreturn_cxx.sh - a call that ends the process is one that never returns for the compiler, too. The address sanitizer then
# forgets what it keeps of the stack; else it finds errors where there are none, once that stack is used again.
command -v g++ >/dev/null || exit 77

cat >ends.cpp <<'C'
#include <cstdlib>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile char sink;
static int child(void *how)
{
    char kept[32] = {0};
    sink = kept[*(int *)how];
    if (*(int *)how == 0)
        _exit(1);
    else if (*(int *)how == 1)
        _Exit(1);
    std::abort();
}
int main(int count, char **)
{
    static const int size = 1 << 20;
    char stack[size];
    for (int how = 0; how < 3; how++) {
        int status;
        if (waitpid(clone(child, stack + size, CLONE_FILES | CLONE_VM, &how), &status, __WCLONE) < 0)
            return 2;
        for (int i = 0; i < size; i++)
            stack[i] = char(i);
    }
    return stack[count - 1];
}
C
for compiler in $(test_compilers c++); do
    for level in -O0 -O2; do
        $compiler $level -fsanitize=address -o plain ends.cpp 2>messages || { echo "no sanitizer: $(cat messages)"; exit 77; }
        instr-cc $compiler $level -fsanitize=address -o program ends.cpp
        (ulimit -c 0; ./plain >said 2>&1) || fail "$compiler $level: plainly it fails: $(cat said)"
        (ulimit -c 0; ./program >said 2>&1) || fail "$compiler $level: $(head -5 said)"
    done
done
