#!/bin/sh
# Sees to it that the tests of clusters have a Slurm: Debian's, which they start themselves. Without it they use stand-ins.
set -eu

if command -v slurmctld >/dev/null 2>&1 && command -v munged >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing Debian's Slurm for the tests of clusters"
	export DEBIAN_FRONTEND=noninteractive
	if apt-get update -qq && apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=600 slurm-wlm munge; then exit 0; fi
fi
echo "Slurm is not here (Debian: apt-get install slurm-wlm munge): stand-ins of its commands are tested" >&2
