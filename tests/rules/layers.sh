#!/bin/sh
# layers.sh SOURCE OBJECTS - nothing points up the layers of docs/dev/architecture.md, and within a folder no files call each
# other in a ring, nor include each other's headers.
#
# SOURCE is the tree; OBJECTS a file that names all objects of the product, one a line, each below CMakeFiles/TARGET.dir
# of the folder that its source is in. Looked at are the #includes of all sources, and the symbols that each object has
# and wants: what is declared by hand is found as well.
set -eu
source=$1 objects=$2
here=$(cd "$(dirname "$0")" && pwd)
LC_ALL=C
export LC_ALL

# What each folder, or file, may use besides itself. The longest name that fits a file is the one that counts.
rules() {
    below='base include profile'
    for room in machine metrics measure/store measure/stack measure/beside measure/tree measure/flow measure/probe observe collect write trace job \
        plugins api attach; do
        echo "runtime/$room: $below"
        below="$below runtime/$room"
    done
    below='base include profile'
    for room in binary show derive shape read compare trace suite export html mcp commands; do
        [ $room != read ] || left='runtime/job/roll_files runtime/job/waits_left runtime/write/recover'
        echo "report/$room: $below ${left-}"
        unset left
        below="$below report/$room"
    done
    cat <<END
base:
include:
profile: base
runtime/mpi: include base profile runtime/job/transport.h runtime/job/services.h runtime/measure/beside/operation.h
bridges: include
compat/common: include
compat/gptl: include compat/common runtime/attach/entry
compat/macsio: include compat/common runtime/attach/entry
compat/kokkos: include compat/common runtime/attach/entry
compat/yaml: include
instrumenter/plan: base include
instrumenter/driver: base include instrumenter/plan
instrumenter/unit: base
instrumenter/front: base include instrumenter/unit
instrumenter/front/c: base include instrumenter/unit instrumenter/front
instrumenter/front/cxx: base include instrumenter/unit instrumenter/front
instrumenter/edit: base include instrumenter/unit instrumenter/preamble_text.c
instrumenter/rewrite: base include instrumenter/preamble_text.c instrumenter/plan instrumenter/driver instrumenter/unit instrumenter/front instrumenter/front/c instrumenter/edit
instrumenter/hooks: base include instrumenter/hooks_text.c instrumenter/plan instrumenter/driver instrumenter/unit
instrumenter/mpi: base instrumenter/plan instrumenter/driver
instrumenter/compile: base include instrumenter/plan instrumenter/driver instrumenter/unit instrumenter/front instrumenter/front/c instrumenter/front/cxx instrumenter/edit instrumenter/hooks instrumenter/mpi
instrumenter: base include instrumenter/plan instrumenter/driver instrumenter/hooks instrumenter/mpi instrumenter/compile
report/commands/cmd_clocks.c: base include report/show report/commands runtime/machine/clock runtime/attach/entry
report/main.c: base report/show report/read report/commands
tune/project: base
tune/library: base
tune/search: base tune/numbers tune/project
tune/execute: base profile report/show report/derive report/read tune/numbers tune/project tune/library
tune/viewer: base
tune/commands: base report/show report/read tune/numbers tune/project tune/library tune/search tune/execute tune/viewer tune/options
tune/numbers.c: base
tune/options.c: base report/show
tune/options.h: base
tune/main.c: base report/show tune/options tune/commands
END
}

includes() {
    grep -rE '^#include "[a-z]' --include='*.[ch]' base include profile runtime compat bridges instrumenter report tune |
        sed -E 's/^([^:]*):#include "([^"]*)".*/include \1 \2/; s, ([a-z_]*\.h)$, include/\1,'
}

symbols() {
    tr "\n" "\000" <"$objects" | xargs -0 nm -A -P |
        sed -E 's,CMakeFiles/[^/]*\.dir/,,; s,^.*/(base|profile|runtime|compat|bridges|instrumenter|report|tune)/,\1/,; s,\.o: , ,' |
        awk '$3 ~ /^[A-TV-Z]$/ { print "has", $1, $2 } $3 ~ /^[Uw]$/ { print "wants", $1, $2 }'
}

cd "$source"
{ rules | sed 's/^/rule /; s/://'; includes; symbols; } | awk -f "$here/layers.awk"
