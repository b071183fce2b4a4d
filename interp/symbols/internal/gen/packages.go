package gen

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Module is the path of this module.
const Module = "github.com/nvsd-kernel/nvsd-kernel"

// Std are the packages of the standard library that cells may import;
// docs/language.md has the same list. It excludes packages that are useless without
// the Go toolchain or a special kind of process (embed, go/importer, plugin, net/rpc,
// the CGI protocols), that read object files (debug), that differ between systems
// (syscall, log/syslog) or that change every process that contains them (expvar,
// net/http/pprof, time/tzdata). It also
// excludes testing/synctest: the interpreter's channels are in none of its bubbles.
var Std = strings.Fields(`
	archive/tar archive/zip bufio bytes cmp compress/bzip2 compress/flate compress/gzip compress/lzw compress/zlib
	container/heap container/list container/ring context
	crypto crypto/aes crypto/cipher crypto/des crypto/dsa crypto/ecdh crypto/ecdsa crypto/ed25519 crypto/elliptic crypto/fips140
	crypto/hkdf crypto/hmac crypto/hpke crypto/md5 crypto/mlkem crypto/pbkdf2 crypto/rand crypto/rc4 crypto/rsa
	crypto/sha1 crypto/sha256 crypto/sha3 crypto/sha512 crypto/subtle crypto/tls crypto/x509 crypto/x509/pkix
	database/sql database/sql/driver
	encoding encoding/ascii85 encoding/asn1 encoding/base32 encoding/base64 encoding/binary encoding/csv encoding/gob
	encoding/hex encoding/json encoding/pem encoding/xml errors flag fmt
	go/ast go/build go/build/constraint go/constant go/doc go/doc/comment go/format go/parser go/printer
	go/scanner go/token go/types go/version
	hash hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html html/template
	image image/color image/color/palette image/draw image/gif image/jpeg image/png index/suffixarray
	io io/fs io/ioutil iter log log/slog maps math math/big math/bits math/cmplx math/rand math/rand/v2
	mime mime/multipart mime/quotedprintable
	net net/http net/http/cookiejar net/http/httptest net/http/httptrace net/http/httputil net/mail net/netip net/smtp
	net/textproto net/url
	os os/exec os/signal os/user path path/filepath reflect regexp regexp/syntax
	runtime runtime/debug runtime/metrics runtime/pprof runtime/trace
	slices sort strconv strings structs sync sync/atomic testing testing/fstest testing/iotest testing/quick testing/slogtest
	text/scanner text/tabwriter text/template text/template/parse time unicode unicode/utf16 unicode/utf8 unique weak`)

// Numerical are the packages of gonum and its plots. It excludes packages that only
// test others, and the implementations of BLAS and LAPACK, which blas64 and lapack64
// call.
var Numerical = strings.Fields(`
	gonum.org/v1/gonum/blas gonum.org/v1/gonum/blas/blas32 gonum.org/v1/gonum/blas/blas64
	gonum.org/v1/gonum/blas/cblas128 gonum.org/v1/gonum/blas/cblas64
	gonum.org/v1/gonum/cmplxs gonum.org/v1/gonum/cmplxs/cscalar gonum.org/v1/gonum/diff/fd gonum.org/v1/gonum/dsp/fourier
	gonum.org/v1/gonum/dsp/transform gonum.org/v1/gonum/dsp/window gonum.org/v1/gonum/floats
	gonum.org/v1/gonum/floats/scalar gonum.org/v1/gonum/graph gonum.org/v1/gonum/graph/coloring
	gonum.org/v1/gonum/graph/community gonum.org/v1/gonum/graph/encoding gonum.org/v1/gonum/graph/encoding/digraph6
	gonum.org/v1/gonum/graph/encoding/dot gonum.org/v1/gonum/graph/encoding/graph6
	gonum.org/v1/gonum/graph/encoding/graphql gonum.org/v1/gonum/graph/flow gonum.org/v1/gonum/graph/formats/cytoscapejs
	gonum.org/v1/gonum/graph/formats/dot gonum.org/v1/gonum/graph/formats/dot/ast gonum.org/v1/gonum/graph/formats/gexf12
	gonum.org/v1/gonum/graph/formats/rdf gonum.org/v1/gonum/graph/formats/sigmajs gonum.org/v1/gonum/graph/graphs/gen
	gonum.org/v1/gonum/graph/iterator gonum.org/v1/gonum/graph/layout gonum.org/v1/gonum/graph/multi
	gonum.org/v1/gonum/graph/network gonum.org/v1/gonum/graph/path gonum.org/v1/gonum/graph/path/dynamic
	gonum.org/v1/gonum/graph/product gonum.org/v1/gonum/graph/set/uid gonum.org/v1/gonum/graph/simple
	gonum.org/v1/gonum/graph/spectral gonum.org/v1/gonum/graph/topo gonum.org/v1/gonum/graph/traverse
	gonum.org/v1/gonum/integrate gonum.org/v1/gonum/integrate/quad gonum.org/v1/gonum/interp gonum.org/v1/gonum/lapack
	gonum.org/v1/gonum/lapack/lapack64 gonum.org/v1/gonum/mat gonum.org/v1/gonum/mathext
	gonum.org/v1/gonum/mathext/prng gonum.org/v1/gonum/num/dual gonum.org/v1/gonum/num/dualcmplx
	gonum.org/v1/gonum/num/dualquat gonum.org/v1/gonum/num/hyperdual gonum.org/v1/gonum/num/quat
	gonum.org/v1/gonum/optimize gonum.org/v1/gonum/optimize/convex/lp gonum.org/v1/gonum/optimize/functions
	gonum.org/v1/gonum/spatial/barneshut gonum.org/v1/gonum/spatial/curve gonum.org/v1/gonum/spatial/kdtree
	gonum.org/v1/gonum/spatial/r1 gonum.org/v1/gonum/spatial/r2 gonum.org/v1/gonum/spatial/r3
	gonum.org/v1/gonum/spatial/transform gonum.org/v1/gonum/spatial/vptree gonum.org/v1/gonum/stat
	gonum.org/v1/gonum/stat/card gonum.org/v1/gonum/stat/combin gonum.org/v1/gonum/stat/distmat
	gonum.org/v1/gonum/stat/distmv gonum.org/v1/gonum/stat/distuv gonum.org/v1/gonum/stat/mds
	gonum.org/v1/gonum/stat/samplemv gonum.org/v1/gonum/stat/sampleuv gonum.org/v1/gonum/stat/spatial
	gonum.org/v1/gonum/unit gonum.org/v1/gonum/unit/constant gonum.org/v1/plot gonum.org/v1/plot/font
	gonum.org/v1/plot/palette gonum.org/v1/plot/palette/moreland
	gonum.org/v1/plot/plotter gonum.org/v1/plot/plotutil gonum.org/v1/plot/text gonum.org/v1/plot/tools/bezier
	gonum.org/v1/plot/vg gonum.org/v1/plot/vg/draw gonum.org/v1/plot/vg/recorder gonum.org/v1/plot/vg/vgeps
	gonum.org/v1/plot/vg/vgimg gonum.org/v1/plot/vg/vgpdf gonum.org/v1/plot/vg/vgsvg gonum.org/v1/plot/vg/vgtex`)

// Own returns nvsd's packages and display, as they are in the sources.
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
	importer types.Importer
	modules  map[string]string // path by the path of a package, none for the standard library
}

// NewLoader compiles the packages as needed.
func NewLoader(paths []string) (*Loader, error) {
	exports, modules := map[string]string{}, map[string]string{} // files and modules by path
	out, err := command(append([]string{"list", "-export", "-json=ImportPath,Export,Module"}, paths...)...).Output()
	if err != nil {
		return nil, withOutput(err)
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Export string
			Module             struct{ Path string }
		}
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath], modules[p.ImportPath] = p.Export, p.Module.Path
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	return &Loader{importer.ForCompiler(token.NewFileSet(), "gc", open), modules}, nil
}

// Load returns the types of one of the loader's packages.
func (l *Loader) Load(path string) (*types.Package, error) {
	pkg, err := l.importer.Import(path)
	if err != nil {
		return nil, fmt.Errorf("export data of %s: %w", path, err)
	}
	return pkg, nil
}

// command returns the go command without the settings of the caller's go generate.
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
