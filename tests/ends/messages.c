/* messages.c - a program whose profile can't be written; messages.sh says where. `data`: it opens a file as descriptor 2. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "data")) {
        close(2);
        if (open("data", O_WRONLY | O_CREAT | O_TRUNC, 0600) != 2 || write(2, "mine\n", 5) != 5)
            return 9;
    }
    return 3;
}
