#!/bin/sh
# rooms.sh SOURCE - no room has more lines than rooms.txt allows it. Where one grows, another one has to get smaller: the table says
# what each may have, and the commit that raises a figure says what left elsewhere. A room whose figure is more than a twentieth
# too high has had something taken away, and the figure goes with it.
set -eu
cd "$1"
status=0
while read -r room most; do
    case $room in '' | '#'*) continue ;; esac
    [ -d "$room" ] || { echo "$room: there is no such room"; status=1; continue; }
    # What git keeps there, or without git all: rooms below it that have a figure of their own do not count.
    lines=$(git ls-files -z -- "$room" 2>/dev/null | tr '\0' '\n')
    [ -n "$lines" ] || lines=$(find "$room" -type f)
    for other in $(sed -n "s|^\($room/[^ ]*\) .*|\1|p" tests/rules/rooms.txt); do
        lines=$(printf '%s\n' "$lines" | grep -v "^$other/" || :)
    done
    have=$(printf '%s\n' "$lines" | while read -r file; do [ ! -f "$file" ] || cat "$file"; done | wc -l)
    if [ "$have" -gt "$most" ]; then
        echo "$room: $have lines, and tests/rules/rooms.txt allows $most: take something away"
        status=1
    elif [ $((have * 20)) -lt $((most * 19)) ]; then
        echo "$room: $have lines, and tests/rules/rooms.txt says $most: lower the figure"
        status=1
    fi
done <tests/rules/rooms.txt
exit $status
