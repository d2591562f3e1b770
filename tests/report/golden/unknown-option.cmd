tree --bogus
