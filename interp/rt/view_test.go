package rt

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
)

// TestView: a value is looked at part by part as reflection looks at the value that Go compiles,
// with the names that the program has.
func TestView(t *testing.T) {
	for _, pair := range printedPairs() {
		sameView(t, reflect.TypeOf(pair.native).String(), ViewOf(pair.own), reflect.ValueOf(pair.native))
	}
	if v := ViewOf(nil); v.TypeName() != "any" || v.Compiled() || v.V.IsValid() {
		t.Errorf("the view of nil is %v", v)
	}
	if v := ViewOf(7); v.TypeName() != "int" || !v.Compiled() {
		t.Errorf("the view of a number is %v, compiled %v", v.TypeName(), v.Compiled())
	}
}

// sameView compares a view with the value that Go compiles.
func sameView(t *testing.T, at string, got View, want reflect.Value) {
	t.Helper()
	for want.Kind() == reflect.Interface {
		want = want.Elem()
	}
	if !want.IsValid() {
		if got.V.IsValid() {
			t.Errorf("%s is %v, want nil", at, got.V)
		}
		return
	}
	if got.TypeName() != want.Type().String() || got.V.Kind() != want.Kind() {
		t.Errorf("%s is a %s of kind %v, want a %v of kind %v", at, got.TypeName(), got.V.Kind(), want.Type(), want.Kind())
		return
	}
	switch want.Kind() {
	case reflect.Struct:
		names, parts := got.Fields()
		var wanted []string
		for i := range want.NumField() {
			wanted = append(wanted, want.Type().Field(i).Name)
		}
		if !slices.Equal(names, wanted) {
			t.Errorf("%s has the fields %q, want %q", at, names, wanted)
			return
		}
		for i, part := range parts {
			sameView(t, at+"."+names[i], part, want.Field(i))
		}
	case reflect.Slice:
		for i := range want.Len() {
			sameView(t, fmt.Sprintf("%s[%d]", at, i), got.Index(i), want.Index(i))
		}
	case reflect.Map:
		for _, key := range got.V.MapKeys() {
			sameView(t, fmt.Sprintf("%s[%v]", at, key), got.MapIndex(key), want.MapIndex(key.Convert(want.Type().Key())))
			sameView(t, fmt.Sprintf("a key of %s", at), got.Key(key), key.Convert(want.Type().Key()))
		}
	case reflect.Pointer:
		if want.IsNil() != got.V.IsNil() {
			t.Errorf("%s is nil: %v", at, got.V.IsNil())
		} else if !want.IsNil() {
			sameView(t, "*"+at, got.Elem(), want.Elem())
		}
	default:
		if plainText(got.V) != plainText(want) {
			t.Errorf("%s is %v, want %v", at, got.V, want)
		}
	}
}

// plainText returns a value as fmt prints it without its methods.
func plainText(v reflect.Value) string {
	switch {
	case v.CanInt():
		return fmt.Sprint(v.Int())
	case v.CanFloat():
		return fmt.Sprint(v.Float())
	case v.Kind() == reflect.String:
		return v.String()
	}
	return fmt.Sprint(v)
}
