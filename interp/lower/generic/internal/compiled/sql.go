package compiled

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
)

// SQLValue returns the value for a driver of a [sql.Null] that holds v.
func SQLValue(v any) (driver.Value, error) { return sql.Null[any]{V: v, Valid: true}.Value() }

// SQLScan assigns a value of a database to what dest points to, with the conversions of
// package sql. That offers them for the rows of a database alone, so this is one of one row.
func SQLScan(dest, value any) error {
	db := sql.OpenDB(oneValue{value})
	defer db.Close()
	err := db.QueryRow("").Scan(dest)
	if inner := errors.Unwrap(err); inner != nil { // without the column
		return inner
	}
	return err
}

// oneValue is a database of one value, from the connection to the row.
type oneValue struct{ v any }

func (d oneValue) Connect(context.Context) (driver.Conn, error) { return d, nil }
func (d oneValue) Driver() driver.Driver                        { return nil }
func (d oneValue) Prepare(string) (driver.Stmt, error)          { return d, nil }
func (d oneValue) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (d oneValue) NumInput() int                                { return 0 }
func (d oneValue) Exec([]driver.Value) (driver.Result, error)   { return nil, errors.ErrUnsupported }
func (d oneValue) Query([]driver.Value) (driver.Rows, error)    { return &oneRow{d, false}, nil }
func (d oneValue) Close() error                                 { return nil }

// oneRow is the result of asking a oneValue.
type oneRow struct {
	oneValue
	read bool
}

func (r *oneRow) Columns() []string { return []string{""} }

func (r *oneRow) Next(dest []driver.Value) error {
	if r.read {
		return io.EOF
	}
	r.read = true
	dest[0] = r.v
	return nil
}
