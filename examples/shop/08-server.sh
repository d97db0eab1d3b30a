#!/bin/sh
# Starts the shop's server, which stays: it is what this step leaves behind. The step has succeeded once the server
# answers over HTTP and finds a product.
# Run again: the old server is ended first, so that there is one, and it has the newest configuration.
. "$(dirname "$0")/environment.sh"

sh "$shop_source/stop-server.sh"
nohup "$node_command" --disable-warning=ExperimentalWarning "$shop_source/programs/serve-shop.ts" \
  < /dev/null >> "$SHOP_DIR/log/server.log" 2>&1 &
echo $! > "$SHOP_DIR/run/server.pid"
echo "server started as process $!"

if ! program probe-server; then
  echo "the last lines of $SHOP_DIR/log/server.log:" >&2
  tail -n 5 "$SHOP_DIR/log/server.log" >&2
  sh "$shop_source/stop-server.sh" >&2
  exit 1
fi
