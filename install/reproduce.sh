#!/usr/bin/env bash
# Builds the files of this machine twice, in two clones of the commit, the second time
# with an empty build cache. The checksums must be the same.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q . "$work/here"
git clone -q . "$work/deeper/down/there"
(cd "$work/here" && go run ./install/internal/release -platforms host -out "$work/first")
(cd "$work/deeper/down/there" && GOCACHE="$work/cache" go run ./install/internal/release -platforms host -out "$work/second")
diff "$work/first/SHA256SUMS" "$work/second/SHA256SUMS" && echo "the same bytes:" && cat "$work/first/SHA256SUMS"
