package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"time"
)

type Color int

func (c *Color) Scan(v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("no color: %T", v)
	}
	*c = Color(len(s))
	return nil
}
func (c Color) Value() (driver.Value, error) { return fmt.Sprint("color ", int(c)), nil }

type Name string

type mem struct{ rows [][]driver.Value }

func (m *mem) Open(name string) (driver.Conn, error) { return m, nil }
func (m *mem) Prepare(q string) (driver.Stmt, error) { return &stmt{m, q}, nil }
func (m *mem) Close() error                          { return nil }
func (m *mem) Begin() (driver.Tx, error)             { return tx{}, nil }

type tx struct{}

func (tx) Commit() error   { fmt.Println("commit"); return nil }
func (tx) Rollback() error { fmt.Println("rollback"); return nil }

type stmt struct {
	m *mem
	q string
}

func (s *stmt) Close() error  { return nil }
func (s *stmt) NumInput() int { return -1 }
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	s.m.rows = append(s.m.rows, append([]driver.Value{}, args...))
	return driver.RowsAffected(1), nil
}
func (s *stmt) Query(args []driver.Value) (driver.Rows, error) { return &rows{s.m, 0}, nil }

type rows struct {
	m *mem
	i int
}

func (r *rows) Columns() []string { return []string{"id", "name", "at"} }
func (r *rows) Close() error      { return nil }
func (r *rows) Next(dest []driver.Value) error {
	if r.i == len(r.m.rows) {
		return io.EOF
	}
	copy(dest, r.m.rows[r.i])
	r.i++
	return nil
}

func main() {
	sql.Register("mem", &mem{})
	db, err := sql.Open("mem", "x")
	fmt.Println(err, db.Ping(), sql.Drivers())
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	res, err := db.Exec("insert", 1, Color(3), at)
	n, _ := res.RowsAffected()
	fmt.Println(n, err)
	_, err = db.Exec("insert", 2, sql.Null[string]{}, sql.NullTime{})
	fmt.Println(err)
	_, err = db.Exec("insert", sql.Null[Color]{V: 7, Valid: true}, sql.NullString{String: "s", Valid: true}, nil)
	fmt.Println(err)
	rs, err := db.QueryContext(context.Background(), "select")
	if err != nil {
		panic(err)
	}
	for rs.Next() {
		var id sql.Null[string]
		var name sql.Null[Color]
		var at sql.Null[time.Time]
		err := rs.Scan(&id, &name, &at)
		fmt.Println(id, name, at.Valid, at.V.Year(), err)
	}
	fmt.Println(rs.Err())
	var i sql.Null[int8]
	fmt.Println(i.Scan("12"), i, i.Scan(int64(300)), i, i.Scan("x"), i.Scan(nil), i)
	var nm sql.Null[Name]
	fmt.Println(nm.Scan([]byte("abc")), nm, nm.Scan(3.5), nm)
	var a sql.Null[any]
	fmt.Println(a.Scan(int64(3)), a)
	v, err := sql.Null[Name]{"q", true}.Value()
	fmt.Printf("%T %v %v\n", v, v, err)
	v, err = sql.Null[Color]{2, true}.Value()
	fmt.Printf("%T %v %v\n", v, v, err)
	tx, err := db.Begin()
	fmt.Println(err, tx.Rollback(), errors.Is(tx.Commit(), sql.ErrTxDone))
	var none int
	fmt.Println(errors.Is((&mem{}).none(), sql.ErrNoRows), none)
}

func (m *mem) none() error { return fmt.Errorf("x: %w", sql.ErrNoRows) }
