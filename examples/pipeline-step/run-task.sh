#!/bin/sh
# Executes a task and waits until its run has ended: `run-task.sh TASK_ID`. Needs curl.
#
# Exit code: 0 SUCCESS, 1 FAILED (the message is printed), 2 a request that is refused, 3 the service cannot be reached.
# Set TMS_INIT_URL, and TMS_INIT_TOKEN where the service asks for a token.
# Run again: a task that runs is waited for, one that failed is resumed, one that is SUCCESS is SUCCESS at once.

set -eu
url=${TMS_INIT_URL:-http://localhost:8080}
patience_s=${TMS_INIT_PATIENCE:-60}
[ $# -eq 1 ] || { echo "usage: run-task.sh TASK_ID" >&2; exit 2; }
case $1 in
  *[!A-Za-z0-9._-]*) echo "run-task.sh takes ids of letters, digits and . _ - only" >&2; exit 2 ;;
esac
task=$url/api/v1/init/tasks/$1

umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 143' INT TERM
# In a file: every user of this machine can read the arguments of a process.
echo "${TMS_INIT_TOKEN:+Authorization: Bearer $TMS_INIT_TOKEN}" > "$folder/authorization"

# Sets $status; the answer is in body and headers. Asks again while nobody answers, or the service says that it is busy.
ask() {
  tried_s=0
  while :; do
    status=$(curl -sS --max-time 30 -o "$folder/body" -D "$folder/headers" -w '%{http_code}' \
      -H "@$folder/authorization" "$@" 2> "$folder/error") || status=000
    case $status in
      000 | 503) ;;
      *) return 0 ;;
    esac
    if [ "$tried_s" -ge "$patience_s" ]; then
      cat "$folder/error" >&2
      echo "no answer from $url within $patience_s s, the last status is $status" >&2
      exit 3
    fi
    pause_s=$(header retry-after)
    sleep "${pause_s:-2}"
    tried_s=$((tried_s + ${pause_s:-2}))
  done
}

header() {
  [ ! -f "$folder/headers" ] || tr -d '\r' < "$folder/headers" | sed -n "s/^$1: //Ip" | tail -n 1
}

# A member of the answer, which is JSON in one line: `member status`. Within texts each " has a \ before it.
member() {
  sed -n "s/.*[{,]\"$1\":\"\{0,1\}\(\([^\"\\\\]\|\\\\.\)*\).*/\1/p" "$folder/body" | sed 's/,$//'
}

refuse() {
  echo "refused with $status: $(cat "$folder/body")" >&2
  exit 2
}

ask -X POST "$task/execute"
case $status in 200 | 202) ;; *) refuse ;; esac

etag=
while :; do
  # 304 means that nothing changed since the answer of this ETag: it has no body, and costs the service next to nothing.
  ask -H "If-None-Match: $etag" "$task"
  case $status in
    304) ;;
    200)
      etag=$(header etag)
      echo "$(member successSteps) of $(member totalSteps) steps"
      # RUNNING without a live instance was interrupted: it is over too, until somebody executes it again.
      grep -q '[{,]"active":true' "$folder/body" || break
      ;;
    *) refuse ;;
  esac
  sleep "${TMS_INIT_PAUSE:-1}"
done

[ "$(member status)" = SUCCESS ] && exit 0
echo "$(member status): $(member message)" >&2
exit 1
