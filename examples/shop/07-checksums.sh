#!/bin/sh
# Writes the checksums of what was set up, so that a change behind the shop's back can be seen: sha256sum -c SHA256SUMS
# Run again: they are computed anew.
. "$(dirname "$0")/environment.sh"

cd "$SHOP_DIR"
# Linux has sha256sum, macOS has shasum.
if command -v sha256sum > /dev/null; then checksum=sha256sum; else checksum='shasum -a 256'; fi
$checksum conf/shop.json data/products.csv data/shop.sqlite > SHA256SUMS.new
mv SHA256SUMS.new SHA256SUMS
$checksum -c SHA256SUMS
