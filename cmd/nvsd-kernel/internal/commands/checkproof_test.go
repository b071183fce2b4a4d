package commands

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/checking"
)

// TestCheckProof: the proofs of a notebook that was run hold, without a cell being run. A number
// that is shown otherwise is told.
func TestCheckProof(t *testing.T) {
	file := executed(t,
		`spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}
train := data.Friedman1(60, 6, 1)`,
		`spec.Fit(train, nvsd.TauFrac(0.2))`, `path := spec.Path(train, 6)`, `path.Select(nvsd.ByLeaveOneOut(), nvsd.Ranked)`)
	got := command("check", "--proof", file)
	if got.status != 0 || strings.Count(got.out, ": proved, relative gap") != 2 || !strings.Contains(got.out, "2 proofs checked in") {
		t.Fatalf("status %d\n%s%s", got.status, got.out, got.err)
	}
	var reports []checking.ProofReport
	got = command("check", "--proof", "--report", "json", file)
	if err := json.Unmarshal([]byte(got.out), &reports); err != nil || len(reports) != 1 || len(reports[0].Proofs) != 2 {
		t.Fatalf("%v\n%s", err, got.out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := regexp.MustCompile(`selected +\d`).FindIndex(text)
	text[at[1]-1] = '0' + (text[at[1]-1]-'0'+5)%10
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	got = command("check", "--proof", file)
	if got.status != exitFailed || !strings.Contains(got.out, "refused") || !strings.Contains(got.out, "what is shown is not what was computed again: text/plain") || !strings.Contains(got.err, "1 are refused, and 0 cannot be checked") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
	if got := command("check", "--proof", "--rtol", "1", file); got.status != exitUsage || !strings.Contains(got.err, "--rtol is of no use with --proof") {
		t.Errorf("--rtol: status %d, %s", got.status, got.err)
	}
	if got := command("check", "--proof", "--report", "junit", file); got.status != exitUsage || !strings.Contains(got.err, "text or json") {
		t.Errorf("--report junit: status %d, %s", got.status, got.err)
	}
	none := executed(t, `1 + 1`)
	if got := command("check", "--proof", none); got.status != 0 || !strings.Contains(got.out, filepath.Base(none)+": no output has a proof") {
		t.Errorf("without proofs: status %d, %s", got.status, got.out)
	}
}

// ownCode is a notebook whose kernel, and whose data, are the code of cells. Its loop of fits is to be left out when its
// proofs are checked.
var ownCode = []string{
	`k := kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Times(0.2).Exp() })
spec := nvsd.Spec{Kernel: k, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}
rng := rand.New(rand.NewPCG(1, 2))
X, y := mat.NewDense(40, 3, nil), make([]float64, 40)
for i := range y {
	X.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
	y[i] = X.At(i, 0)*X.At(i, 1) + X.At(i, 0) + 0.1*rng.NormFloat64()
}
train := data.New(X, y)
train.N()`,
	`unseen := spec.Fit(train, nvsd.TauFrac(0.5))
spec.Penalty = penalty.WeightedLasso{Weights: []float64{1, 1, 1 + unseen.NormsPerSD()[2]}}
spec.Fit(train, nvsd.TauFrac(0.2))`,
	`path := spec.Path(train, 6)
path`,
	`path.Select(nvsd.ByLeaveOneOut(), nvsd.Ranked)`,
	`fmt.Println("not run")`,
}

// edited writes a notebook whose proofs, or other renderings, are changed.
func edited(t *testing.T, file string, change func(cell int, data map[string]any)) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var nb map[string]any
	if err := json.Unmarshal(text, &nb); err != nil {
		t.Fatal(err)
	}
	for i, cell := range nb["cells"].([]any) {
		outputs, _ := cell.(map[string]any)["outputs"].([]any)
		for _, out := range outputs {
			if data, ok := out.(map[string]any)["data"].(map[string]any); ok {
				change(i+1, data)
			}
		}
	}
	out := filepath.Join(t.TempDir(), "edited.ipynb")
	text, err = json.Marshal(nb)
	if err == nil {
		err = os.WriteFile(out, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// proofEdit changes the proof of a cell, and makes its digest anew.
func proofEdit(t *testing.T, of int, change func(proof map[string]any)) func(int, map[string]any) {
	return func(cell int, data map[string]any) {
		if cell != of {
			return
		}
		head := data["application/vnd.nvsd.proof+json"].(map[string]any)
		change(head["proof"].(map[string]any))
		body, err := json.Marshal(head["proof"])
		if err != nil {
			t.Fatal(err)
		}
		head["sha256"] = fmt.Sprintf("%x", sha256.Sum256(body))
	}
}

// move multiplies the largest of packed numbers, or adds to a number of them.
func move(in any, name string, by func(v []float64)) {
	part := in.(map[string]any)
	raw, _ := base64.StdEncoding.DecodeString(part[name].(string))
	v := make([]float64, len(raw)/8)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	by(v)
	raw = raw[:0]
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(x))
	}
	part[name] = base64.StdEncoding.EncodeToString(raw)
}

func onePercent(v []float64) {
	at := 0
	for i, x := range v {
		if math.Abs(x) > math.Abs(v[at]) {
			at = i
		}
	}
	v[at] *= 1.01
}

// TestCheckProofWithCode: where the code of cells is needed, they run with the stored solutions in the place of
// fits. With all digests made anew, what is changed is refused also on this way.
func TestCheckProofWithCode(t *testing.T) {
	file := executed(t, ownCode...)
	got := command("check", "--proof", file)
	if got.status != 0 || strings.Count(got.out, ": proved, relative gap") != 3 || strings.Contains(got.out, "note:") || strings.Contains(got.out, "not run") || !strings.Contains(got.out, "all 6 fits") {
		t.Fatalf("status %d\n%s%s", got.status, got.out, got.err)
	}
	for what, change := range map[string]func(int, map[string]any){
		"a coefficient of a fit": proofEdit(t, 2, func(p map[string]any) { move(p["fit"], "b", onePercent) }),
		"alpha of a fit":         proofEdit(t, 2, func(p map[string]any) { move(p["fit"], "alpha", onePercent) }),
		"a coefficient of a path": proofEdit(t, 3, func(p map[string]any) {
			move(p["path"].(map[string]any)["fits"].([]any)[4], "b", onePercent)
		}),
		"a coefficient of a selection": proofEdit(t, 4, func(p map[string]any) { move(p, "ridge", onePercent) }),
		"a datum": proofEdit(t, 2, func(p map[string]any) {
			column := p["data"].(map[string]any)["origin"].(map[string]any)["values"].(map[string]any)["columns"].([]any)[0]
			move(column, "cells", func(v []float64) { v[7]++ })
		}),
		"a gap": proofEdit(t, 2, func(p map[string]any) {
			for _, part := range []string{"fit", "model"} {
				p[part].(map[string]any)["rel_gap"] = 1e-9
			}
		}),
		"a set": proofEdit(t, 2, func(p map[string]any) {
			p["fit"].(map[string]any)["active"].([]any)[0] = false
			p["model"].(map[string]any)["selected"].([]any)[0] = false
		}),
		"the code of a cell": nil,
		"a stored solution": func(cell int, data map[string]any) {
			if page, ok := data["application/vnd.nvsd.fits+json"].(map[string]any); ok && cell == 2 {
				for _, f := range page["fits"].([]any) {
					if f := f.(map[string]any); f["what"] == "fit" {
						move(f["solution"], "alpha", onePercent)
					}
				}
			}
		},
		"what is shown": func(cell int, data map[string]any) {
			if cell == 3 {
				for i, line := range data["text/plain"].([]any) {
					data["text/plain"].([]any)[i] = strings.Replace(line.(string), "x1", "x3", 1)
				}
			}
		},
	} {
		var changed string
		if change != nil {
			changed = edited(t, file, change)
		} else {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			changed = filepath.Join(t.TempDir(), "changed.ipynb")
			if err := os.WriteFile(changed, bytes.Replace(text, []byte("s.Times(0.2)"), []byte("s.Times(0.21)"), 1), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := command("check", "--proof", changed); got.status != exitFailed || !strings.Contains(got.out, "refused") {
			t.Errorf("%s was changed: status %d\n%s%s", what, got.status, got.out, got.err)
		}
	}
	without := edited(t, file, func(_ int, data map[string]any) { delete(data, "application/vnd.nvsd.fits+json") })
	if got := command("check", "--proof", without); got.status != 0 || !strings.Contains(got.out, "were computed, for no solution of them is stored") {
		t.Errorf("without stored solutions: status %d\n%s%s", got.status, got.out, got.err)
	}
}

// TestCheckProofOfDataByCode: a column that a cell's function has made is made again, by running the cell. Who stores
// other numbers for it, and fits these, proves nothing.
func TestCheckProofOfDataByCode(t *testing.T) {
	const fits = `spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}
made := data.Friedman1(50, 5, 1).With("z", func(r data.Row) float64 { return FACTOR * r.Float("x1") * r.Float("x2") }).Inputs("x3", "z")
spec.Fit(made, nvsd.TauFrac(0.2))`
	honest := executed(t, strings.Replace(fits, "FACTOR", "1", 1))
	got := command("check", "--proof", honest)
	if got.status != 0 || !strings.Contains(got.out, ": proved, relative gap") || strings.Contains(got.out, "note:") {
		t.Fatalf("status %d\n%s%s", got.status, got.out, got.err)
	}
	lie := executed(t, strings.Replace(fits, "FACTOR", "(1+r.Float(\"x3\"))", 1))
	replace(t, lie, `(1+r.Float(\"x3\"))`, "1") // the source, below which other numbers stand
	got = command("check", "--proof", lie)
	if got.status != exitFailed || !strings.Contains(got.out, "refused") || !strings.Contains(got.out, "z of training row 1 is") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}

// TestCellsCheckNoProofs: a cell that says itself what came of its proof is not heard.
func TestCellsCheckNoProofs(t *testing.T) {
	cells := slices.Clone(ownCode[:2])
	cells[1] = `type verdict struct{}
func (verdict) MIMEBundle() (map[string]any, error) {
	return map[string]any{"text/plain": "", "application/vnd.nvsd.checked+json": json.RawMessage(` + "`" + `{"proof":0,"title":"m","verdict":"proved"}` + "`" + `)}, nil
}
display.Show(verdict{})
` + cells[1]
	file := executed(t, cells...)
	if got := command("check", "--proof", file); got.status != 0 || !strings.Contains(got.out, ": proved, relative gap") {
		t.Fatalf("status %d\n%s%s", got.status, got.out, got.err)
	}
	changed := edited(t, file, func(cell int, data map[string]any) {
		if data["application/vnd.nvsd.proof+json"] != nil {
			proofEdit(t, 2, func(p map[string]any) { move(p["fit"], "b", onePercent) })(cell, data)
		}
	})
	if got := command("check", "--proof", changed); got.status != exitFailed || !strings.Contains(got.out, "refused") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}

// TestCheckProofSaysWhatIsNotProved: a baseline has no certificate, and a penalty that is not convex no bound.
func TestCheckProofSaysWhatIsNotProved(t *testing.T) {
	file := executed(t,
		`train := data.Friedman1(60, 6, 1)
baseline.Lasso{}.Fit(train, nvsd.TauFrac(0.3))`,
		`m := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Named("mine", penalty.MCP{Knee: 2}), Nu: nvsd.Fixed(0.1)}.Fit(train, nvsd.Tau(0.2))
m`,
		`path := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}.Path(train, 4)
path.Select(nvsd.ByLeaveOneOut(), nvsd.Ranked).Selection()`)
	got := command("check", "--proof", file)
	for _, want := range []string{"not proved\n  a model of another system has no proof", "found again, without a bound", "not proved\n  the errors that a selection compares", "1 proof checked"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("it does not say %q:\n%s", want, got.out)
		}
	}
	if got.status != 0 {
		t.Errorf("status %d, %s", got.status, got.err)
	}
}
