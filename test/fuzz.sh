#!/bin/sh
# Runs every fuzz target of the module for FUZZTIME, one after another.
set -eu
time=${FUZZTIME:-10m}
grep -rl --include='*_test.go' '^func Fuzz' . | while read -r file; do
	dir=$(dirname "$file")
	for target in $(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file"); do
		echo "== $dir $target, $time"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$dir"
	done
done
