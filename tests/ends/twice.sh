# twice.sh - two threads in exit() side by side: one that is through while the other still writes the profile waits for it.

# That the profile is about to be made a plug-in tells, which then takes its time: it comes before anything is written.
cat >slow.c <<'C'
#include <instr_plugin.h>
#include <fcntl.h>
#include <unistd.h>
static void before(void *user) { (void)user; close(open("begun", O_CREAT | O_WRONLY, 0600)); usleep(100000); }
static struct instr_plugin plugin = {INSTR_PLUGIN_HEAD("slow"), .before_report = before};
const struct instr_plugin *instr_plugin_start(const struct instr_plugin_host *host) { (void)host; return &plugin; }
C
cat >program.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int leaf(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
static void *leave(void *argument) { (void)argument; exit(3); }
int main(int count, char **words)
{
    pthread_t other;
    leaf(3);
    pthread_create(&other, NULL, leave, NULL);
    while (access("begun", F_OK) != 0)
        ;
    if (count > 2) /* a third and a fourth */
        for (int i = 0; i < 2; i++)
            pthread_create(&other, NULL, leave, NULL);
    if (count > 1 && strcmp(words[1], "main") == 0)
        return 3;
    exit(3);
}
C
instr-cc gcc -O1 -pthread -o program program.c
cc -shared -fPIC -o slow.so -I"$1" slow.c
for how in main exit 'main more' 'exit more'; do
    INSTR_OUTPUT=named.instr INSTR_PLUGINS=./slow.so ./program $how && status=0 || status=$?
    [ $status = 3 ] || fail "$how: ends with $status"
    [ "$(ls named.instr*)" = named.instr ] || fail "$how: left are $(ls named.instr*)"
    [ "$(column_of leaf calls named.instr)" = 1 ] || fail "$how: another number of calls"
    rm named.instr begun
done
