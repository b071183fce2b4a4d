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

func TestUserNames(t *testing.T) {
	for text, want := range map[string]string{
		"panic in Tᐧ2.Get: fmtᐧ.Println(xᐧg13)": "panic in T.Get: fmt.Println(x)",
		"TꞏGetᐧ12":         "T.Get",
		"plain":            "plain",
		"vᐧt12 and cellᐧ3": "v and cell",
	} {
		if got := UserNames(text); got != want {
			t.Errorf("UserNames(%q) = %q, want %q", text, got, want)
		}
	}
}
