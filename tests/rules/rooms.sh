#!/bin/sh
# rooms.sh SOURCE - no room has more lines than rooms.txt says. Where one grows, another one gets smaller: who raises a figure says
# in the commit what left elsewhere. A figure that is a twentieth too high is lowered: something was taken away.
set -eu
cd "$1"
git rev-parse --git-dir >/dev/null 2>&1 || exit 0 # of a copy without history nobody knows what belongs to it
status=0
while read -r room most; do
    case $room in '' | '#'*) continue ;; esac
    inner=$(sed -n "s|^\($room/[^ ]*\) .*|:!\1|p" tests/rules/rooms.txt)
    have=$(git ls-files -z -- "$room" $inner | xargs -0 cat | wc -l)
    [ "$have" -le "$most" ] || { echo "$room: $have lines, where rooms.txt allows $most: take something away" && status=1; }
    [ $((have * 20)) -ge $((most * 19)) ] || { echo "$room: $have lines, where rooms.txt says $most: lower it" && status=1; }
done <tests/rules/rooms.txt
exit $status
