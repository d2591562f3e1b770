diff --scale unseen.instr waits.instr
