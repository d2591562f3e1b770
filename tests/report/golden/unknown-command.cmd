treee
