package wire

// PlaceMark stands before and after a place in the log of a test, or in a rendering of a value
// whose method panicked. The place is a line of a program. The reader puts the line of the
// cell there, and takes away the place that package testing has found.
const PlaceMark = "\x1e"
