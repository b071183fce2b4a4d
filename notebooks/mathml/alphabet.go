package mathml

import "strings"

// An alphabet is a map from letters and digits to their forms in a font of mathematics.
// Browsers know most alphabets only as characters of their own.
type alphabet func(r rune) rune

// write returns s in the alphabet. A character that the alphabet does not have stays.
func (a alphabet) write(s string) string { return strings.Map(a, s) }

func upright(r rune) rune { return r }

func bold(r rune) rune {
	switch {
	case 'α' <= r && r <= 'ω':
		return '𝛂' + r - 'α'
	case 'Α' <= r && r <= 'Ω':
		return '𝚨' + r - 'Α'
	case '0' <= r && r <= '9':
		return '𝟎' + r - '0'
	}
	return latin(r, '𝐀', '𝐚')
}

func script(r rune) rune {
	return latinBut(r, '𝒜', '𝒶', map[rune]rune{
		'B': 'ℬ', 'E': 'ℰ', 'F': 'ℱ', 'H': 'ℋ', 'I': 'ℐ', 'L': 'ℒ', 'M': 'ℳ', 'R': 'ℛ', 'e': 'ℯ', 'g': 'ℊ', 'o': 'ℴ',
	})
}

func double(r rune) rune {
	if '0' <= r && r <= '9' {
		return '𝟘' + r - '0'
	}
	return latinBut(r, '𝔸', '𝕒', map[rune]rune{'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ'})
}

func fraktur(r rune) rune {
	return latinBut(r, '𝔄', '𝔞', map[rune]rune{'C': 'ℭ', 'H': 'ℌ', 'I': 'ℑ', 'R': 'ℜ', 'Z': 'ℨ'})
}

func sans(r rune) rune {
	if '0' <= r && r <= '9' {
		return '𝟢' + r - '0'
	}
	return latin(r, '𝖠', '𝖺')
}

// latin returns a letter of an alphabet whose capital letters begin at upper and whose small
// ones at lower.
func latin(r, upper, lower rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return upper + r - 'A'
	case 'a' <= r && r <= 'z':
		return lower + r - 'a'
	}
	return r
}

// latinBut returns the alphabet of latin with other characters for some letters, which
// stand elsewhere in Unicode.
func latinBut(r, upper, lower rune, elsewhere map[rune]rune) rune {
	if s, ok := elsewhere[r]; ok {
		return s
	}
	return latin(r, upper, lower)
}
