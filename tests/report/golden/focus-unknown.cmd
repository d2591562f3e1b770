tree --focus=slve merged.instr
