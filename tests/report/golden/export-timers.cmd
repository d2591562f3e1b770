export timers waits.instr
