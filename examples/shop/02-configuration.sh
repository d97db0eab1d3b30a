#!/bin/sh
# Renders conf/shop.json from its template.
# Run again: it is rendered anew, but the secret is kept, so that sessions of customers stay valid. It is written beside
# and renamed, so that nobody ever reads half a file.
. "$(dirname "$0")/environment.sh"

secret_file=$SHOP_DIR/conf/secret
if [ -s "$secret_file" ]; then
  echo "the secret is kept"
else
  umask 077
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n' > "$secret_file.new"
  mv "$secret_file.new" "$secret_file"
  echo "a new secret is made"
fi

umask 077
sed -e "s/@SECRET@/$(cat "$secret_file")/" -e "s/@PORT@/${SHOP_PORT:-0}/" \
  "$shop_source/shop.json.template" > "$SHOP_DIR/conf/shop.json.new"
mv "$SHOP_DIR/conf/shop.json.new" "$SHOP_DIR/conf/shop.json"
echo "rendered $SHOP_DIR/conf/shop.json"
