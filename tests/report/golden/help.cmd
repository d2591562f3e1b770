help | sed '/^  [a-z]/d' # promises.sh has the list
