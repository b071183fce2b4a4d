package wire

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// The environment variables in which the supervisor gives the child its settings. The
// child removes them before it runs anything. The connection of the two, and the pipe
// for the runtime's last words, are made in link_unix.go and link_other.go. They have
// no path in the file system, so that nothing can be left there.
const (
	envSecret = "NVSD_WORKER_SECRET"
	envMemory = "NVSD_WORKER_MEMORY" // the limit, in bytes; 0 for none
	envStored = "NVSD_WORKER_STORED" // the file of a run that checks proofs; empty for none
)

// Environment returns env with what ReadSettings reads.
func Environment(env []string, secret string, limit memory.Size, stored string) []string {
	return append(env[:len(env):len(env)],
		envSecret+"="+secret,
		envMemory+"="+strconv.FormatInt(int64(limit), 10),
		envStored+"="+stored,
	)
}

// NewSecret returns a word that nobody can guess.
func NewSecret() string { return rand.Text() }

// Settings are the values that the child reads from its environment.
type Settings struct {
	Secret string      // which shows the supervisor that this is its child
	Memory memory.Size // the limit; 0 for none
	Stored string      // the file of stored solutions, of a run that checks proofs
}

// ReadSettings reads the settings and takes them out of the environment.
func ReadSettings() (Settings, error) {
	secret := os.Getenv(envSecret)
	if secret == "" {
		return Settings{}, errors.New("worker: " + envSecret + " is not set: this command is started by nvsd-kernel, not by hand")
	}
	limit, err := strconv.ParseInt(os.Getenv(envMemory), 10, 64)
	if err != nil {
		return Settings{}, fmt.Errorf("worker: %s: %w", envMemory, err)
	}
	stored := os.Getenv(envStored)
	for _, name := range []string{envSecret, envMemory, envStored} {
		if err := os.Unsetenv(name); err != nil {
			return Settings{}, fmt.Errorf("worker: %w", err)
		}
	}
	return Settings{secret, memory.Size(limit), stored}, nil
}
