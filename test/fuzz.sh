#!/bin/sh
# Runs every fuzz target of the module for FUZZTIME, one after another, and the
# property tests with cases of a new seed, RAPID_CHECKS of each. Making an input smaller
# takes the time of many others where inputs are whole files, so it is tried a few times.
set -eu
time=${FUZZTIME:-10m}
properties=$(grep -rl --include='*_test.go' '"pgregory.net/rapid"' . | xargs -n 1 dirname | sort -u)
RAPID_SEED=0 RAPID_CHECKS=${RAPID_CHECKS:-1000} go test -count=1 -timeout 0 $properties
grep -rl --include='*_test.go' '^func Fuzz' . | while read -r file; do
	dir=$(dirname "$file")
	for target in $(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file"); do
		echo "== $dir $target, $time"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 20x "$dir"
	done
done
