package kern

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// WithWidth returns k resolved, with the width that w gives on the rows of X in place of
// its own. ok is false for a kernel without a width, such as a [Polynomial].
//
//	wide, ok, err := kern.WithWidth(kern.Matern52{Width: kern.Sigma(1)}, kern.Times{Factor: 2, Width: kern.MedianDistance}, X)
//
// The widths of the parts of a [Sum] or [Product] are resolved and then multiplied by
// one number, so that they keep their ratios and have the new width as their geometric
// mean. The width of an [ARD] is that of its Base, on the scaled rows; an ARD that is a
// part of a sum or product keeps its own.
func WithWidth(k Kernel, w Width, X mat.Matrix) (kernel Kernel, ok bool, err error) {
	if ard, is := k.(ARD); is {
		scaled, err := ard.scaled(X)
		if err != nil {
			return nil, false, err
		}
		ard.Base, ok, err = WithWidth(ard.Base, w, Weighed(scaled, weightsOf(X)))
		return ard, ok, err
	}
	count := 0
	eachWidth(k, func(own Width) Width { count++; return own })
	if count == 0 {
		return k, false, nil
	}
	if w == nil {
		return nil, true, fmt.Errorf("kern: a width is needed (nil)")
	}
	sigma, err := w.On(X)
	if err != nil {
		return nil, true, fmt.Errorf("kern: %v: %w", w, err)
	}
	if count == 1 { // the kernel's own width, which a rule may not find on these rows, has no part in it
		kernel, err = Resolve(eachWidth(k, func(Width) Width { return Sigma(sigma) }), X)
		return kernel, true, err
	}
	kernel, err = Resolve(k, X)
	if err != nil {
		return nil, true, err
	}
	meanLog := 0.0
	eachWidth(kernel, func(own Width) Width {
		meanLog += math.Log(float64(own.(Sigma))) / float64(count)
		return own
	})
	return Widen(kernel, sigma/math.Exp(meanLog)), true, nil
}

// Widen returns k with every width multiplied by factor > 0. Of an [ARD] these are the
// widths of its Base, not its Widths. A kernel without a width stays as it is.
func Widen(k Kernel, factor float64) Kernel {
	if ard, is := k.(ARD); is {
		ard.Base = Widen(ard.Base, factor)
		return ard
	}
	return eachWidth(k, func(own Width) Width {
		if sigma, is := own.(Sigma); is {
			return Sigma(factor) * sigma
		}
		return Times{Factor: factor, Width: own}
	})
}

// eachWidth returns k with every width replaced by the one that change makes of it.
func eachWidth(k Kernel, change func(Width) Width) Kernel {
	switch k := k.(type) {
	case Gaussian:
		k.Width = change(k.Width)
		return k
	case RationalQuadratic:
		k.Width = change(k.Width)
		return k
	case Matern52:
		k.Width = change(k.Width)
		return k
	case Matern72:
		k.Width = change(k.Width)
		return k
	case Matern92:
		k.Width = change(k.Width)
		return k
	}
	parts, product := Parts(k)
	if parts == nil {
		return k
	}
	for i, part := range parts {
		parts[i] = eachWidth(part, change)
	}
	if product {
		return Product(parts...)
	}
	return Sum(parts...)
}
