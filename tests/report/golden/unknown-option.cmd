tree --xyzzy
