/* names.c COUNT - starts and stops so many timers of GPTL's, twice. */
#include <gptl.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    char name[32];
    int names = count > 1 ? atoi(words[1]) : 0;
    GPTLinitialize();
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < names; i++) {
            snprintf(name, sizeof name, "t%d", i);
            GPTLstart(name);
            GPTLstop(name);
        }
    return GPTLfinalize();
}
