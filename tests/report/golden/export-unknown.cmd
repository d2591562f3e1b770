export foo
