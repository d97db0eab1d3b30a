#!/bin/sh
# Unpacks the release that an administrator has put into HOST_ROOT/srv/app/incoming, and makes it the current one.
# Run again: it is unpacked beside and renamed, so that half a release is never taken for a whole one.
. "$(dirname "$0")/environment.sh"

package=$app/incoming/release.tar
if [ ! -f "$package" ]; then
  echo "there is no $package: put it there and execute again" >&2
  exit 1
fi
version=$(cksum < "$package" | cut -d ' ' -f 1)
release=$app/releases/$version
if [ ! -d "$release" ]; then
  rm -rf "$release.new"
  mkdir "$release.new"
  tar -xf "$package" -C "$release.new"
  mv "$release.new" "$release"
fi
# A link is changed as a whole by a rename only.
ln -sfn "releases/$version" "$app/current.new"
mv -T "$app/current.new" "$app/current"
echo "$app/current is $version"
