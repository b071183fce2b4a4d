package procedure

import (
	"context"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// readCopies is the number of bytes of memory that a byte of a file takes that is read as a whole, with the search in its
// table.
const readCopies = 7

// fits tells what the search in the training table takes, and refuses it where there is no memory for that. The table
// is nil if it is read in parts.
func (r *Request) fits(told Progress, train *data.Frame) error {
	if train == nil {
		return nil
	}
	plan, err := r.plan(train)
	if err != nil {
		return r.of(err)
	}
	needs := plan.Needs(train.N(), train.D())
	told.needs(r.Train.Name, needs)
	if needs.HaveRoom() {
		return nil
	}
	return fmt.Errorf("%s: %v, and there is room for %.1f GB: leave out columns by --drop, or draw rows at random, such as by --sample %d",
		r.Train.Name, needs, needs.Room()/1e9, min(2000, max(1, train.N()/2)))
}

// fits refuses a file of so many bytes that there is no memory to read it as a whole.
func (t *Table) fits(bytes int64) error {
	needs := nvsd.Needs{Bytes: readCopies * float64(bytes)}
	if needs.HaveRoom() {
		return nil
	}
	return fmt.Errorf("%s: it has %.1f GB, and as a whole takes up to %.1f GB of memory, where there is room for %.1f: leave --sample out, since CSV, TSV and Parquet files of more than %s are read in parts, or keep some of its rows or columns in a file of their own",
		t.Name, float64(bytes)/1e9, needs.Bytes/1e9, needs.Room()/1e9, report.Plural(nvsd.StreamedRows, "row"))
}

// withoutNeeds returns a context in which computations do not tell what they take: the first line has told it.
func withoutNeeds(ctx context.Context) context.Context { return progress.WithNeeds(ctx, "") }
