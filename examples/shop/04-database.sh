#!/bin/sh
# Makes the database data/shop.sqlite with its tables, and fills in the currencies that the shop accepts.
# Run again: what is there stays; a currency that is missing is added.
. "$(dirname "$0")/environment.sh"

program create-database
