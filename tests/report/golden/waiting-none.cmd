waiting waits.instr
