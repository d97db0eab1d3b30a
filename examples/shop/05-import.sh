#!/bin/sh
# Imports the price list into the database, all rows or none. A row that cannot be right is named with its line.
# Run again: products that are there get the values of the price list, and none is doubled.
. "$(dirname "$0")/environment.sh"

program import-products
