package rt

import (
	"errors"
	"reflect"
	"slices"
)

// ErrorsAs is errors.As for a target of a cell's type t: set assigns it.
func ErrorsAs(err error, t *Type, set func(v any)) bool {
	for err != nil {
		if Is(err, t) {
			set(Val(err))
			return true
		}
		if many, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range many.Unwrap() {
				if ErrorsAs(e, t, set) {
					return true
				}
			}
			return false
		}
		err = errors.Unwrap(err)
	}
	return false
}

// ErrorsAsIface is errors.As for a target of an interface type of a cell.
func ErrorsAsIface(err error, i *Iface, target *any) bool {
	for err != nil {
		if Implements(err, i) {
			*target = Any(err)
			return true
		}
		if many, ok := err.(interface{ Unwrap() []error }); ok {
			return slices.ContainsFunc(many.Unwrap(), func(e error) bool { return ErrorsAsIface(e, i, target) })
		}
		err = errors.Unwrap(err)
	}
	return false
}

// errorsAsCompiled is errors.As for a target of a compiled interface type. An error of a
// program has methods that its type may not have.
func errorsAsCompiled(err error, target reflect.Value) bool {
	for err != nil {
		if _, ok := boxed(err); !ok && reflect.TypeOf(err).AssignableTo(target.Type().Elem()) {
			target.Elem().Set(reflect.ValueOf(err))
			return true
		} else if ok && AsInterface(err, target.Interface()) {
			return true
		}
		if x, ok := err.(interface{ As(any) bool }); ok && x.As(target.Interface()) {
			return true
		}
		if many, ok := err.(interface{ Unwrap() []error }); ok {
			return slices.ContainsFunc(many.Unwrap(), func(e error) bool { return errorsAsCompiled(e, target) })
		}
		err = errors.Unwrap(err)
	}
	return false
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
	return ErrorsAs(err, o.T.elem, func(v any) { to.Elem().Set(reflect.ValueOf(v)) })
}
