#!/bin/sh
# Builds the full-text index by which customers search.
# Run again: the index is built anew from the products.
. "$(dirname "$0")/environment.sh"

program build-search-index
