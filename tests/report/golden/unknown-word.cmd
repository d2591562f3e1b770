xyzzy
