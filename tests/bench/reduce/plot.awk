# plot.awk - the table of bench-reduce as a picture: awk -F, -f plot.awk table.csv >reduction.svg
# Rank 0's processor time against the number of ranks, whose axis is logarithmic.

NR > 1 && $1 == "halves" {
    series = $3 " paths, " ($2 == "equal" ? "the same on all ranks" : "partly different")
    if (!(series in points))
        names[++count] = series
    points[series] = points[series] " " $4 ":" $5
    if ($5 > most)
        most = $5
}

function x(ranks) { return 60 + 27 * log(ranks) / log(2) }
function y(ms) { return 330 - 300 * ms / top }

END {
    split("#1f77b4 #d62728 #2ca02c #9467bd", colours, " ")
    top = 50 * (int(most / 50) + 1)
    print "<svg xmlns='http://www.w3.org/2000/svg' width='660' height='380' font-family='sans-serif' font-size='12'>"
    print "<rect width='660' height='380' fill='white'/>"
    for (k = 0; k <= 20; k += 4) {
        printf "<line x1='%.0f' y1='30' x2='%.0f' y2='330' stroke='#ddd'/>", x(2 ^ k), x(2 ^ k)
        printf "<text x='%.0f' y='348' text-anchor='middle'>2<tspan dy='-5' font-size='9'>%d</tspan></text>\n", x(2 ^ k), k
    }
    for (ms = 0; ms <= top; ms += top / 5) {
        printf "<line x1='60' y1='%.0f' x2='600' y2='%.0f' stroke='#ddd'/>", y(ms), y(ms)
        printf "<text x='54' y='%.0f' text-anchor='end'>%.0f</text>\n", y(ms) + 4, ms
    }
    print "<text x='330' y='370' text-anchor='middle'>ranks</text><text x='60' y='20'>processor time of rank 0, ms</text>"
    for (i = 1; i <= count; i++) {
        n = split(points[names[i]], list, " ")
        line = ""
        for (j = 1; j <= n; j++) {
            split(list[j], at, ":")
            line = line sprintf("%.1f,%.1f ", x(at[1]), y(at[2]))
        }
        printf "<polyline fill='none' stroke='%s' stroke-width='2' points='%s'/>\n", colours[i], line
        printf "<text x='80' y='%d' fill='%s'>%s</text>\n", 34 + 16 * i, colours[i], names[i]
    }
    print "</svg>"
}
