#!/usr/bin/env python3
"""reach.py LIBRARY SOURCE - what probes, allocations, labels and handlers of signals can get to in the runtime.

LIBRARY is libinstr.so with its symbols, read by objdump: a function gets to what it calls, jumps to, or takes the address of.
What is called through a variable is listed. Nothing that is got to asks the loader, changes the protection of memory, allocates,
or waits for a lock in another way than lock.c. The start, and what is done under LOCK_ATTACH, asks the loader for nothing but what
it is told to load: another thread waits for these locks with the loader's own. SOURCE is the tree: each of the locks of lock.h
stands below, with why no thread is ended, forked or left by a jump while it has it for others to wait for.
"""

import collections
import re
import subprocess
import sys

# Where the program's threads come in, whatever they hold.
ROOTS = {
    "probes": r"probe_(enter|leave|stub)_\w+|probe_count|enter_(exact|adaptive|traced)_\w+|resync|leave_turn|team_begin",
    "allocations": r"hook_(malloc|calloc|realloc|reallocarray|aligned_alloc|memalign|valloc|pvalloc|posix_memalign|free)",
    "teams": r"hook_(GOMP|omp)_\w+|run_(part|task)|copy_task|(end_wait|close_parts)",
    "labels": r"instr_(start|stop|resume|pause)(_label)?_at",
    "signals": r"on_signal",
    "threads": r"start_run(_c11)?|thread_key_gone|thread_create\w*",
    "forks": r"fork_(prepare|in_parent|in_child)",
    # What these call through variables, see INDIRECT.
    "steps": r"fork_settle|observer_(start|renew)|stop_tsc|name_region|ask_event|make_event_room|(tell|print)_event|"
    r"end_(events|thread)",
    "children": r"forget|forked",
    "metrics": r"(open|close)_thread|read_(time|usage|events)",
} | (
    # Under locks for which the thread that has the loader's may wait.
    START := {"start": r"start_runtime", "attach": r"attach_sites|object_remove|stop_tsc"}
)

# Functions that call what a variable names, and what that is.
INDIRECT = {
    r"adaptive_review|count_call|events_\w+|fork_in_parent|thread_(begin|end|settled|create\w*)|lock_\w+": "steps",
    r"fork_settle|lock_forget_all": "children",
    r"metrics_\w+": "metrics",
    r"(open|close)_thread|read_events|begin|give_back": "the functions of PAPI",
    r"clock_now": "PMPI_Wtime, where that is the clock",
    r"hook_\w+": "the allocator's own, and the OpenMP library's",
    r"run_part|run_task|copy_task": "the program's part of a team, and its tasks",
    r"(open|close)_parts": "team_begin's steps",
    r"team_wait_\w+": "probes",
    r"start_run\w*": "the function that the program begins a thread with",
    r"forked|end_thread|name_region|tell_event": "a plug-in",
    r"leave_turn": "probes",
    r"instr_\w+": "labels, under the same names",
    r"big_stack_\w+|vectors_keep|change|sites_silence|spawn|start_or_end|observe|line_table_read|run_program|add_file|read_\w+|"
    r"give_row|carry_out_long": "what the caller gives, whose address is seen there",
    r"arena_\w+": "pages_map and pages_unmap",
    r"name": "nothing: a switch",
}

LOADER = r"dl_iterate_phdr|dl(m?open|v?sym|addr1?|info|close)|_dl_\w+|objects_\w+|code_around"
FORBIDDEN = re.compile(
    LOADER + r"|mprotect|malloc|calloc|realloc|reallocarray|free|posix_memalign|strn?dup|v?asprintf|fopen|fdopen|opendir|getline|"
    r"qsort|pthread_(mutex_lock|once|rwlock_\w+|cond_wait|spin_lock|join)|call_once|mtx_lock|exit|__cxa_atexit|pthread_atfork"
)

# Not gone into, and why.
LEFT_OUT = {
    "attach_program": "the first use of instr.h, which loads the runtime by dlopen itself",
    "resolve": "its address is told to objects, for calls that the program makes of exec, MPI_Init and their like",
    "lock_take": "see LOCKS",
    "lock_try": "see LOCKS",
    "lock_take_all": "in fork, with no signal let through, in the order of lock.h",
    "load_plugins": "of what it keeps waiting meanwhile, see attach.c",
}
ALLOWED = {
    ("fork_settle", "pthread_mutex_lock"): "of a child's threads, with no signal let through",
}

QUIET = "no signal comes to a thread that has it, and fork waits for it"
LOCKS = {
    "LOCK_START": "as the next one; while something is loaded no thread of a library waits for it",
    "LOCK_ATTACH": "in the boot code of an object, where the loader's own lock is held, or in the first use of instr.h",
    "LOCK_SETTINGS": QUIET,
    "LOCK_OUTPUT": QUIET + "; but signals without a handler may end the process",
    "LOCK_PLUGINS": QUIET,
    "LOCK_LABELS": QUIET,
    "LOCK_GROUPS": QUIET,
    "LOCK_MESSAGES": QUIET,
    "LOCK_THREADS": QUIET,
    "LOCK_COROUTINES": QUIET,
    "LOCK_REGIONS": QUIET,
    "LOCK_TRAFFIC": "in a call of MPI, which no handler may leave for good",
    "LOCK_CAUSES": "in a call of MPI",
    "LOCK_OPERATIONS": "in a call of MPI, or at the end",
    "LOCK_STANDS": "in a call of MPI",
    "LOCK_COMMUNICATORS": "in a call of MPI",
    "LOCK_TRACE": QUIET + "; but signals without a handler may end the process",
    "LOCK_STORE": QUIET,
    "LOCK_HEAP": "in a call of the allocator, which no handler may leave for good; else signals_blocked.h",
}


def read_calls(library):
    """Names of functions by their address; by the same, what each refers to: (name, address), and whether by a variable alone."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", library], capture_output=True, text=True, check=True).stdout
    names, calls, indirect, at = {}, collections.defaultdict(set), set(), None
    for line in text.splitlines():
        head = re.match(r"([0-9a-f]+) <(.+)>:$", line)
        if head:
            at = int(head[1], 16)
            names[at] = head[2]
        for place, name, offset in re.findall(r"\b([0-9a-f]+) <([^>+]+)(\+0x[0-9a-f]+)?>", line) if not head else ():
            calls[at].add((name.split("@")[0], int(place, 16) - int(offset or "0", 16)))
        if re.search(r"\t(notrack )?(call|jmp) +\*", line) and not re.search(r"# [0-9a-f]+ <[^>]*@", line):
            indirect.add(at)
    return names, calls, indirect


def check_reach(names, calls, indirect):
    wrong = []
    for kind, pattern in ROOTS.items():
        roots = [at for at, name in names.items() if re.fullmatch(pattern, name)]
        if not roots:
            wrong.append(f"{kind}: there is none of {pattern}")
        before = {at: None for at in roots}
        waiting = collections.deque(roots)
        forbidden = re.compile(LOADER) if kind in START else FORBIDDEN
        while waiting:
            at = waiting.popleft()
            bare = re.sub(r"\..*", "", names[at])
            if at in indirect and kind not in START and not any(re.fullmatch(pattern, bare) for pattern in INDIRECT):
                wrong.append(f"{kind}: say what {bare} calls through a variable")
            for name, target in sorted(calls[at]):
                if forbidden.fullmatch(name) and (names[at], name) not in ALLOWED:
                    way, step = [name], at
                    while step is not None:
                        way.insert(0, names[step])
                        step = before[step]
                    wrong.append(f"{kind}: {' > '.join(way)}")
                elif target in names and target not in before and re.sub(r"\..*", "", name) not in LEFT_OUT:
                    before[target] = at
                    waiting.append(target)
    return wrong


def check_lists(names, source):
    wrong = [f"LEFT_OUT names {name}, which is not there" for name in LEFT_OUT if name not in names.values()]
    with open(f"{source}/runtime/measure/store/lock.h", encoding="utf-8") as file:
        there = set(re.findall(r"\bLOCK_\w+", re.search(r"enum lock_order \{(.*?)\}", file.read(), re.S)[1])) - {"LOCK_COUNT"}
    with open(f"{source}/runtime/measure/store/lock.c", encoding="utf-8") as file:
        in_calls = set(re.findall(r"\bLOCK_\w+", re.search(r"\bIN_CALLS = (.*?)\}", file.read(), re.S)[1]))
    wrong += [f"{name} stands only in one of lock.h and this list" for name in there ^ set(LOCKS)]
    wrong += [
        f"{name} is {'not ' if name in in_calls else ''}quiet, says lock.c"
        for name in sorted(LOCKS)
        if LOCKS[name].startswith(QUIET) == (name in in_calls)
    ]
    return wrong


def main():
    library, source = sys.argv[1:]
    names, calls, indirect = read_calls(library)
    wrong = check_reach(names, calls, indirect) + check_lists(names, source)
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(bool(wrong))


main()
