/* spinner.c SECONDS - keeps a processor busy, for as long as the one that started it lives and no longer than that. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1);
    pid_t parent = getppid();
    while (time(NULL) < end && getppid() == parent)
        continue;
    return 0;
}
