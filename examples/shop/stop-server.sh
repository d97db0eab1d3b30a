#!/bin/sh
# Ends the shop's server and waits until it is gone.
# Run again: where no server runs there is nothing to do.
. "$(dirname "$0")/environment.sh"

pid_file=$SHOP_DIR/run/server.pid
rm -f "$SHOP_DIR/run/server.url"
[ -s "$pid_file" ] || exit 0
pid=$(cat "$pid_file")

# The number may belong to another process by now, so its command line must be the server's. Small Linux images have no
# ps, macOS has no /proc.
is_server() {
  if [ -d /proc/self ]; then
    grep -qs serve-shop "/proc/$pid/cmdline"
  else
    ps -o args= -p "$pid" | grep -q serve-shop
  fi
}

signal=TERM
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  is_server || break
  [ "$attempt" -lt 6 ] || signal=KILL
  kill -s "$signal" "$pid" 2> /dev/null || true
  sleep 0.2
done
if is_server; then
  echo "the server, process $pid, does not end" >&2
  exit 1
fi
rm -f "$pid_file"
echo "no server runs"
