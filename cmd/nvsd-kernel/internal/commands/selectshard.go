package commands

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/procedure"
)

// runShard does the share of the procedure on a file that --shard says. Its errors are as those of runSelect.
func runShard(cmd *cobra.Command, file string, f selectFlags) error {
	start := time.Now()
	number, of, err := shares(f.shard)
	switch {
	case err != nil:
		return err
	case f.merge:
		return errors.New("--shard and --merge exclude each other: merge when all shards are done")
	case f.dir == "":
		return errors.New("--shard needs --dir: name a folder that all shards see")
	}
	for _, name := range []string{"test", "out", "model"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is for --merge: a shard has no answer yet", name)
		}
	}
	request, err := f.request(cmd, file)
	if err != nil {
		return err
	}
	ctx, stop := process.InterruptibleOnce(cmd.Context())
	defer stop()
	sums, err := procedure.RunShard(ctx, request, number, of, f.progress(cmd))
	if err != nil && ctx.Err() != nil {
		return statusError{exitFailed, fmt.Errorf("%s: interrupted after %.1f s: what is summed stays in %s, and the same command goes on from there", file, time.Since(start).Seconds(), f.dir)}
	}
	if err != nil {
		return err
	}
	if !f.quiet {
		fmt.Fprintf(cmd.OutOrStdout(), "shard %s: %v, in %s; --merge in place of --shard answers when all shards are done\n", f.shard, sums, f.dir)
	}
	return nil
}

// shares reads K/N.
func shares(text string) (number, of int, err error) {
	var rest string
	n, _ := fmt.Sscanf(text+" end", "%d/%d %s", &number, &of, &rest)
	if n != 3 {
		return 0, 0, fmt.Errorf("--shard %s: it is K/N, the share K of N, such as 3/8", text)
	}
	return number, of, nil
}
