tree --by=rank --csv unseen.instr
