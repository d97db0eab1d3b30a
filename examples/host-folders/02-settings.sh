#!/bin/sh
# Writes the settings, and makes a secret.
# Run again: the settings are written anew where they differ; the secret is made once, for whoever has it must go on working.
. "$(dirname "$0")/environment.sh"

put "$settings/app.conf" 640 << END
logs = $logs
release = $app/current
END

if [ -s "$app/secrets/key" ]; then
  echo "the key is kept"
else
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n' | put "$app/secrets/key" 600
fi
