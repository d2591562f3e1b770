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
    below='common include profile'
    for room in machine metrics measure/store measure/stack measure/beside measure/tree measure/flow measure/probe observe collect write trace job \
        plugins api attach; do
        echo "runtime/$room: $below"
        below="$below runtime/$room"
    done
    below='common include profile'
    for room in binary show derive shape read compare trace export html commands; do
        [ $room != read ] || left='runtime/job/roll_files runtime/job/waits_left runtime/write/recover'
        echo "report/$room: $below ${left-}"
        unset left
        below="$below report/$room"
    done
    cat <<END
common:
include:
profile: common
runtime/mpi: include common profile runtime/job/transport.h runtime/job/services.h runtime/measure/beside/operation.h
runtime/plugins-shipped: include
runtime/timers/shared: include
runtime/timers/gptl: include runtime/timers/shared runtime/attach/entry
runtime/timers/macsio: include runtime/timers/shared runtime/attach/entry
runtime/timers/kokkos: include runtime/timers/shared runtime/attach/entry
runtime/timers/yaml: include
instrumenter/plan: common include
instrumenter/driver: common include instrumenter/plan
instrumenter/unit: common
instrumenter/front: common include instrumenter/unit
instrumenter/front/c: common include instrumenter/unit instrumenter/front
instrumenter/front/cxx: common include instrumenter/unit instrumenter/front
instrumenter/edit: common include instrumenter/unit instrumenter/preamble_text.c
instrumenter/rewrite: common include instrumenter/preamble_text.c instrumenter/plan instrumenter/driver instrumenter/unit instrumenter/front instrumenter/front/c instrumenter/edit
instrumenter/hooks: common include instrumenter/hooks_text.c instrumenter/plan instrumenter/driver instrumenter/unit
instrumenter/mpi: common instrumenter/plan instrumenter/driver
instrumenter/compile: common include instrumenter/plan instrumenter/driver instrumenter/unit instrumenter/front instrumenter/front/c instrumenter/front/cxx instrumenter/edit instrumenter/hooks instrumenter/mpi
instrumenter: common include instrumenter/plan instrumenter/driver instrumenter/hooks instrumenter/mpi instrumenter/compile
report/commands/cmd_clocks.c: common include report/show report/commands runtime/machine/clock runtime/attach/entry
report/main.c: common report/show report/read report/commands
tune/project: common tune/viewer
tune/library: common
tune/search: common tune/numbers tune/project
tune/rounds: common report/compare tune/numbers tune/search/chance
tune/execute: common profile report/show report/derive report/read tune/numbers tune/project tune/library tune/rounds
tune/viewer: common
tune/commands: common report/show report/read report/compare tune/numbers tune/project tune/library tune/search tune/rounds tune/execute tune/viewer tune/options
tune/numbers.c: common
tune/options.c: common report/show
tune/options.h: common
tune/main.c: common report/show tune/options tune/commands
END
}

includes() {
    grep -rE '^#include "[a-z]' --include='*.[ch]' common include profile runtime instrumenter report tune |
        sed -E 's/^([^:]*):#include "([^"]*)".*/include \1 \2/; s, ([a-z_]*\.h)$, include/\1,'
}

symbols() {
    tr "\n" "\000" <"$objects" | xargs -0 nm -A -P |
        sed -E 's,CMakeFiles/[^/]*\.dir/,,; s,^.*/(common|profile|runtime|instrumenter|report|tune)/,\1/,; s,\.o: , ,' |
        awk '$3 ~ /^[A-TV-Z]$/ { print "has", $1, $2 } $3 ~ /^[Uw]$/ { print "wants", $1, $2 }'
}

cd "$source"
{ rules | sed 's/^/rule /; s/://'; includes; symbols; } | awk -f "$here/layers.awk"
