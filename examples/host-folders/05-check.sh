#!/bin/sh
# Looks whether all is there: SUCCESS of the task means that the host is ready. It changes nothing.
. "$(dirname "$0")/environment.sh"

faults=0
expect() {
  if "$@"; then echo "yes: $*"; else
    echo "no: $*" >&2
    faults=$((faults + 1))
  fi
}
expect test -s "$settings/app.conf"
expect test "$(stat -c %a "$app/secrets")" = 700
expect test "$(stat -c %a "$app/secrets/key")" = 600
expect test -d "$app/current/"
expect test -w "$logs"
[ "$faults" -eq 0 ]
