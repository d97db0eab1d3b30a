#!/bin/sh
# Says how logs are rotated.
# Run again: the file is written anew where it differs.
. "$(dirname "$0")/environment.sh"

mkdir -p "$HOST_ROOT/etc/logrotate.d"
put "$HOST_ROOT/etc/logrotate.d/app" 644 << END
$logs/*.log {
  weekly
  rotate 8
  missingok
  compress
}
END
