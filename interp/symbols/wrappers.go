package symbols

import (
	"encoding"
	"encoding/json"
	"fmt"
	"log"
	"reflect"
)

// wrappers tells the interpreter which functions of the standard library look
// for methods of what they are given as any: a value of a cell's type is then
// passed with its methods.
func wrappers() map[reflect.Value][]reflect.Type {
	m := map[reflect.Value][]reflect.Type{}
	add := func(types []reflect.Type, funcs ...any) {
		for _, f := range funcs {
			m[reflect.ValueOf(f)] = types
		}
	}
	add([]reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[error](), reflect.TypeFor[fmt.Stringer]()},
		fmt.Append, fmt.Appendf, fmt.Appendln, fmt.Errorf,
		fmt.Fprint, fmt.Fprintf, fmt.Fprintln, fmt.Print, fmt.Printf, fmt.Println,
		fmt.Sprint, fmt.Sprintf, fmt.Sprintln,
		log.Fatal, log.Fatalf, log.Fatalln, log.Panic, log.Panicf, log.Panicln,
		log.Print, log.Printf, log.Println)
	add([]reflect.Type{reflect.TypeFor[fmt.Scanner]()},
		fmt.Scan, fmt.Scanf, fmt.Scanln, fmt.Fscan, fmt.Fscanf, fmt.Fscanln, fmt.Sscan, fmt.Sscanf, fmt.Sscanln)
	add([]reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()},
		json.Marshal, json.MarshalIndent)
	add([]reflect.Type{reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()},
		json.Unmarshal)
	return m
}
