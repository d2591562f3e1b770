# kokkos.sh SOURCES LIBRARIES - what Kokkos tells its tools is in the call tree, with names as people write them: of a program that
# tells it as Kokkos does, and of one by Kokkos itself where that is installed (Debian: libtrilinos-kokkos-dev). Neither knows of instr.
sources=$1
export KOKKOS_TOOLS_LIBS="$2/libinstr_kokkos.so" INSTR_TIMING=exact
export KOKKOS_PROFILE_LIBRARY="$KOKKOS_TOOLS_LIBS" # before Kokkos 3.6

# has PATH CALLS
has() {
    grep -qxF "$1,$2" paths || fail "$what: not $2 calls of $1: $(cat paths)"
}

what='a program that tells of itself'
gcc -Wall -Wextra -Werror -o told "$sources/kokkos.c" -Wl,--no-as-needed -lstdc++
./told || fail "$what fails"
instr-report tree --csv --min=0 | awk -F, 'NR > 2 { print $2 "," $7 }' >paths
has 'allocate Host: x' 1
has step 1
has step/axpy 3
has 'step/Omega::Norm' 3
has step/halo 3
has step/halo/Offsets 3
has step/inner 1
has 'step/inner/deep_copy Host: x to Cuda: x' 1
has 'step/inner/deep_copy Host: x to Cuda: x/wait' 1
has done 1
has 'deallocate Host: x' 1
[ "$(wc -l <paths)" = 11 ] || fail "$what: more than it did: $(cat paths)"
instr-report tree --csv --min=0 | awk -F, '$3 == "axpy" { exit !($9 > 0.005) }' || fail "$what: a kernel has no time"
[ "$(instr-report flat --focus=step --csv | grep -c .)" -gt 5 ] || fail "$what: the region has nothing"
INSTR_LEVEL=0 ./told 2>said || fail "$what fails with INSTR_LEVEL=0"
[ ! -s said ] || fail "$what: $(cat said)"

for folder in /usr/include/trilinos /usr/include/kokkos /usr/include; do
    [ ! -e $folder/Kokkos_Core.hpp ] || break
done
[ -e $folder/Kokkos_Core.hpp ] || { echo 'no Kokkos is installed: only its calls were told' && exit 0; }
what="a program of Kokkos'"
library=$(find /usr/lib -name 'libtrilinos_kokkoscore.so' -o -name libkokkoscore.so | head -n 1)
g++ -O1 -w -fopenmp -std=c++17 -isystem $folder -o plain "$sources/kokkos.cpp" "$library" -ldl || fail "$what is not compiled"
rm -f ./*.instr
OMP_NUM_THREADS=2 ./plain >out || fail "$what fails: $(cat out)"
[ "$(cat out)" = 1665 ] || fail "$what: another sum: $(cat out)"
instr-report tree --csv --min=0 | awk -F, 'NR > 2 { print $2 "," $7 }' >paths
has step 1
has step/fill 5
has step/Norm 1
grep -q '^step/deep_copy Host: x to Host: y,1' paths || fail "$what: no copy: $(cat paths)"
grep -q '^allocate Host: x,1' paths || fail "$what: no allocation: $(cat paths)"
