package child

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display"
)

func bundleWith(proof string) display.Bundle {
	return display.Bundle{Data: map[string]any{display.MIMEText: "a model", display.MIMEProof: json.RawMessage(proof)}}
}

func TestLargeProofsAreFiles(t *testing.T) {
	folder := t.TempDir()
	small := bundleWith(`{"format":"nvsd proof"}`)
	if got := withoutLarge(small, folder); string(got.Data[display.MIMEProof].(json.RawMessage)) != `{"format":"nvsd proof"}` {
		t.Errorf("a small proof became %s", got.Data[display.MIMEProof])
	}
	large := `{"fitted":"` + strings.Repeat("A", largeProof) + `"}`
	for range 2 {
		got := withoutLarge(bundleWith(large), folder)
		var ref proofFile
		if err := json.Unmarshal(got.Data[display.MIMEProof].(json.RawMessage), &ref); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(folder, ref.File))
		if err != nil || string(text) != large || ref.Bytes != len(large) || !strings.Contains(ref.File, ref.SHA256) {
			t.Errorf("reference %+v: %v", ref, err)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(folder, proofsFolder, "*")); len(files) != 1 {
		t.Errorf("files %v, not one", files)
	}
}

func TestLargeProofWithoutARoom(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(folder, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	got := withoutLarge(bundleWith(`{"fitted":"`+strings.Repeat("A", largeProof)+`"}`), folder)
	var ref proofFile
	if err := json.Unmarshal(got.Data[display.MIMEProof].(json.RawMessage), &ref); err != nil || ref.File != "" || !strings.Contains(ref.Lost, "could not be written") {
		t.Errorf("%+v, %v", ref, err)
	}
}
