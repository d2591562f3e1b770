#!/bin/sh
# sources.sh SOURCE - the C files that are formatted and looked at by clang-tidy: the product, what measures it, and unit
# tests. Programs that are tested with stay as they are, for their lines are expected.
cd "$1" && find common include profile runtime instrumenter report tune tests/bench \
    tests/common tests/checkers tests/truth tests/fuzz tests/instrumenter tests/profile tests/report tests/runtime tests/tune \
    -name golden -prune -o -name '*.[ch]' -print | sort
