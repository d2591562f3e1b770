flat merged.instr
