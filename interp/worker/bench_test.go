package worker

import "testing"

// BenchmarkRun is the round trip of a run that shows one value.
func BenchmarkRun(b *testing.B) {
	p := start(b)
	n := 0
	for b.Loop() {
		n++
		do(b, p, program(n, importRuntime, "rt.Show(1+1)"))
	}
}

// BenchmarkPrintln is 100,000 lines.
func BenchmarkPrintln(b *testing.B) {
	p := start(b)
	n := 0
	for b.Loop() {
		n++
		r := do(b, p, program(n, `import "fmt"`, `for i := 0; i < 100000; i++ { fmt.Println(i) }`))
		if len(r.stdout) != 588890 {
			b.Fatalf("%d bytes", len(r.stdout))
		}
	}
}

// BenchmarkStart is the start of a worker, up to its first run.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		do(b, start(b), program(1, "", ""))
	}
}

// BenchmarkInterrupt is the interrupt of a tight loop.
func BenchmarkInterrupt(b *testing.B) {
	p := start(b)
	n := 0
	for b.Loop() {
		n++
		b.StopTimer()
		if err := p.Run("x", program(n, "", `println("."); for {}`)); err != nil {
			b.Fatal(err)
		}
		<-p.Events()
		b.StartTimer()
		p.Interrupt()
		collect(b, p)
	}
}

// BenchmarkDisplay is 1,000 pictures.
func BenchmarkDisplay(b *testing.B) {
	p := start(b)
	n := 0
	for b.Loop() {
		n++
		r := do(b, p, program(n, `import ("bytes"; "image"; "image/png"; "math/rand"; "github.com/nvsd-kernel/nvsd-kernel/display")`, `
			m := image.NewGray(image.Rect(0, 0, 150, 150))
			rand.Read(m.Pix) // or it would be compressed
			var buf bytes.Buffer
			png.Encode(&buf, m)
			for i := 0; i < 1000; i++ {
				display.Show(display.PNG(buf.Bytes()))
			}`))
		if len(r.order) != 1000 {
			b.Fatalf("%d pictures, %+v", len(r.order), r.outcome)
		}
	}
}
