package rt

import "testing"

func TestGoName(t *testing.T) {
	for name, want := range map[string]string{
		"main.fᐧ3":       "main.f",
		"main.fᐧg":       "main.f",
		"main.fᐧiᐧ12":    "main.f[...]",
		"main.Tꞏmᐧ3":     "main.T.m",
		"main.Tꞏmᐧpᐧ3":   "main.(*T).m",
		"main.Tꞏmᐧpᐧiᐧ3": "main.(*T[...]).m",
		"main.Tꞏmᐧiᐧ3":   "main.T[...].m",
	} {
		if got := GoName(name); got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
}
