package commands

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// slurmFlags are the flags of a run on a cluster.
type slurmFlags struct {
	on bool
	study.Slurm
}

func (f *slurmFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.on, "slurm", false, "compute in job arrays of Slurm; the folder must be one that all nodes see")
	flags.StringVar(&f.Partition, "partition", "", "with --slurm: the partition (default the one of the site)")
	flags.StringVar(&f.Account, "account", "", "with --slurm: the account")
	flags.DurationVar(&f.Time, "time", 0, "with --slurm: the time that an element may take, such as 1h")
	flags.StringVar(&f.Memory, "mem", "", "with --slurm: the memory of an element, such as 2G")
	flags.IntVar(&f.CPUs, "cpus", 1, "with --slurm: the processors of an element")
	flags.DurationVar(&f.Chunk, "chunk", 45*time.Second, "with --slurm: the time that an element should take")
	flags.DurationVar(&f.Pilot, "pilot", time.Minute, "with --slurm: the time in which units are tried here, to know what they cost")
	flags.IntVar(&f.MaxRunning, "max-running", 0, "with --slurm: how many elements run at once at most")
	flags.StringArrayVar(&f.Args, "sbatch-arg", nil, "with --slurm: another argument of sbatch; may be repeated")
}

// check refuses flags of a cluster without one.
func (f *slurmFlags) check(flags *pflag.FlagSet) error {
	if f.on {
		return nil
	}
	for _, name := range []string{"partition", "account", "time", "mem", "cpus", "chunk", "pilot", "max-running", "sbatch-arg"} {
		if flags.Changed(name) {
			return fmt.Errorf("--%s is for --slurm", name)
		}
	}
	return nil
}

// newStudyElement is the worker of a cluster: the units of one element of an array.
func newStudyElement() *cobra.Command {
	return &cobra.Command{
		Use:    "element DIR ROUND INDEX",
		Short:  "Compute an element of an array of Slurm; its command is written by run --slurm",
		Hidden: true,
		Args:   exactly(3, "DIR ROUND INDEX"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var numbers [2]int
			for i, text := range args[1:] {
				var err error
				numbers[i], err = strconv.Atoi(text)
				if err != nil {
					return statusError{exitUsage, fmt.Errorf("%q is no number", text)}
				}
			}
			ctx, stop := computing(cmd)
			defer stop()
			if err := study.DoElement(ctx, args[0], numbers[0], numbers[1]); err != nil {
				return statusError{exitFailed, err}
			}
			return nil
		},
	}
}
