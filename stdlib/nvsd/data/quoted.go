package data

import "fmt"

// QuotedTexts takes a quoted cell of a text file as a text just as it is: with its blanks, and
// whether or not it looks like a missing cell, a number, a truth value or a date. So are the names
// of columns. A column with such a cell is categorical, and it is an error if it has numbers too.
// [NA] and [NAOnly] name quoted texts that stand for a missing cell, such as "". The usual ones do
// without quotes alone.
//
// It is for files in which texts alone are in quotes, as [Frame.WriteCSV] and write.csv of R write
// them, and not for those in which numbers are too.
func QuotedTexts() ReadOption {
	return func(o *readOptions) { o.QuotedTexts = true }
}

// quote records a quoted text, which stays as it is.
func (c *cells) quote(row int, text string) {
	if c.absent.names(text) {
		c.missing(row, text, fmt.Sprintf(missingText, text))
		return
	}
	c.note(row, text)
	c.quoted = true
}
