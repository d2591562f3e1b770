flat --csv unseen.instr
