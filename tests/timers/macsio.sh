# macsio.sh SOURCES INCLUDE LIBRARIES [COMPILER LAUNCHER] - a program with MACSio's timers, in C and compiled as C++, as MACSio
# compiles its own: what they tell and dump, and the labels in the profile; with a compiler and launcher on three ranks.
if [ $# = 5 ]; then
    compiler=$1 launcher=$2
    shift 2
    languages="$compiler" mpi=-DHAVE_MPI run="$launcher -n 3" ranks=3
else
    languages='gcc g++' mpi='' run='' ranks=1
fi
sources=$1 include=$2 libraries=$3
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

for language in $languages; do
    rm -f ./*.instr
    case $language in *++*) as='-x c++' ;; *) as='' ;; esac
    $language -Wall -Werror -Wno-unused-variable $mpi $as -I"$include" -o timed "$sources/macsio.c" -x none \
        -L"$libraries" -linstr_macsio -lm
    $run ./timed >out || fail "$language: $(cat out)"
    ! grep 'not so' out || fail "$language"
    grep -Eq '^TOT= +0\.[0-9]{5},CNT=0001,MIN= 0\.[0-9]{5}\(0\.00\):00000'$((ranks - 1))',AVG= 0\.[0-9]{5},MAX= 0\.[0-9]{5}\(0\.00\):00000'$((ranks - 1))',DEV=0\.00000000:FILE=macsio\.c:LINE=[0-9]+:LAB=alone$' out ||
        fail "$language: the line: $(cat out)"
    check_one_profile "$language"
    [ "$(instr-report tree --csv --min=0 | awk -F, '$2 == "all/io" { print $6, $7, $15 }')" = "label $((5 * ranks)) $ranks" ] ||
        fail "$language: $(instr-report tree --min=0)"
    [ "$(instr-report flat --csv | awk -F, '$1 == "counted" { print $5 }')" = $((3 * ranks)) ] || fail "$language: cleared"
done
