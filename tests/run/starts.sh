# starts.sh SOURCE INCLUDE - a library is loaded while the program starts, see SOURCE, and the runtime asks the loader, too: no start
# waits for ever, and the program is always measured.
source=$1 include=$2

gcc -O1 -fPIC -shared -pthread -DHOST -o libhost.so "$source" -ldl
gcc -O1 -fPIC -shared -DLOADED -I "$include" -o loaded.so "$source" -L. -lhost
ln -s loaded.so libpapi.so
instr-cc gcc -O1 -fPIC -shared -DPLUG -o plug.so "$source"
instr-cc gcc -O1 -o program "$source" -L. -lhost
export INSTR_OUTPUT=out.instr LD_LIBRARY_PATH="$PWD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# start ORDER [VARIABLE=VALUE]: the program is started
start() {
    rm -f out.instr
    env START="$@" timeout -s KILL 60 ./program 2>why || fail "$*: it ends with $?: $(cat why)"
    instr-report flat --csv out.instr >flat || fail "$*: there is no profile"
    grep -q '^main,' flat || fail "$*: the program is not measured: $(cat flat)"
}

for setting in INSTR_PLUGINS=./loaded.so INSTR_METRICS=PAPI_TOT_INS,cpu-time; do
    start program $setting
    instr-report flat out.instr | grep -q 'libraries not measured.*: 1' || fail "$setting: it is not said what came too early"
    start library $setting
    grep -q '^plug,' flat || fail "$setting: what came first is not measured"
done
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    start many INSTR_CLOCK=mpi_wtime
    start many INSTR_METRICS=heap
done
