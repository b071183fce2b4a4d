package data

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

//go:embed sets/*.csv
var sets embed.FS

// A Dataset describes a data set that Load knows. Those of the papers are not inside the binary.
type Dataset struct {
	Name        string // for Load
	N, D        int    // observations and inputs, of which a categorical one counts for its levels
	Target      string
	Description string
	Source      string
	Licence     string
	Citation    string
	Papers      string // the papers of this program that use it; "" for none
	Shipped     bool   // inside the binary
	Missing     int    // cells

	group   string // column with the role of a group; "" for none
	sources []source
	known   *reference // nil if nothing can be compared
}

// List returns the data sets that Load can read: those inside the binary, and those of the
// papers, which [Fetcher] gets.
func List() []Dataset {
	return append(shipped(), papers()...)
}

// shipped returns the data sets inside the binary.
func shipped() []Dataset {
	return []Dataset{{
		Name: "diabetes", N: 442, D: 10, Target: "progression", Shipped: true,
		Description: "Disease progression of 442 diabetes patients one year after baseline, from age, sex, " +
			"body mass index (bmi), average blood pressure (bp) and six blood serum measurements: total cholesterol (tc), " +
			"low- and high-density lipoproteins (ldl, hdl), total cholesterol / HDL (tch), " +
			"possibly the log of triglycerides (ltg), blood sugar (glu). Raw units.",
		Source:   "the LARS paper, as carried by scikit-learn",
		Licence:  "BSD-3-Clause (scikit-learn)",
		Citation: "B. Efron, T. Hastie, I. Johnstone and R. Tibshirani (2004), Least angle regression, Annals of Statistics 32, 407-499",
	}, {
		Name: "mpg", N: 234, D: 43, Target: "highway_mpg", Shipped: true,
		Description: "Highway miles per gallon of 234 versions of 38 models of cars of 1999 and 2008, from manufacturer, " +
			"class, engine displacement in litres, cylinders, year, transmission, driven wheels (drive) and fuel. Five of " +
			"the eight inputs are categorical. Versions of a model are alike: the column model is the group of a row.",
		Source:   "US Environmental Protection Agency, fueleconomy.gov; as carried by ggplot2 and plotnine",
		Licence:  "public domain (US government); MIT (plotnine)",
		Citation: "US Environmental Protection Agency, Fuel economy data, https://fueleconomy.gov",
		group:    "model",
	}, {
		Name: "penguins", N: 344, D: 13, Target: "body_mass_g", Shipped: true, Missing: 46,
		Description: "Body mass in grams of 344 penguins near Palmer Station, Antarctica, from species, island, sex, whether the " +
			"clutch was completed, length and depth of the bill, length of the flipper, and isotopes of nitrogen and carbon in " +
			"the blood. The day of the first egg (egg_date) is kept beside the inputs. Cells are missing in six inputs and in the target.",
		Source:   "Palmer Station LTER, by the palmerpenguins package",
		Licence:  "CC0",
		Citation: "K. B. Gorman, T. D. Williams and W. R. Fraser (2014), Ecological sexual dimorphism and environmental variability within a community of Antarctic penguins (genus Pygoscelis), PLoS ONE 9(3), e90081",
	}}
}

// Info returns the description of a data set that List has.
func Info(name string) (Dataset, error) {
	list := List()
	if k := slices.IndexFunc(list, func(s Dataset) bool { return s.Name == name }); k >= 0 {
		return list[k], nil
	}
	known := make([]string, len(list))
	for i, s := range list {
		known[i] = s.Name
	}
	return Dataset{}, fmt.Errorf("data: there is no data set %q: %sthere are %s; read a file with data.Open", name, spelling.Question(name, known), quoteList(known))
}

// Load returns a data set that List has. Its target is that of the description unless an option
// says otherwise. Where cells of it are missing they are left so, as [AllowMissing] has it: leave
// rows out by DropMissing, or fill cells in by Impute.
//
// A data set of the papers is read from NAME.csv in the folder that NVSD_DATA names, or else from
// where `nvsd-kernel data fetch NAME` has put it.
func Load(name string, opts ...ReadOption) (*Frame, error) { return Reader{}.Load(name, opts...) }

// Load is the function [Load].
func (r Reader) Load(name string, opts ...ReadOption) (*Frame, error) {
	s, err := Info(name)
	if err != nil {
		return nil, err
	}
	if s.Missing > 0 {
		opts = append([]ReadOption{AllowMissing()}, opts...)
	}
	if s.group != "" {
		opts = append([]ReadOption{Group(s.group)}, opts...)
	}
	f, origin, err := r.load(s, opts)
	if err != nil {
		return nil, err
	}
	if len(opts) > 0 {
		origin.Options, err = json.Marshal(newReadOptions(opts))
		if err != nil {
			return nil, fmt.Errorf("data: %s: %w", name, err)
		}
	}
	return f.begin(origin), nil
}

// load reads the file of the data set, and returns its origin: a file outside the binary may
// change, so that its checksum belongs to it.
func (r Reader) load(s Dataset, opts []ReadOption) (*Frame, Origin, error) {
	origin := Origin{Set: s.Name}
	opts = append(slices.Clone(opts), func(o *readOptions) { o.looks = false })
	if s.Shipped {
		content, err := sets.Open("sets/" + s.Name + ".csv")
		if err != nil {
			return nil, origin, fmt.Errorf("data: %w", err)
		}
		defer content.Close()
		f, err := Read(content, s.Name, opts...)
		return f, origin, err
	}
	path, err := s.Find()
	if err != nil {
		return nil, origin, err
	}
	f, err := r.CSV(path, opts...)
	if err != nil {
		return nil, origin, err
	}
	f.source = s.Name
	origin.File = f.lineage.base.File
	return f, origin, nil
}

// Find returns the path of the file of a data set of the papers: in the folder that NVSD_DATA
// names, or else where a [Fetcher] has put it. The error of one that is in neither says how to
// get it.
func (s Dataset) Find() (string, error) {
	var looked []string
	for _, dir := range []func() (string, error){givenDir, cacheDir} {
		folder, err := dir()
		if err != nil || folder == "" {
			continue
		}
		path := filepath.Join(folder, s.Name+".csv")
		switch _, err := os.Stat(path); {
		case err == nil:
			return path, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("data: %s: %w", s.Name, err)
		}
		looked = append(looked, path)
	}
	return "", fmt.Errorf("data: the data set %q is not on this computer (it was looked for at %s): get it by: nvsd-kernel data fetch %s", s.Name, quoteList(looked), s.Name)
}

// givenDir returns the folder of data sets that the user has named, "" for none.
func givenDir() (string, error) { return os.Getenv("NVSD_DATA"), nil }

// cacheDir returns the folder for data sets that were fetched.
func cacheDir() (string, error) {
	if dir := os.Getenv("NVSD_CACHE"); dir != "" {
		return filepath.Join(dir, "data"), nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("data: no folder for data sets that are fetched: %w: set NVSD_CACHE to one", err)
	}
	return filepath.Join(dir, "nvsd-kernel", "data"), nil
}
