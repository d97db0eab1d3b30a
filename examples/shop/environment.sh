# What all scripts of the shop share; they begin with `. "$(dirname "$0")/environment.sh"`.
#
# SHOP_DIR says which folder the shop is set up in. A script gets it from the service only where the service was started
# with SCRIPT_ENV=SHOP_DIR: nothing else of the service's environment reaches a script.

set -eu
: "${SHOP_DIR:?is not set. Start the service with SHOP_DIR=/a/folder and SCRIPT_ENV=SHOP_DIR}"
shop_source=$(cd "$(dirname "$0")" && pwd)

# The Node.js of this project where it is installed, because the one on the PATH may be too old for node:sqlite.
node_command=$shop_source/../../node_modules/node/bin/node
[ -x "$node_command" ] || node_command=node

# Runs a program of the folder programs/ with the Node.js of the project: `program create-database`.
program() {
  "$node_command" --disable-warning=ExperimentalWarning "$shop_source/programs/$1.ts"
}
