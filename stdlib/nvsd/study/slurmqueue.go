package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A queue is the jobs of a study in Slurm, by its commands.
type queue struct {
	Slurm
	dir string // of the study, absolute
}

// command runs a command of Slurm, and returns what it prints. The error has what it says.
func (q queue) command(ctx context.Context, stdin, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	switch text := strings.TrimSpace(said.String()); {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("study: there is no command %s on this machine: Slurm's commands must be in the PATH", name)
	case err != nil && text != "":
		return "", fmt.Errorf("study: %s: %s", name, strings.Join(strings.Fields(text), " "))
	case err != nil:
		return "", fmt.Errorf("study: %s: %w", name, err)
	}
	return strings.TrimSpace(out.String()), nil
}

// usualArraySize is MaxArraySize where nothing else is said.
const usualArraySize = 1001

// arraySize returns the largest number of elements of one array.
func (q queue) arraySize(ctx context.Context) int {
	text, err := q.command(ctx, "", "scontrol", "show", "config")
	if err != nil {
		return usualArraySize
	}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, "=")
		if strings.TrimSpace(name) != "MaxArraySize" {
			continue
		}
		if size, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && size > 0 {
			return size
		}
	}
	return usualArraySize
}

// A submission may fail because the controller is down for a moment: it is tried again.
const (
	submitTries = 4
	submitPause = 3 * time.Second
)

// submit submits elements first to first+count-1 of a round as an array, and returns the number of its job.
func (q queue) submit(ctx context.Context, program string, round, first, count int) (job string, err error) {
	for try := range submitTries {
		if try > 0 {
			select {
			case <-ctx.Done():
				return "", ctx.Err()
			case <-time.After(submitPause):
			}
		}
		job, err = q.sbatch(q.script(program, round, first), count)
		if err == nil {
			job, _, _ = strings.Cut(job, ";") // the name of the cluster follows
			return job, nil
		}
		if ctx.Err() != nil || strings.Contains(err.Error(), "there is no command") || strings.Contains(err.Error(), "Invalid") {
			return "", err
		}
	}
	return "", err
}

// sbatch submits an array. An interrupt does not end it, since nobody would know the job that it may have made.
func (q queue) sbatch(script string, count int) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	return q.command(ctx, script, "sbatch", q.arguments(count)...)
}

// arguments returns the arguments of sbatch. What a node has lost is submitted again by the study, at once and alone.
func (q queue) arguments(count int) []string {
	array := fmt.Sprintf("--array=0-%d", count-1)
	if q.MaxRunning > 0 {
		array += fmt.Sprintf("%%%d", q.MaxRunning)
	}
	args := []string{"--parsable", array, "--no-requeue", "--job-name=nvsd-study", "--output=" + filepath.Join(q.dir, "slurm", "logs", "%A_%a.log"), "--open-mode=append", fmt.Sprintf("--cpus-per-task=%d", max(q.CPUs, 1))}
	for _, flag := range []struct{ name, value string }{{"partition", q.Partition}, {"account", q.Account}, {"mem", q.Memory}} {
		if flag.value != "" {
			args = append(args, "--"+flag.name+"="+flag.value)
		}
	}
	if q.Time > 0 {
		args = append(args, fmt.Sprintf("--time=%d", max(1, int((q.Time+time.Minute-1)/time.Minute))))
	}
	return append(args, q.Args...)
}

// passedOn are variables of the environment that a worker needs, which a site may not pass on by itself.
var passedOn = []string{"NVSD_DATA", "NVSD_CACHE", "PATH", "HOME"}

// script returns the shell script of an element. A task sees all processors and all memory of its node, so that its own are told.
func (q queue) script(program string, round, first int) string {
	var b strings.Builder
	b.WriteString("#!/bin/sh\n")
	for _, name := range passedOn {
		if value, has := os.LookupEnv(name); has {
			fmt.Fprintf(&b, "export %s=%s\n", name, quoted(value))
		}
	}
	b.WriteString("export GOMAXPROCS=${SLURM_CPUS_PER_TASK:-1}\n")
	b.WriteString("if [ \"${SLURM_MEM_PER_NODE:-0}\" -gt 0 ]; then export GOMEMLIMIT=${SLURM_MEM_PER_NODE}MiB; fi\n")
	fmt.Fprintf(&b, "exec %s study element %s %d $((SLURM_ARRAY_TASK_ID + %d))\n", quoted(program), quoted(q.dir), round, first)
	return b.String()
}

// quoted returns a text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// finished are the states of jobs that will not run any more.
const finished = " COMPLETED CANCELLED FAILED TIMEOUT NODE_FAIL PREEMPTED BOOT_FAIL DEADLINE OUT_OF_MEMORY REVOKED "

// active returns the number of elements of jobs that run or wait. known is false if Slurm does not answer. A job that it does
// not know is long over.
func (q queue) active(ctx context.Context, jobs []string) (count int, known bool) {
	for _, job := range jobs {
		text, err := q.command(ctx, "", "squeue", "--noheader", "--array", "--states=all", "--jobs="+job, "--format=%T")
		if err != nil && strings.Contains(err.Error(), "Invalid job id") {
			continue
		}
		if err != nil {
			return 0, false
		}
		for _, state := range strings.Fields(text) {
			if !strings.Contains(finished, " "+state+" ") {
				count++
			}
		}
	}
	return count, true
}

// cancel ends jobs, with a time of its own: the one of the study is over.
func (q queue) cancel(jobs []string) error {
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	_, err := q.command(ctx, "", "scancel", jobs...)
	return err
}
