# What all scripts of this folder share; they begin with `. "$(dirname "$0")/environment.sh"`.
#
# HOST_ROOT says below which folder the tree is made: / on a real host. A script gets it from the service only where the
# service was started with SCRIPT_ENV=HOST_ROOT.

set -eu
: "${HOST_ROOT:?is not set. Start the service with HOST_ROOT=/a/folder and SCRIPT_ENV=HOST_ROOT}"
umask 027

app=$HOST_ROOT/srv/app
settings=$HOST_ROOT/etc/app
logs=$HOST_ROOT/var/log/app

# Puts standard input into the file, as a whole or not at all, and only where it is another one: `put FILE MODE`.
put() {
  new=$1.new
  cat > "$new"
  chmod "$2" "$new"
  if cmp -s "$new" "$1"; then
    rm "$new"
    echo "kept $1"
  else
    mv "$new" "$1"
    echo "wrote $1"
  fi
}
