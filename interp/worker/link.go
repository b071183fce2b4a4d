package worker

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// The environment variables by which the supervisor tells the child what it must
// know. The child removes them before it runs anything. How the two come to their
// connection, and the supervisor to the runtime's last words, is in link_unix.go and
// link_other.go: by no path of the file system, so that nothing can be left there.
const (
	envSecret = "NVSD_WORKER_SECRET"
	envMemory = "NVSD_WORKER_MEMORY" // the limit, in bytes; 0 for none
)

// environment returns env with what readSummons reads.
func environment(env []string, secret string, limit memory.Size) []string {
	return append(env[:len(env):len(env)],
		envSecret+"="+secret,
		envMemory+"="+strconv.FormatInt(int64(limit), 10),
	)
}

// newSecret returns a word that nobody can guess.
func newSecret() string { return rand.Text() }

// A summons is what the child finds in its environment.
type summons struct {
	secret string
	memory memory.Size
}

func readSummons() (summons, error) {
	secret := os.Getenv(envSecret)
	if secret == "" {
		return summons{}, errors.New("worker: " + envSecret + " is not set: this command is started by nvsd-kernel, not by hand")
	}
	limit, err := strconv.ParseInt(os.Getenv(envMemory), 10, 64)
	if err != nil {
		return summons{}, fmt.Errorf("worker: %s: %w", envMemory, err)
	}
	for _, name := range []string{envSecret, envMemory} {
		if err := os.Unsetenv(name); err != nil {
			return summons{}, fmt.Errorf("worker: %w", err)
		}
	}
	return summons{secret, memory.Size(limit)}, nil
}
