# waits.awk - `instr-report tree --csv --metric=waiting,delay` against what waits.c printed, which comes first.
# Waiting is what the program's own times say, within 5 % or 1 ms. The rank for which ranks waited most in one call path was late in
# the case, at least for half as long: two that come at nearly the same time may be taken for each other.

function least(a, b) { return a < b ? a : b }

# A rank waited so long for another in a case.
function add(of, who, ns) {
    if (ns < 0)
        ns = 0
    waiting[of] += ns
    delay[of, who] += ns
}

# Who came last: of all, or of those that are not the root; or the root.
function late(call, kind, root, who, came) {
    if (kind != "all" && kind != "loose" && (kind == "from") != root)
        return
    if (!(call in when) || came > when[call]) {
        when[call] = came
        by[call] = who
    }
}

# Of what a call waits for, that for which it waits longest.
function longest(of, who, since, until, late,   at) {
    at = sprintf("%.0f", since) " " who " " of
    if (!(at in most) || until - since > most[at]) {
        most[at] = until - since
        source[at] = late
    }
}

function count_longest(   at, part) {
    for (at in most) {
        split(at, part, " ")
        add(part[3], source[at], most[at])
    }
}

function count_messages(   message) {
    for (message in received) {
        if (message in sent)
            longest(name[message], receiver[message], received[message], least(sent[message], end[message]), sender[message])
    }
    for (message in blocked)
        if (received[message] > sent[message] && blocked[message] > received[message])
            add(name[message], receiver[message], received[message] - sent[message])
}

# The last of those up to a place.
function last_up_to(call, place,   k, last) {
    last = call " " 0
    for (k = 1; k <= place; k++)
        if (scanned[call " " k] > scanned[last])
            last = call " " k
    return last
}

function count_collective(   call, k, last) {
    for (k = 1; k <= calls; k++) {
        call = call_of[k]
        if (kind_of[k] == "scan") {
            last = last_up_to(call, place_of[k])
            longest(name[call], rank_of[k], enter[k], least(scanned[last], ended[k]), rank_at[last])
        } else if (waits[k] && (kind_of[k] != "loose" || ended[k] >= when[call])) {
            longest(name[call], rank_of[k], enter[k], least(when[call], ended[k]), by[call])
        }
    }
}

FNR == NR {
    message = $1 " " $2
    name[message] = $1
    waiting[$1] += 0
    if ($4 ~ /send/) {
        sent[message] = $6
        sender[message] = $3
        if ($4 == "send")
            blocked[message] = $7
    } else if ($4 == "receive") {
        received[message] = $6
        receiver[message] = $3
        end[message] = $7
    } else if ($4 == "poll") {
        polled[$1] += $7 - $6
    } else if ($4 != "look") {
        calls++
        call_of[calls] = message
        kind_of[calls] = $4
        place_of[calls] = $5
        rank_of[calls] = $3
        enter[calls] = $6
        ended[calls] = $7
        waits[calls] = $4 == "all" || $4 == "loose" || ($4 == "to") == $5
        if ($4 == "scan") {
            scanned[message " " $5] = $8
            rank_at[message " " $5] = $3
        } else {
            late(message, $4, $5, $3, $8)
        }
    }
    next
}

FNR == 1 {
    count_messages()
    count_collective()
    count_longest()
    for (i = 1; i <= NF; i++)
        at[$i] = i
    next
}

{
    count = split($at["path"], part, "/")
    of = part[count - 1]
    of = of in waiting ? of : part[count - 2]
    if (!(of in waiting) || part[count] !~ /^MPI_/)
        next
    found[of] += $at["metric_waiting_inclusive"]
    if ($at["metric_delay_rank_max"] + 0 > worst[of]) {
        worst[of] = $at["metric_delay_rank_max"]
        rank[of] = $at["metric_delay_rank_of_max"]
    }
}

END {
    for (of in waiting) {
        off = found[of] - waiting[of]
        if ((off > 1e6 && off > waiting[of] / 20) || (off < -1e6 && off < -waiting[of] / 20))
            fail = fail of ": waited " waiting[of] " ns and not " found[of] "\n"
        if (worst[of] > delay[of, rank[of]] * 2 + 1e6)
            fail = fail of ": rank " rank[of] " was not late for " worst[of] " ns, but for " delay[of, rank[of]] + 0 "\n"
    }
    printf "%s", fail
    exit fail != "" || FNR < 2
}
