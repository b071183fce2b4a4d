package widget

// A BoolControl is a box to be ticked.
type BoolControl struct{ m *model }

// Checkbox returns a box to be ticked, with its text. It begins without a tick.
func (k *Kit) Checkbox(text string) *BoolControl {
	c := &BoolControl{k.newModel("Checkbox", state{"value": false, "description": text, "indent": false})}
	takes[bool](c.m, "value")
	return c
}

// At sets whether the box begins with a tick.
func (c *BoolControl) At(ticked bool) *BoolControl { c.Set(ticked); return c }

// OnChange sets the function that is called when the user has ticked the box, or removed the
// tick.
func (c *BoolControl) OnChange(f func(ticked bool)) *BoolControl {
	c.m.onChange(func() { f(c.Value()) })
	return c
}

// Value reports whether the box has a tick.
func (c *BoolControl) Value() bool { return get[bool](c.m, "value") }

// Set sets or removes the tick.
func (c *BoolControl) Set(ticked bool) { c.m.set(state{"value": ticked}) }

// MIMEBundle implements [Widget].
func (c *BoolControl) MIMEBundle() (map[string]any, error) { return bundle(c) }

// String returns the text, and whether there is a tick.
func (c *BoolControl) String() string {
	if c.Value() {
		return labelled(c.m, "yes", "checkbox")
	}
	return labelled(c.m, "no", "checkbox")
}

func (c *BoolControl) base() *model { return c.m }
func (c *BoolControl) page() string { return paragraph(c.String()) }

// A TextControl is a field for a line of text.
type TextControl struct{ m *model }

// Text returns a field for a line of text. It begins empty. The text counts when the user
// presses Enter or leaves the field.
func (k *Kit) Text() *TextControl {
	c := &TextControl{k.newModel("Text", state{"value": "", "description": "", "placeholder": "", "continuous_update": false})}
	takes[string](c.m, "value")
	return c
}

// Label sets the text before the field.
func (c *TextControl) Label(text string) *TextControl { c.m.label(text); return c }

// Hint sets the text in the field while it is empty.
func (c *TextControl) Hint(text string) *TextControl {
	c.m.set(state{"placeholder": text})
	return c
}

// At sets the text to begin with.
func (c *TextControl) At(text string) *TextControl { c.Set(text); return c }

// OnChange sets the function that is called with the new text when the user changes it.
func (c *TextControl) OnChange(f func(text string)) *TextControl {
	c.m.onChange(func() { f(c.Value()) })
	return c
}

// Value returns the text.
func (c *TextControl) Value() string { return get[string](c.m, "value") }

// Set changes the text.
func (c *TextControl) Set(text string) { c.m.set(state{"value": text}) }

// MIMEBundle implements [Widget].
func (c *TextControl) MIMEBundle() (map[string]any, error) { return bundle(c) }

// String returns the label and the text.
func (c *TextControl) String() string { return labelled(c.m, "\""+c.Value()+"\"", "text") }

func (c *TextControl) base() *model { return c.m }
func (c *TextControl) page() string { return paragraph(c.String()) }

// A ButtonControl is a button.
type ButtonControl struct{ m *model }

// Button returns a button with a text.
func (k *Kit) Button(text string) *ButtonControl {
	b := &ButtonControl{k.newModel("Button", state{"description": text})}
	b.m.button = true
	return b
}

// OnClick sets the function that is called when the user presses the button.
func (b *ButtonControl) OnClick(f func()) *ButtonControl {
	b.m.kit.mu.Lock()
	defer b.m.kit.mu.Unlock()
	b.m.clicked = f
	return b
}

// MIMEBundle implements [Widget].
func (b *ButtonControl) MIMEBundle() (map[string]any, error) { return bundle(b) }

// String returns the text of the button.
func (b *ButtonControl) String() string {
	return "[" + get[string](b.m, "description") + "] (button)"
}

func (b *ButtonControl) base() *model { return b.m }
func (b *ButtonControl) page() string { return paragraph(b.String()) }
