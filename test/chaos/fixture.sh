#!/bin/sh
# The script under test: `fixture.sh <seconds> <mode> <version>`. It says in a side journal what really happens, whatever the
# service thinks, and shows by locks of its own whether another script of its step or task lives.
#
# modes: plain; fails (its first attempt ends with 3); stubborn (ignores TERM); child (leaves a process in its group)
set -u
mode=$2
[ "$mode" = stubborn ] && trap '' TERM
exec 7>>"$CHAOS_DIR/journal"
say() {
  # No program is started for it, and no clock that may jump is read.
  read -r up _ </proc/uptime
  echo "$1 $TASK_ID $STEP_NO $ATTEMPT_ID $$ $up ${2-}" >&7
}
say START "${3-0}"
# The kernel frees these locks at any death. Whatever is started from here on does not have them open.
exec 8>>"$CHAOS_DIR/probe/$TASK_ID.$STEP_NO" 9>>"$CHAOS_DIR/probe/$TASK_ID"
flock -n 8 9>&- || say OVERLAP_STEP
flock -n 9 8>&- || say OVERLAP_TASK
[ -z "${CHAOS_CANARY-}${DATABASE_URL-}" ] || say LEAK
[ "$mode" = child ] && { sleep 20 7>&- 8>&- 9>&- & }
n=1
while [ "$n" -le 3 ]; do
  echo "line $n of $ATTEMPT_ID"
  say LINE "$n"
  sleep "$1" 7>&- 8>&- 9>&-
  n=$((n + 1))
done
code=0
[ "$mode" = fails ] && [ "$ATTEMPT" -eq 1 ] && code=3
say END "$code"
exit "$code"
