#!/bin/sh
# Makes the folders, with their rights.
# Run again: what is there stays, with what is in it; rights that somebody changed are set back.
. "$(dirname "$0")/environment.sh"

while read -r mode folder; do
  mkdir -p "$folder"
  chmod "$mode" "$folder"
  echo "$mode $folder"
done << END
750 $app/releases
700 $app/secrets
750 $settings
770 $logs
END
