# in-place.sh FOLDER SCRIPT ARGUMENT...: runs the script in a new, empty folder.
set -eu
rm -rf "$1"
mkdir -p "$1"
cd "$1"
shift
exec sh "$@"
