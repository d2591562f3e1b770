# compiles.sh GOLDEN DIRECTORY - every golden text that a compiler takes it takes edited, for several standards, with
# the same warnings.
golden=$1 directory=$2
warnings="-Wall -Wextra -Wshadow -Wmissing-prototypes -Wconversion -pedantic -O1"
count=0

# The texts of warnings; places and the lines shown differ by the probe's columns.
texts() { sed -n 's/.*\(warning: .*\)/\1/p' "$1" | sort >"$2"; }

for compiler in ${TEST_COMPILERS:-gcc clang}; do
    mkdir "$compiler"
    "$golden" --edit "$directory" "$compiler" $([ $compiler = gcc ] || echo clang)
done
for input in "$directory"/*.i; do
    name=$(basename "$input" .i)
    case $name in wrong | annotated) continue ;; esac # what is in a pragma is seen in one of the texts only
    openmp=$(grep -sx -e -fopenmp "${input%.i}.options") || openmp=
    for compiler in $(test_compilers); do
        for standard in c89 c99 gnu17 "gnu17 -fms-extensions"; do # which makes keywords of more names
            plain="$compiler -std=$standard $warnings $openmp -x cpp-output -c -o object.o"
            $plain "$input" 2>plain || continue
            count=$((count + 1))
            $plain "$compiler/$name.i" 2>edited || fail "$name: $compiler -std=$standard"
            texts plain a
            texts edited b
            diff a b >diff || fail "$name: $compiler -std=$standard: other warnings: $(cat diff)"
        done
    done
done
echo "$count compilations"
[ "$count" -gt 30 ]
