package rt

import "reflect"

// A Comm is a case of a select.
type Comm struct{ c reflect.SelectCase }

// Receiving and Sending are cases of the channel ch.
func Receiving(ch any) Comm {
	return Comm{reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ch)}}
}

func Sending(ch, v any) Comm {
	c := reflect.ValueOf(ch)
	value := reflect.New(c.Type().Elem()).Elem()
	if v != nil {
		value.Set(reflect.ValueOf(v))
	}
	return Comm{reflect.SelectCase{Dir: reflect.SelectSend, Chan: c, Send: value}}
}

// Select waits for one of the cases and returns its number, what it has
// received, and whether that was sent; -1 if none is ready and there is a
// default.
func Select(hasDefault bool, comms ...Comm) (int, any, bool) {
	cases := make([]reflect.SelectCase, 0, len(comms)+1)
	for _, c := range comms {
		cases = append(cases, c.c)
	}
	if hasDefault {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	if f := host.halt.Load(); f != nil && !hasDefault {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf((*f)())})
	}
	i, v, ok := reflect.Select(cases)
	if i == len(comms) {
		return -1, nil, false
	}
	if !v.IsValid() {
		return i, nil, false
	}
	return i, v.Interface(), ok
}
