package worker

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// The environment variables by which the supervisor tells the child where to
// find it and how to show who it is. The child removes them before it runs
// anything.
const (
	envAddress = "NVSD_WORKER_ADDRESS" // network:address
	envSecret  = "NVSD_WORKER_SECRET"
	envCrash   = "NVSD_WORKER_CRASH"  // the file for the runtime's last words
	envMemory  = "NVSD_WORKER_MEMORY" // the limit, in bytes; 0 for none
)

// maxSocketPath is below the length of a path that every system takes as the
// address of a unix-domain socket.
const maxSocketPath = 100

// listen opens a socket that only this machine can reach: in dir, which only
// this user can enter, or on the loopback interface where there are no
// unix-domain sockets or the path would be too long.
func listen(dir string) (net.Listener, error) {
	path := filepath.Join(dir, "socket")
	if runtime.GOOS != "windows" && len(path) <= maxSocketPath {
		return net.Listen("unix", path)
	}
	return net.Listen("tcp", "127.0.0.1:0")
}

// environment returns env with what dial reads.
func environment(env []string, l net.Listener, secret, crash string, limit memory.Size) []string {
	a := l.Addr()
	return append(env[:len(env):len(env)],
		envAddress+"="+a.Network()+":"+a.String(),
		envSecret+"="+secret,
		envCrash+"="+crash,
		envMemory+"="+strconv.FormatInt(int64(limit), 10),
	)
}

// newSecret returns a word that nobody can guess.
func newSecret() string { return rand.Text() }

// A summons is what the child finds in its environment.
type summons struct {
	network, address, secret, crash string
	memory                          memory.Size
}

func readSummons() (summons, error) {
	network, address, ok := strings.Cut(os.Getenv(envAddress), ":")
	if !ok {
		return summons{}, errors.New("worker: " + envAddress + " is not set: this command is started by nvsd-kernel, not by hand")
	}
	limit, err := strconv.ParseInt(os.Getenv(envMemory), 10, 64)
	if err != nil {
		return summons{}, fmt.Errorf("worker: %s: %w", envMemory, err)
	}
	s := summons{network, address, os.Getenv(envSecret), os.Getenv(envCrash), memory.Size(limit)}
	for _, name := range []string{envAddress, envSecret, envCrash, envMemory} {
		if err := os.Unsetenv(name); err != nil {
			return summons{}, fmt.Errorf("worker: %w", err)
		}
	}
	return s, nil
}
