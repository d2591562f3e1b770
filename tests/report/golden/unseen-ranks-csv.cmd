ranks --csv unseen.instr
