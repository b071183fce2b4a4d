package gen

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
)

// Module is the path of this module.
const Module = "github.com/nvsd-kernel/nvsd-kernel"

// Std are the packages of the standard library that cells may import. Left out
// is what a notebook has no use for and what weighs much: net/http alone, with
// what it pulls in, is a third of the program.
var Std = strings.Fields(`
	archive/tar archive/zip bufio bytes cmp compress/bzip2 compress/flate compress/gzip compress/lzw compress/zlib
	container/heap container/list container/ring context
	crypto/hmac crypto/md5 crypto/rand crypto/sha1 crypto/sha256 crypto/sha512
	encoding encoding/ascii85 encoding/base32 encoding/base64 encoding/binary encoding/csv encoding/gob encoding/hex
	encoding/json encoding/pem encoding/xml errors flag fmt go/ast go/format go/parser go/token
	hash hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html html/template
	image image/color image/draw image/gif image/jpeg image/png index/suffixarray io io/fs io/ioutil iter
	log log/slog maps math math/big math/bits math/cmplx math/rand math/rand/v2 mime net/url
	os os/exec os/signal os/user path path/filepath reflect regexp regexp/syntax runtime runtime/debug runtime/pprof
	slices sort strconv strings sync sync/atomic testing testing/iotest testing/quick
	text/scanner text/tabwriter text/template text/template/parse time unicode unicode/utf16 unicode/utf8`)

// Numerical are the packages of gonum and its plots.
var Numerical = strings.Fields(`
	gonum.org/v1/gonum/blas gonum.org/v1/gonum/blas/blas64 gonum.org/v1/gonum/diff/fd gonum.org/v1/gonum/dsp/fourier
	gonum.org/v1/gonum/floats gonum.org/v1/gonum/floats/scalar gonum.org/v1/gonum/integrate gonum.org/v1/gonum/integrate/quad
	gonum.org/v1/gonum/interp gonum.org/v1/gonum/mat gonum.org/v1/gonum/optimize gonum.org/v1/gonum/optimize/convex/lp
	gonum.org/v1/gonum/spatial/r2 gonum.org/v1/gonum/spatial/r3
	gonum.org/v1/gonum/stat gonum.org/v1/gonum/stat/combin gonum.org/v1/gonum/stat/distmv gonum.org/v1/gonum/stat/distuv
	gonum.org/v1/gonum/stat/sampleuv
	gonum.org/v1/plot gonum.org/v1/plot/font gonum.org/v1/plot/palette gonum.org/v1/plot/palette/moreland
	gonum.org/v1/plot/plotter gonum.org/v1/plot/plotutil gonum.org/v1/plot/text gonum.org/v1/plot/vg
	gonum.org/v1/plot/vg/draw gonum.org/v1/plot/vg/vgimg gonum.org/v1/plot/vg/vgsvg`)

// Own returns nvsd's packages and display, as they stand in the sources.
func Own() ([]string, error) {
	out, err := command("list", Module+"/stdlib/...", Module+"/display/...").Output()
	if err != nil {
		return nil, withOutput(err)
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(path string) bool {
		return strings.Contains(path, "/internal/") || strings.HasSuffix(path, "/internal")
	}), nil
}

// A Loader reads the types of packages from the export data of the compiler.
type Loader struct {
	exports map[string]string // files by path
	loaded  map[string]*types.Package
}

// NewLoader compiles the packages as needed.
func NewLoader(paths []string) (*Loader, error) {
	l := &Loader{exports: map[string]string{}, loaded: map[string]*types.Package{}}
	out, err := command(append([]string{"list", "-export", "-json=ImportPath,Export"}, paths...)...).Output()
	if err != nil {
		return nil, withOutput(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); err == io.EOF {
			return l, nil
		} else if err != nil {
			return nil, err
		}
		l.exports[p.ImportPath] = p.Export
	}
}

// Load returns the types of one of the loader's packages.
func (l *Loader) Load(path string) (*types.Package, error) {
	f, err := os.Open(l.exports[path])
	if err != nil {
		return nil, fmt.Errorf("export data of %s: %w", path, err)
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("export data of %s: %w", path, err)
	}
	return gcexportdata.Read(r, token.NewFileSet(), l.loaded, path)
}

// command is the go command without the switches of the caller's go generate.
func command(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0")
	return cmd
}

func withOutput(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return err
}
