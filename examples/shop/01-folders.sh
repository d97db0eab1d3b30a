#!/bin/sh
# Makes the folders of the shop.
# Run again: folders that are there stay as they are.
. "$(dirname "$0")/environment.sh"

mkdir -p "$SHOP_DIR"
chmod 700 "$SHOP_DIR"
for folder in conf data log run; do
  mkdir -p "$SHOP_DIR/$folder"
  echo "folder $SHOP_DIR/$folder is there"
done
