package wire

// PlaceMark stands before and after a place in a rendering of a value whose method panicked. The
// place is a line of a program, in whose place the reader puts the line of the cell.
const PlaceMark = "\x1e"
