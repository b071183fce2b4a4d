package product

import (
	"fmt"
	"strings"
)

// derivations is the number of types that can be made of one.
const derivations = 8

// derived makes a type of another, in one of the ways. deep distinguishes the variables
// that show it from those of inner types.
func (t *Type) derived(way, deep int) *Type {
	inner := t.Show
	if inner == "" {
		inner = "show(%[1]s)"
	}
	e := fmt.Sprintf("e%d", deep)
	each := "show(len(%[1]s)); for _, " + e + " := range %[1]s { " + strings.ReplaceAll(inner, "%[1]s", e) + " }"
	made := *t
	switch way {
	case 0:
		made.Text, made.Show = "[]"+t.Text, each
		made.Value, made.Other = "[]"+t.Text+"{"+t.Value+", "+t.Other+"}", "[]"+t.Text+"{}"
	case 1:
		made.Text, made.Show = "[2]"+t.Text, each
		made.Value, made.Other = "[2]"+t.Text+"{"+t.Value+", "+t.Other+"}", "[...]"+t.Text+"{"+t.Other+", "+t.Value+"}"
	case 2:
		made.Text, made.Show = "map[string]"+t.Text, each
		made.Value, made.Other = "map[string]"+t.Text+"{\"go\": "+t.Value+"}", "map[string]"+t.Text+"{}"
	case 3:
		made.Text = "*" + t.Text
		made.Value, made.Other = "ptr["+t.Text+"]("+t.Value+")", "new("+t.Text+")"
		made.Show = "if %[1]s != nil { " + e + " := *%[1]s; " + strings.ReplaceAll(inner, "%[1]s", e) + " }"
	case 4:
		made.Text = "Box[" + t.Text + "]"
		made.Value, made.Other = made.Text+"{"+t.Value+"}", made.Text+"{V: "+t.Other+"}"
		made.Show = "{ " + e + " := %[1]s.V; " + strings.ReplaceAll(inner, "%[1]s", e) + " }"
	case 5:
		made.Text = "func() " + t.Text
		made.Value = made.Text + " { return " + t.Value + " }"
		made.Other = made.Text + " { return " + t.Other + " }"
		made.Show = "if %[1]s != nil { " + e + " := %[1]s(); " + strings.ReplaceAll(inner, "%[1]s", e) + " }"
	case 6:
		made.Text = "struct{ F " + t.Text + " }"
		made.Value, made.Other = made.Text+"{"+t.Value+"}", made.Text+"{F: "+t.Other+"}"
		made.Show = "{ " + e + " := %[1]s.F; " + strings.ReplaceAll(inner, "%[1]s", e) + " }"
	default:
		made.Text = "List[" + t.Text + "]"
		made.Value, made.Other = made.Text+"{"+t.Value+", "+t.Other+"}", made.Text+"{}"
		made.Show = each
	}
	made.Name = fmt.Sprintf("%s-%d", t.Name, way)
	return &made
}

// numeric reports whether a number converts to the type.
func (t *Type) numeric() bool {
	switch t.Name {
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
		"float32", "float64", "complex64", "complex128", "N", "F", "Duration", "rune":
		return true
	}
	return false
}
