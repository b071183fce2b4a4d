package data

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// agrees reports whether number reads the text as strconv does, or leaves it to it.
func agrees(t *testing.T, text string) {
	t.Helper()
	v, whole, n := number([]byte(text), '.')
	if n != len(text) {
		return
	}
	want, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Float64bits(v) != math.Float64bits(want) {
		t.Errorf("%q is %v, and strconv reads %v (%v)", text, v, want, err)
	}
	if whole != isWhole(text, want) {
		t.Errorf("%q is whole: %v", text, whole)
	}
}

func TestNumbersAreThoseOfStrconv(t *testing.T) {
	for _, text := range []string{
		"0", "-0", "+1", "1.", ".5", "1e22", "1e23", "123456789012345678", "9007199254740992", "9007199254740993", "0.1", "1e-5", "2.5E+3",
		"4.9e-324", "1.7976931348623157e308", "00000000000000000000001", "0.00000000000000000000001", "1e400", "18446744073709551616",
	} {
		agrees(t, text)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		v := math.Float64frombits(random.Uint64())
		for _, format := range []byte{'e', 'g'} {
			agrees(t, strconv.FormatFloat(v, format, random.IntN(20)-1, 64))
		}
		agrees(t, strconv.FormatFloat(random.NormFloat64(), 'f', random.IntN(20), 64))
	}
}

// TestNumbersOfGo: what is a number in a program of Go alone is a text.
func TestNumbersOfGo(t *testing.T) {
	for _, cell := range []string{"1_000", "12_34", "0x1F", "0x1p3", "0b1"} {
		if v, reason := (numerals{point: '.'}).read(cell); reason == "" {
			t.Errorf("%s is the number %v", cell, v)
		}
	}
}

func TestWhatIsNoNumber(t *testing.T) {
	for _, text := range []string{"", "-", ".", "e5", "1e", "1e+", "x", "+-1", "1e12345"} {
		if _, _, n := number([]byte(text), '.'); n != 0 {
			t.Errorf("%q: %d bytes are a number", text, n)
		}
	}
	for text, want := range map[string]int{"1,5": 1, "12abc": 2, "1.5.2": 3, "3 ": 1} {
		if _, _, n := number([]byte(text), '.'); n != want {
			t.Errorf("%q: %d bytes are a number, want %d", text, n, want)
		}
	}
	if v, whole, n := number([]byte("1,5e1"), ','); v != 15 || whole || n != 5 {
		t.Errorf("with a decimal comma: %v, %v, %d", v, whole, n)
	}
}

func FuzzNumber(f *testing.F) {
	f.Add("1.5e3")
	f.Add("123456789.12345678")
	f.Fuzz(func(t *testing.T, text string) { agrees(t, text) })
}

func BenchmarkNumber(b *testing.B) {
	text := []byte(strings.Repeat("-0.12345678", 1))
	for b.Loop() {
		number(text, '.')
	}
}
