package nvsd

import "context"

// within returns what do returns, or the error of ctx where that ends before it: do then
// goes on until it is done, and nobody waits for it. It is for computations that have no
// way out of their own, on data that nothing changes. Where do panics, so does within.
func within[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type outcome struct {
		v     T
		err   error
		cause any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.cause = recover()
			done <- o
		}()
		o.v, o.err = do()
	}()
	select {
	case o := <-done:
		if o.cause != nil {
			panic(o.cause)
		}
		return o.v, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
