package data

import (
	"strconv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// tens are the powers of ten that a float64 holds exactly.
var tens = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// maxExact is 2^53: whole numbers up to it are exact in a float64.
const maxExact = typed.MaxExact

// number reads the decimal number at the beginning of text, whose decimal point is the given
// character. It returns the float64 that is nearest to it, as strconv.ParseFloat does, whether
// it is written as a whole number and held exactly, and its length. A length of 0 says that
// there is no such number; other ways to write one are left to parseCell.
//
// If the digits make a whole number of at most 2^53, and the power of ten is exact too, one
// multiplication or division rounds once and is right (Clinger 1990). Everything else goes to
// strconv.
func number(text []byte, point byte) (v float64, whole bool, length int) {
	i, negative := 0, false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		i = 1
	}
	var digits uint64
	first := i
	for ; i < len(text); i++ {
		c := text[i] - '0'
		if c > 9 {
			break
		}
		digits = digits*10 + uint64(c)
	}
	count, decimals := i-first, 0
	whole = true
	if i < len(text) && text[i] == point {
		whole = false
		i++
		for first = i; i < len(text); i++ {
			c := text[i] - '0'
			if c > 9 {
				break
			}
			digits = digits*10 + uint64(c)
		}
		decimals = i - first
		count += decimals
	}
	if count == 0 {
		return 0, false, 0
	}
	exponent := -decimals
	if i < len(text) && text[i]|0x20 == 'e' {
		e, n := exponentOf(text[i+1:])
		if n == 0 {
			return 0, false, 0
		}
		whole = false
		exponent += e
		i += 1 + n
	}
	if count > 19 || digits > maxExact || exponent < -22 || exponent > 22 {
		// 19 digits fit a uint64; of more the sum may be anything.
		if point != '.' && !whole || whole && count > 19 {
			return 0, false, 0
		}
		v, err := strconv.ParseFloat(string(text[:i]), 64)
		if err != nil {
			return 0, false, 0
		}
		return v, false, i
	}
	v = float64(digits)
	if exponent < 0 {
		v /= tens[-exponent]
	} else {
		v *= tens[exponent]
	}
	if negative {
		return -v, whole && digits != 0, i
	}
	return v, whole, i
}

// exponentOf reads a signed whole number of at most four digits, and returns its length.
func exponentOf(text []byte) (e, length int) {
	i, sign := 0, 1
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		if text[0] == '-' {
			sign = -1
		}
		i = 1
	}
	first := i
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		e = e*10 + int(text[i]-'0')
		if i-first >= 4 {
			return 0, 0
		}
	}
	if i == first {
		return 0, 0
	}
	return sign * e, i
}
