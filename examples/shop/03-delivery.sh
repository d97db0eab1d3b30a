#!/bin/sh
# Fetches the supplier's price list: data/products.csv. The supplier is played by a program that writes 5,000 rows, with
# one mistyped currency among them, as price lists have them.
# Run again: a price list that is there is kept, because somebody may have mended it by hand.
. "$(dirname "$0")/environment.sh"

price_list=$SHOP_DIR/data/products.csv
if [ -s "$price_list" ]; then
  echo "the price list is here already and is kept"
else
  program deliver-price-list > "$price_list.new"
  mv "$price_list.new" "$price_list"
fi
echo "$(($(wc -l < "$price_list") - 1)) products in $price_list"
