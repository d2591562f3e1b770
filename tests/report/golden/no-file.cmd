tree nowhere.instr
