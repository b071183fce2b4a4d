package child

import "testing"

func TestCallIn(t *testing.T) {
	const profile = `goroutine profile: total 3
1 @ 0x1 0x2
# labels: {"nvsd-run":"7"}
#	0x1	sync.(*WaitGroup).Wait+0x45	/src/sync/waitgroup.go:1
#	0x2	github.com/traefik/yaegi/interp.callBin.func1+0x1	/src/run.go:2

1 @ 0x1 0x2
# labels: {"nvsd-run":"7"}
#	0x1	internal/sync.(*Mutex).lockSlow+0x15c	/src/internal/sync/mutex.go:1
#	0x2	sync.(*Mutex).Lock+0x2f	/src/sync/mutex.go:4
#	0x3	reflect.Value.call+0xca9	/src/reflect/value.go:5
#	0x4	github.com/traefik/yaegi/interp.callBin.func1+0x1	/src/run.go:6
#	0x5	github.com/nvsd-kernel/nvsd-kernel/interp/worker/child.(*engine).run+0x1	/src/engine.go:7

1 @ 0x1
# labels: {"nvsd-run":"77"}
#	0x1	io.Copy+0x1	/src/io.go:1
#	0x4	github.com/traefik/yaegi/interp.callBin.func1+0x1	/src/run.go:6
#	0x5	github.com/nvsd-kernel/nvsd-kernel/interp/worker/child.(*engine).run+0x1	/src/engine.go:7

1 @ 0x1
# labels: {"nvsd-run":"8"}
#	0x4	github.com/traefik/yaegi/interp.recv.func1+0x1	/src/run.go:6
#	0x5	github.com/nvsd-kernel/nvsd-kernel/interp/worker/child.(*engine).run+0x1	/src/engine.go:7

1 @ 0x1
# labels: {"nvsd-run":"6"}
#	0x1	internal/poll.(*FD).Read+0x1	/src/fd_unix.go:1
#	0x2	os.(*File).Read+0x4e	/src/os/file.go:2
#	0x3	github.com/nvsd-kernel/nvsd-kernel/interp/rt.ReadFile+0x2a	/src/file.go:3
#	0x4	reflect.Value.call+0xca9	/src/reflect/value.go:5
#	0x5	github.com/nvsd-kernel/nvsd-kernel/interp/worker/child.(*engine).run+0x1	/src/engine.go:7
`
	for serial, want := range map[int]string{7: "sync.(*Mutex).Lock", 77: "io.Copy", 6: "os.(*File).Read", 8: "", 9: ""} {
		if got := callIn(profile, serial); got != want {
			t.Errorf("run %d is in %q, want %q", serial, got, want)
		}
	}
}
