package cell

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
)

// The package that the Go of magics calls. The worker has its functions,
// compiled, under CommandsPath. In an [Edit] its name is CommandsName and the
// [Mark].
const (
	CommandsPath = "nvsd.internal/magic"
	CommandsName = "magic"
)

const commandsSource = `package magic

import "testing"

func Start()                // begins to take the time
func Stop()                 // says how long it has been since Start
func Shell(command string)  // !
func Cd(dir string)         // %cd
func Env(setting string)    // %env
func Print(text string)     // writes to standard output
func HTML(text string)      // displays text as HTML
func Markdown(text string)  // … as Markdown
func Source(magic, file string) any // what %run and %load read, in a form that displays as that

// Vars is called without arguments and gets a name, a type and a value for
// each variable there is.
func Vars(rows ...any)

// Snapshot is called like Vars, and displays the variables with their parts as data.
// Render displays a variable, calling no method of a cell's.
func Snapshot(rows ...any)
func Render(v any)

func Benchmark(name string, loop func(n int))
func BenchmarkFunc(name string, f func(*testing.B))
func Example(name string, f func(), output string, unordered bool) // for Test to run, too
func Test(names string, tests ...func(*testing.T))

// Run stands for the method of t.
func Run(t *testing.T, name string, f func(*testing.T)) bool
`

// commands returns the types of the package.
func (s *Session) commands() *types.Package {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, CommandsName+".go", commandsSource, 0)
	if err != nil {
		panic("cell: " + err.Error()) // a mistake in commandsSource
	}
	conf := types.Config{Importer: s, Error: func(error) {}} // no function has a body
	pkg, _ := conf.Check(CommandsPath, fset, []*ast.File{file}, nil)
	return pkg
}

// commandCall reports whether a call is one of the named command.
func (a *attempt) commandCall(call *ast.CallExpr, name string) bool {
	fn := a.callee(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == CommandsPath && fn.Name() == name
}

// hiddenPackage returns the selector of a function of a package, at pos, whatever the
// user means by the package's name. It adds the import to packages.
func hiddenPackage(packages map[string]string, pos token.Pos, path, pkg, name string) *ast.SelectorExpr {
	packages[hidden(pkg)] = path
	return &ast.SelectorExpr{
		X:   &ast.Ident{NamePos: pos, Name: hidden(hidden(pkg))},
		Sel: &ast.Ident{NamePos: pos, Name: name},
	}
}
