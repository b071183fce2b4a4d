package portable

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The arguments of kernels. A constant is a function of anything.
const (
	ofAnything = "anything"
	ofDistance = "distance" // s = ||c - z||^2 / 2
	ofProduct  = "product"  // s = <c, z>
	ofPoints   = "points"   // c and z
)

// of returns the argument of the kernel: a distance, a product or anything.
func (k *Kernel) of() string {
	switch k.Kind {
	case Constant:
		return ofAnything
	case Gaussian, RationalQuadratic, Matern:
		return ofDistance
	case Linear, Polynomial:
		return ofProduct
	case Sum, Product:
		of := ofAnything
		for _, part := range k.Parts {
			switch p := part.of(); {
			case of == ofAnything:
				of = p
			case p != ofAnything && p != of:
				return ofPoints
			}
		}
		return of
	}
	return ofPoints
}

// A source is a function with the methods that the text templates of a language call.
type source struct {
	*Function
	Package string

	python bool
	used   map[string]bool // helpers that the kernel's expression calls
}

// Unit says on which scale the function is, in a phrase.
func (s *source) Unit() string {
	switch s.Link {
	case Logit:
		return fmt.Sprintf("the log-odds of %q", s.Classes[1])
	case Log:
		return fmt.Sprintf("the logarithm of the expected %q", s.Target)
	}
	return fmt.Sprintf("in units of %q", s.Target)
}

// P returns the number of columns.
func (s *source) P() int { return len(s.Columns) }

// Shifts returns the shifts of the columns.
func (s *source) Shifts() []float64 {
	return s.each(func(c Column) float64 { return c.Shift })
}

// Scales returns the scales of the columns.
func (s *source) Scales() []float64 {
	return s.each(func(c Column) float64 { return c.Scale })
}

// Filled returns the names of the inputs that may be missing.
func (s *source) Filled() []string {
	var names []string
	for _, c := range s.Columns {
		if c.Fill != nil && !slices.Contains(names, c.Input) {
			names = append(names, c.Input)
		}
	}
	return names
}

func (s *source) each(of func(Column) float64) []float64 {
	list := make([]float64, len(s.Columns))
	for a, c := range s.Columns {
		list[a] = of(c)
	}
	return list
}

// Constant reports whether the function is one.
func (s *source) Constant() bool { return s.Kernel == nil }

// Distance reports whether the kernel is a function of the distance.
func (s *source) Distance() bool {
	return s.Kernel != nil && (s.Kernel.of() == ofDistance || s.Kernel.of() == ofAnything)
}

// Product reports whether the kernel is a function of the inner product.
func (s *source) Product() bool { return s.Kernel != nil && s.Kernel.of() == ofProduct }

// Points reports whether the kernel is a function of the points, and of no single number.
func (s *source) Points() bool { return s.Kernel != nil && s.Kernel.of() == ofPoints }

// Uses reports whether one of the helpers is called.
func (s *source) Uses(names ...string) bool {
	for _, name := range names {
		if s.used[name] {
			return true
		}
	}
	return false
}

// Factors reports whether an input has levels.
func (s *source) Factors() bool {
	for _, in := range s.Inputs {
		if in.Levels != nil {
			return true
		}
	}
	return false
}

// Kappa returns the expression of the kernel as a function of s, or of c, b and z.
func (s *source) Kappa() string {
	if s.Points() {
		return s.pointwise(s.Kernel)
	}
	return s.profile(s.Kernel)
}

// profile returns the expression of a kernel that is a function of the number s.
func (s *source) profile(k *Kernel) string {
	switch k.Kind {
	case Constant:
		return s.call("constant", number(*k.Value))
	case Linear:
		return s.call("linear", "s")
	case Polynomial:
		return s.call("polynomial", "s", strconv.Itoa(k.Degree), number(*k.Offset))
	case Gaussian:
		return s.call("gaussian", "s", number(k.Sigma))
	case RationalQuadratic:
		return s.call("rationalQuadratic", "s", number(k.Sigma), number(k.Shape))
	case Matern:
		return s.call(fmt.Sprintf("matern%d2", 2*len(k.Polynomials[0])-1), "s", number(k.C))
	}
	return s.fold(k, "add", "mul", s.profile)
}

// pointwise returns the expression of any kernel. Parts that are functions of one number are
// put together before they are made functions of the points.
func (s *source) pointwise(k *Kernel) string {
	switch k.of() {
	case ofDistance, ofAnything:
		return s.call("byDistance", "c", "b", "z", s.lambda(s.profile(k)))
	case ofProduct:
		return s.call("byProduct", "c", "b", "z", s.lambda(s.profile(k)))
	}
	switch k.Kind {
	case Periodic:
		return s.call("periodic", "c", "b", "z", number(k.Period), number(k.Width))
	case ARD:
		inner := s.pointwise(k.Parts[0])
		if s.python {
			return s.call("stretched", "c", "b", "z", list(k.Factors, "(", ",)"), "lambda c, b, z: "+inner)
		}
		return s.call("stretched", "c", "b", "z", list(k.Factors, "Point{", "}"), "func(c, b, z *Point) jet { return "+inner+" }")
	}
	return s.fold(k, "join", "cross", s.pointwise)
}

// lambda returns a function of s.
func (s *source) lambda(expression string) string {
	if s.python {
		return "lambda s: " + expression
	}
	return "func(s float64) profile { return " + expression + " }"
}

// fold returns the sum or the product of the parts.
func (s *source) fold(k *Kernel, add, mul string, of func(*Kernel) string) string {
	name := add
	if k.Kind == Product {
		name = mul
	}
	expression := of(k.Parts[0])
	for _, part := range k.Parts[1:] {
		expression = s.call(name, expression, of(part))
	}
	return expression
}

// call returns a call of a helper, which is then written too.
func (s *source) call(name string, arguments ...string) string {
	s.used[name] = true
	if s.python {
		name = "_" + snake(name)
	}
	return name + "(" + strings.Join(arguments, ", ") + ")"
}

// snake returns snake_case for camelCase.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// deref formats a number by a pointer to it, for templates, which have pointers to numbers
// too.
func deref(v any) string {
	if p, is := v.(*float64); is {
		return number(*p)
	}
	return number(v.(float64))
}

// number returns the shortest text that reads back as the same float64.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// list returns numbers with commas between them.
func list(v []float64, open, end string) string {
	var b strings.Builder
	b.WriteString(open)
	for j, x := range v {
		if j > 0 {
			b.WriteString(", ")
		}
		b.WriteString(number(x))
	}
	return b.String() + end
}

// PackageName returns a valid name of a Go package that is like the given text: its letters and
// digits, in lower case.
func PackageName(text string) string {
	name := strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
	if !token.IsIdentifier(name) || name == "_" {
		name = "predict" + name
	}
	if !token.IsIdentifier(name) { // a keyword cannot follow, but a stray rune may
		return "predict"
	}
	return name
}
