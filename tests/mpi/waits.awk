# waits.awk - `instr-report tree --csv --metric=waiting,delay` against what waits.c printed, which comes first.
# Waiting is what the program's own times say, within 5 % or 1 ms; and where most of it was caused, the rank is the right one.

function least(a, b) { return a < b ? a : b }

# A rank waited so long for another in a case.
function add(of, who, ns) {
    if (ns < 0)
        ns = 0
    waiting[of] += ns
    delay[of, who] += ns
}

# Who came last, the root, or the first of the others.
function late(call, kind, root, who, came) {
    if (kind != "all" && (kind == "from") != root)
        return
    if (!(call in when) || (kind == "to" ? came < when[call] : came > when[call])) {
        when[call] = came
        by[call] = who
    }
}

# Of the messages that a call waits for, the one for which it waits longest.
function count_messages(   message, waited, at, part) {
    for (message in received) {
        at = received[message] " " receiver[message] " " name[message]
        waited = least(sent[message], end[message]) - received[message]
        if (!(at in most) || waited > most[at]) {
            most[at] = waited
            source[at] = sender[message]
        }
    }
    for (at in most) {
        split(at, part, " ")
        add(part[3], source[at], most[at])
    }
    for (message in blocked)
        if (received[message] > sent[message])
            add(name[message], receiver[message], received[message] - sent[message])
}

function count_collective(   call, k) {
    for (k = 1; k <= calls; k++) {
        call = call_of[k]
        if (waits[k])
            add(name[call], by[call], least(when[call], ended[k]) - enter[k])
    }
}

FNR == NR {
    message = $1 " " $2
    name[message] = $1
    ranks[$3]
    waiting[$1] += 0
    if ($4 ~ /send/) {
        sent[message] = $6
        sender[message] = $3
        if ($4 == "ssend")
            blocked[message]
    } else if ($4 == "receive") {
        received[message] = $6
        receiver[message] = $3
        end[message] = $7
    } else if ($4 != "look") {
        calls++
        call_of[calls] = message
        enter[calls] = $6
        ended[calls] = $7
        waits[calls] = $4 == "all" || ($4 == "to") == $5
        late(message, $4, $5, $3, $6)
    }
    next
}

FNR == 1 {
    count_messages()
    count_collective()
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
    if ($at["metric_delay_inclusive"] + 0 > worst[of]) {
        worst[of] = $at["metric_delay_inclusive"]
        rank[of] = $at["metric_delay_rank_of_max"]
    }
}

END {
    for (of in waiting) {
        off = found[of] - waiting[of]
        if ((off > 1e6 && off > waiting[of] / 20) || (off < -1e6 && off < -waiting[of] / 20))
            fail = fail of ": waited " waiting[of] " ns and not " found[of] "\n"
        for (who in ranks)
            if (delay[of, who] > delay[of, rank[of]] * 1.05 + 1e6)
                fail = fail of ": rank " who " was late, and not " rank[of] "\n"
    }
    printf "%s", fail
    exit fail != "" || FNR < 2
}
