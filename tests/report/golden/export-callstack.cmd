export callstack waits.instr
