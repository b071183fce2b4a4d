package machine

import (
	"testing"
	"testing/fstest"
)

func TestMachine(t *testing.T) {
	const meminfo = "MemTotal:        8388608 kB\nMemFree:          100 kB\n"
	cases := []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"no control groups", map[string]string{"proc/meminfo": meminfo}, 8 << 30},
		{"nothing known", nil, 0},
		{"the second version", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/session\n",
			"sys/fs/cgroup/user/session/memory.max": "1073741824\n",
		}, 1 << 30},
		{"a group above", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/session\n",
			"sys/fs/cgroup/user/session/memory.max": "max\n",
			"sys/fs/cgroup/user/memory.max":         "2147483648\n",
		}, 2 << 30},
		{"a container, whose group is mounted at the top", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "536870912\n",
		}, 512 << 20},
		{"the first version", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "5:cpu,cpuacct:/job\n4:memory:/job\n0::/\n",
			"sys/fs/cgroup/memory/job/memory.limit_in_bytes": "3221225472\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":     "9223372036854771712\n",
		}, 3 << 30},
		{"the first version, in a container", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "4:memory:/docker/abc\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "3221225472\n",
		}, 3 << 30},
		{"a group that allows more than there is", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "17179869184\n",
		}, 8 << 30},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, text := range c.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			if got := ofSystem(root); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
