# usdt.sh LIBDIR SOURCES - the probes are in the plug-in's notes, gdb finds them, and stops at each call.
unset INSTR_TIMING
plugin=$1/instr/libinstr_usdt.so
readelf -n "$plugin" >notes
for probe in region_begin region_end; do
    grep -q "Name: $probe" notes || fail "no note of $probe: $(cat notes)"
done
[ "$(grep -c 'Provider: instr' notes)" -ge 2 ] || fail "the probes are somebody else's"
instr-cc gcc -O1 -pthread -o program "$2/program.c"
export INSTR_PLUGINS=usdt INSTR_OUTPUT=run.instr
./program >printed || fail "it ended with $?"
command -v gdb >/dev/null || { echo "no gdb: not tried"; exit 0; }
cat >commands <<'GDB'
set pagination off
set confirm off
set breakpoint pending on
set auto-load safe-path /
break main
run
info probes stap instr
break -probe-stap instr:region_begin if $_streq((char *)$_probe_arg0, "work")
commands
silent
printf "begins %s of thread %d\n", (char *)$_probe_arg0, (int)$_probe_arg3
continue
end
continue
GDB
gdb -q -nx -batch -x commands ./program >gdb.out 2>&1 || true
grep -q 'ptrace: Operation not permitted\|Could not trace' gdb.out && { echo "gdb may not trace here: not tried"; exit 0; }
grep -q 'region_end .*libinstr_usdt.so' gdb.out || fail "gdb finds no probes: $(cat gdb.out)"
[ "$(grep -c '^begins work of thread' gdb.out)" = 5 ] || fail "gdb stopped at other calls: $(cat gdb.out)"
