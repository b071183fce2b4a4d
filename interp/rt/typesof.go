package rt

import "strings"

// Types returns a format and its arguments with the types that %T names in the
// place of values of cells' types, which fmt cannot name.
func Types(format string, args []any) (string, []any) {
	if !strings.Contains(format, "%") || !strings.Contains(format, "T") {
		return format, args
	}
	out := append([]any(nil), args...)
	text := []byte(format)
	arg := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		i++
		for i < len(text) && strings.IndexByte("+-# 0123456789.[]*", text[i]) >= 0 {
			switch text[i] {
			case '*':
				arg++
			case '[':
				n := 0
				for i++; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
					n = 10*n + int(text[i]-'0')
				}
				arg = n - 1
			}
			i++
		}
		if i >= len(text) || text[i] == '%' {
			continue
		}
		if text[i] == 'T' && arg >= 0 && arg < len(out) {
			if o, ok := boxed(out[arg]); ok {
				text[i] = 's'
				out[arg] = o.T.name
			}
		}
		arg++
	}
	return string(text), out
}
