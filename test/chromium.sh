#!/bin/sh
# Sees to it that the browser tests have a browser: Debian's chromium.
set -eu

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
	if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing Debian's chromium for the browser tests"
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
	exit 0
fi
echo "The browser tests need Chromium. Install it (Debian: apt-get install chromium)" >&2
echo "or name one in the environment variable CHROMIUM." >&2
exit 1
