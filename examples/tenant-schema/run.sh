#!/bin/sh
# Runs a program of steps/ with the Node.js of this project: `run.sh create-schema`.
set -eu
: "${TENANTS_DATABASE_FILE:?is not set. Start the service with TENANTS_DATABASE_FILE=/a/file and SCRIPT_ENV=TENANTS_DATABASE_FILE}"

here=$(cd "$(dirname "$0")" && pwd)
# Where it is not installed, the one on the PATH has to be new enough for TypeScript.
node_command=$here/../../node_modules/node/bin/node
[ -x "$node_command" ] || node_command=node
exec "$node_command" "$here/steps/$1.ts"
