package rt

import (
	"errors"
	"reflect"
	"slices"
)

// errorsAsType is errors.As for a target, a pointer to a value of a program's type t: set
// assigns it.
func errorsAsType(err error, t *Type, target any, set func(v any)) bool {
	return anyError(err, target, func(err error) bool {
		if !Is(err, t) {
			return false
		}
		set(Val(err))
		return true
	})
}

// ErrorsAsIface is errors.As for a target, a pointer to an interface of a program.
func ErrorsAsIface(err error, i *Iface, target any) bool {
	return anyError(err, target, func(err error) bool {
		if !Implements(err, i) {
			return false
		}
		*Val(target).(*any) = Any(err)
		return true
	})
}

// anyError reports whether an error, or one that it wraps, takes a target: by fits, or by its
// own method As.
func anyError(err error, target any, fits func(err error) bool) bool {
	for err != nil {
		if fits(err) {
			return true
		}
		if x, ok := err.(interface{ As(any) bool }); ok && x.As(target) {
			return true
		}
		if many, ok := err.(interface{ Unwrap() []error }); ok {
			return slices.ContainsFunc(many.Unwrap(), func(e error) bool { return anyError(e, target, fits) })
		}
		err = errors.Unwrap(err)
	}
	return false
}

// errorsAsCompiled is errors.As for a target of a compiled interface type. An error of a
// program has methods that its type may not have.
func errorsAsCompiled(err error, target reflect.Value) bool {
	return anyError(err, target.Interface(), func(err error) bool {
		if _, ok := boxed(err); ok {
			return AsInterface(err, target.Interface())
		}
		if !reflect.TypeOf(err).AssignableTo(target.Type().Elem()) {
			return false
		}
		target.Elem().Set(reflect.ValueOf(err))
		return true
	})
}

// errorsAs is errors.As, for a target of any type.
func errorsAs(err error, target any) bool {
	if to := reflect.ValueOf(target); to.Kind() == reflect.Pointer && !to.IsNil() && to.Elem().Kind() == reflect.Interface {
		return errorsAsCompiled(err, to)
	}
	o, ok := boxed(target)
	if !ok || o.T.kind != reflect.Pointer {
		return errors.As(err, target)
	}
	to := reflect.ValueOf(o.V)
	if to.IsNil() || o.T.elem.kind == reflect.Interface {
		return errors.As(err, target) // which panics
	}
	if m, ok := o.T.elem.methods()["Error"]; !ok || m.Sig != "func() string" {
		panic("errors: *target must be interface or implement error")
	}
	return errorsAsType(err, o.T.elem, target, func(v any) { to.Elem().Set(reflect.ValueOf(v)) })
}
