# stopwatch.sh COMPILER LAUNCHER SOURCES INCLUDE LIBRARIES - the thesis's stopwatches: its fib, and its two files over ranks.
compiler=$1 launcher=$2 sources=$3 include=$4 libraries=$5
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
cxx=$(echo "$compiler" | sed 's/mpicc/mpicxx/')

g++ -Wall -Wextra -Werror -I"$include" -o alone "$sources/stopwatch.cpp"
./alone >out 2>errors || fail "alone: $(cat out errors)"
grep -Eq '^Timer1;[0-9.]+;[0-9.]+;Timer2;[0-9.]+;[0-9.]+;Invalid;0;0;$' timers.csv || fail "timers: $(cat timers.csv)"
# Timer1 and Timer2 on each level of the recursion but the last, where nothing is left to be timed below.
cat >levels <<'LEVELS'
0;Timer1;#;0;Timer2;#;
1;Timer1;#;1;Timer2;#;
2;Timer1;#;2;Timer2;#;
LEVELS
sed -E '/^Call stack/,$d; s/[0-9.e+-]+;([0-9];|$)/#;\1/g' out | diff - levels || fail "levels: $(cat out)"
sed -E '1,/^Call stack:$/d; s/;[0-9]+[.][0-9]{6}; ms$//' out | tr '\n' ' ' >console
[ "$(cat console)" = 'Timer1 Timer2 Timer1 Timer2 Timer1 Timer2 ' ] || fail "on the console: $(cat out)"
grep -q 'stop of "unused", which does not run' errors || fail "no word of a wrong stop: $(cat errors)"
g++ -Wall -Wextra -Werror -fsanitize=address -DBY_TIME_OF_DAY -I"$include" -o checked "$sources/stopwatch.cpp"
ASAN_OPTIONS=detect_leaks=0 ./checked >out 2>errors || fail "stopwatches that end after main: $(cat out errors)"
g++ -Wall -Wextra -Werror -DBY_TICKS -I"$include" -o ticks "$sources/stopwatch.cpp"
./ticks >out 2>errors || fail "by the processor's ticks: $(cat out errors)"
INSTR_CLOCK=thread_cpu ./alone >out 2>errors || fail "by processor time: $(cat out errors)"

$cxx -Wall -Werror -DWITH_MPI -I"$include" -o ranks "$sources/stopwatch.cpp"
$launcher -n 3 ./ranks >out 2>errors || fail "ranks: $(cat out errors)"
[ "$(grep -c '^Timer1;' timers.csv)" = 3 ] || fail "a line for each rank: $(cat timers.csv)"
cmp timers.csv timers.one && [ "$(wc -l <callstack.one)" = 12 ] || fail "all ranks, by the file's name alone: $(cat callstack.one)"
[ "$(cut -d';' -f1 callstack.csv | tr '\n' ' ')" = '0 1 2 0 1 2 3 0 1 2 3 4 ' ] || fail "a line for each rank and level: $(cat callstack.csv)"
$cxx -Wall -Werror -DWITH_MPI -DBY_MPI -I"$include" -o by_mpi "$sources/stopwatch.cpp"
$launcher -n 1 ./by_mpi >out 2>errors || fail "by MPI_Wtime: $(cat out errors)"
