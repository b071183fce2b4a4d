# make demo   builds the program and runs the quickstart notebook; needs Go alone
# make test   everything that is tested; installs what it needs under build/
# make lab    JupyterLab with the kernel, on the notebooks
# make help   the other targets

GO       ?= go
PYTHON   ?= python3
BUILD    := build
BIN      := $(BUILD)/nvsd-kernel
VENV     := $(BUILD)/venv
VENV_OK  := $(VENV)/.installed
DEMO     := $(BUILD)/demo
BENCHVENV := $(BUILD)/bench-venv
SELECTVENV := $(BUILD)/selection-venv
READVENV := $(BUILD)/readers-venv
LOSSVENV := $(BUILD)/losses-venv
FRONTVENV := $(BUILD)/frontends-venv
DIST     := $(BUILD)/dist
PORTABLE := $(GO) run ./install/portable
RELEASE  := $(GO) run ./install/internal/release
SITEVENV := $(BUILD)/site-venv
SITE     := $(BUILD)/site

# Notebooks of the papers' tables and figures. Some need the papers' data sets: they load them.
PAPERS   := $(wildcard notebooks/papers/*.ipynb)
NO_DATA   = $(if $(NVSD_DATA),,$(shell grep -lF data.Load $(PAPERS)))

# It is run at a version, and is no module that the program requires.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# The race detector needs a C compiler; where there is none the same tests run
# without it, and say so. With it, tests of what many cells mean take a sample, and
# run whole without it.
RACE     := $(shell command -v "$$($(GO) env CC)" >/dev/null 2>&1 && echo -race)
RACED    := ./kernel/... ./interp ./interp/worker/... ./notebooks ./display/comm ./display/widget
UNRACED   = $(filter-out $(shell $(GO) list $(RACED)),$(shell $(GO) list ./...)) ./interp

.PHONY: help
help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' Makefile

.PHONY: build
build: ## build/nvsd-kernel, one static file with the same numbers on every processor, without a debugger's tables
	$(PORTABLE) CGO_ENABLED=0 build -trimpath -ldflags=-w -o $(BIN) ./cmd/nvsd-kernel

.PHONY: demo
demo: build ## run the quickstart notebook without Jupyter and write the page
	@mkdir -p $(DEMO)
	$(BIN) run notebooks/quickstart.ipynb --out $(DEMO)/quickstart.ipynb
	$(BIN) export $(DEMO)/quickstart.ipynb --to html --out $(DEMO)/quickstart.html
	@echo
	@echo "The executed notebook: $(DEMO)/quickstart.ipynb"
	@echo "The page, for any browser: $(DEMO)/quickstart.html"

# The property tests draw the same cases in every run of a test; make fuzz draws
# new ones.
RAPID_SEED ?= 1
test-go test-race: export RAPID_SEED := $(RAPID_SEED)

.PHONY: test
test: lint test-go test-race notebooks test-clients ## all tests

.PHONY: lint
lint: ## formatting, vet and staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files -c -o --exclude-standard '*.go')); \
	  test -z "$$unformatted" || { echo "gofmt these files: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

.PHONY: test-go
test-go: ## the tests of the packages without concurrency, and of the meaning of cells, with the arithmetic that is shipped
	test/slurm.sh
	$(PORTABLE) test -vet=off -timeout 20m -p $$(($$(getconf _NPROCESSORS_ONLN) + 1)) $(UNRACED) # one more than processors: some wait for a cluster

.PHONY: test-race
test-race: ## the tests of the packages with concurrency, under the race detector
	@test -n "$(RACE)" || echo "no C compiler here: these tests run without the race detector"
	$(GO) test $(RACE) -vet=off -short $(RACED)

.PHONY: test-clients
test-clients: build wheel site $(VENV_OK) ## real Jupyter clients against the built kernel
	test/chromium.sh
	NVSD_KERNEL=$(abspath $(BIN)) $(VENV)/bin/python -m pytest -q -n 2 --dist loadfile test

$(VENV_OK): test/requirements.txt test/constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/requirements.txt -c test/constraints.txt
	touch $@

.PHONY: frontends
frontends: build $(VENV_OK) $(FRONTVENV)/.installed ## the tests of front ends, with those that cannot be installed beside the others
	test/chromium.sh
	NVSD_KERNEL=$(abspath $(BIN)) $(VENV)/bin/python -m pytest -q -rs test/test_frontends.py

$(FRONTVENV)/.installed: test/requirements-frontends.txt
	$(PYTHON) -m venv $(FRONTVENV)
	$(FRONTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

.PHONY: dockerfile
dockerfile: ## the steps of the Dockerfile and of binder/ in a clean Debian, without an engine (root, debootstrap, network; 10 minutes); ARGS for dockerfile.py
	$(PYTHON) test/dockerfile.py $(ARGS)

.PHONY: wheel
wheel: ## the wheel of this machine, in build/dist
	$(RELEASE) -out $(DIST) -platforms host -wheels

.PHONY: wheels
wheels: ## the wheels of all six platforms, in build/dist (10 minutes)
	$(RELEASE) -out $(DIST) -wheels

.PHONY: release
release: ## archives, wheels, bills of materials and checksums of all platforms, in build/release; with VERSION=1.2.3 it tests and tags the commit first
	$(if $(VERSION),$(RELEASE) -check -tag $(VERSION))
	$(if $(VERSION),$(MAKE) test)
	$(RELEASE) -out $(BUILD)/release $(if $(VERSION),-tag $(VERSION))

.PHONY: reproduce
reproduce: ## builds the files of this machine in a second clone, with an empty build cache, and compares
	install/reproduce.sh

.PHONY: notebooks
notebooks: build ## run the notebooks afresh and compare the outputs with those that they hold
	printf '%s\n' notebooks/*.ipynb $(filter-out $(NO_DATA),$(PAPERS)) | xargs -n 1 -P $$(getconf _NPROCESSORS_ONLN) $(BIN) check
	$(if $(NO_DATA),@echo "NVSD_DATA names no folder with the data sets of the papers: $(NO_DATA) not run")

.PHONY: papers
papers: build ## compute the tables and figures of the papers in full, and store their results (hours); PAPERS=notebooks/papers/X.ipynb names some
	@mkdir -p $(BUILD)/papers
	for nb in $(PAPERS); do $(BIN) run $$nb --param full=true --out $(BUILD)/papers/$$(basename $$nb) || exit 1; done

.PHONY: everywhere
everywhere: build ## notebooks and proofs on 1 and 2 processors, without AVX2 or FMA, at level v3, as arm64 (hours); ARGS names some of everywhere.py
	$(PYTHON) test/everywhere.py $(ARGS)

.PHONY: pictures
pictures: build $(VENV_OK) ## take the pictures of docs/pictures anew: every display in JupyterLab, the exported page, the charts of the guide
	$(PORTABLE) test -count=1 -run TestDocumentsRun ./cmd/nvsd-kernel/internal/commands -update
	test/chromium.sh
	rm docs/pictures/*.png
	NVSD_PICTURES=docs/pictures NVSD_KERNEL=$(abspath $(BIN)) $(VENV)/bin/python -m pytest -q test/test_displays.py test/test_page.py -k 'jupyterlab or phone_sees or (dark or paper) and quickstart'
	rm docs/pictures/every_display*

.PHONY: lab
lab: build $(VENV_OK) ## JupyterLab with the kernel installed, on the notebooks folder
	$(BIN) install --prefix $(VENV) --force
	cd notebooks && $(abspath $(VENV))/bin/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: site
site: build $(SITEVENV)/.installed ## build/site: the documentation, with the reference and the notebooks, as static pages with a search
	$(GO) run ./docs/internal/writesite . $(SITE)-pages
	@mkdir -p $(SITE)-pages/pages/notebooks/papers
	for nb in notebooks/*.ipynb notebooks/papers/*.ipynb; do $(BIN) export $(SITE)-pages/$$nb --to html --out $(SITE)-pages/pages/$${nb%.ipynb}.html || exit 1; done
	NO_MKDOCS_2_WARNING=1 $(SITEVENV)/bin/mkdocs build --quiet --strict --config-file $(SITE)-pages/mkdocs.yml

$(SITEVENV)/.installed: docs/internal/writesite/requirements.txt
	$(PYTHON) -m venv $(SITEVENV)
	$(SITEVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

.PHONY: generate
generate: ## symbols, export data and documentation of the cell language, the stubs of methods, the logos and the picture
	$(GO) generate ./...

# The packages with golden files are those whose tests import internal/golden.
IMPORTS_GOLDEN := {{if eq . (printf "%s/internal/golden" $$.Module.Path)}}{{$$.ImportPath}}{{end}}
HAS_GOLDEN     := {{range .TestImports}}$(IMPORTS_GOLDEN){{end}}{{range .XTestImports}}$(IMPORTS_GOLDEN){{end}}

.PHONY: golden
golden: ## write all golden files anew; some ask the Go toolchain (10 minutes)
	$(PORTABLE) test -count=1 -timeout 0 $$($(GO) list -f '$(HAS_GOLDEN)' ./...) -update

.PHONY: fuzz
fuzz: ## each fuzz target for FUZZTIME (default 10m), and the property tests with many new cases
	test/fuzz.sh

.PHONY: programs
programs: ## random programs, interpreted and by the Go toolchain, for FUZZTIME
	$(GO) test -count=1 -timeout 0 -run TestFuzz -v ./interp/program -fuzztime-programs $(or $(FUZZTIME),10m)

.PHONY: fixedbugs
fixedbugs: ## the toolchain's tests of its repaired mistakes, and the slow ones of all, interpreted (3 minutes)
	NVSD_FIXEDBUGS=1 $(GO) test -count=1 -timeout 0 -run 'TestFixedBugs|TestGoSuite' -v ./interp/program

.PHONY: exam
exam: readers ## the readers, and the examples and own tests of the standard library and of gonum, interpreted (40 minutes)
	NVSD_EXAM=1 $(GO) test -count=1 -timeout 0 -run 'TestExamples|TestSuites' -v ./interp/exam

.PHONY: readers
readers: $(READVENV)/.installed ## our readers beside pandas, pyarrow and liac-arff: files that are drawn, and those in the folder DIR; ARGS for readers.py
	$(READVENV)/bin/python test/readers.py $(ARGS) $(or $(DIR),$(NVSD_DATA))

$(READVENV)/.installed: test/bench/requirements-readers.txt
	$(PYTHON) -m venv $(READVENV)
	$(READVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

.PHONY: exam-programs
exam-programs: build ## the programs in the folder DIR, natively and interpreted, and what differs; KNOWN, ARGS
	@test -d "$(DIR)" || { echo "make exam-programs DIR=folder"; exit 2; }
	$(GO) test -count=1 -timeout 0 -run 'TestPrograms$$' ./interp/exam -v -programs "$(abspath $(DIR))" -kernel $(abspath $(BIN)) -built $(abspath $(BUILD))/programs $(if $(KNOWN),-known $(abspath $(KNOWN))) $(ARGS)

PRODUCT = -product -product-seed $(or $(SEED),1) -product-random $(or $(RANDOM),20000) -product-every $(or $(EVERY),1)

.PHONY: product
product: ## every kind of expression in every context, loop and place, as programs and as cells, by the Go toolchain too (two hours); SEED, RANDOM, EVERY
	$(GO) test -count=1 -timeout 0 -run 'TestProductWhole$$' -v ./interp/program $(PRODUCT)
	$(GO) test -count=1 -timeout 0 -run TestProductAsCells -v ./interp $(PRODUCT)

.PHONY: systems
systems: ## builds and vets for macOS and Windows, each of which compiles everything (3 minutes)
	NVSD_SYSTEMS=1 $(GO) test -count=1 -timeout 0 -run TestBuildsForOtherSystems ./internal/structure

.PHONY: agree
agree: ## every solver on every problem of a wide range (3 minutes)
	NVSD_WIDE=1 $(PORTABLE) test -count=1 -timeout 0 -run SolversAgree -v ./stdlib/nvsd/solve

.PHONY: agree-losses
agree-losses: build ## losses and weights of rows beside CVXPY with Clarabel, on 50 small problems (half a minute)
	$(PYTHON) -m venv $(LOSSVENV)
	$(LOSSVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-losses.txt
	$(LOSSVENV)/bin/python test/bench/losses.py $(BIN)

.PHONY: stress
stress: ## certificates of a thousand hostile problems, held against big floats (1 minute)
	NVSD_WIDE=1 $(PORTABLE) test -count=1 -timeout 0 -run TestStress -v ./stdlib/nvsd/solve

.PHONY: soak
soak: build $(VENV_OK) ## one kernel under all that clients do, for SOAK (default 30m), and 100 shutdowns
	NVSD_SHUTDOWNS=50 NVSD_KERNEL=$(abspath $(BIN)) $(VENV)/bin/python -m pytest -q -s test/test_shutdown.py
	SOAK=$(or $(SOAK),30m) NVSD_KERNEL=$(abspath $(BIN)) $(VENV)/bin/python test/soak.py

.PHONY: hostile
hostile: build $(VENV_OK) ## the attacks on the kernel in their long forms (10 minutes)
	NVSD_HOSTILE=1 NVSD_KERNEL=$(abspath $(BIN)) $(VENV)/bin/python -m pytest -q test/test_hostile_wire.py test/test_hostile_crowds.py test/test_hostile_messages.py

.PHONY: bench
bench: ## the Go benchmarks
	$(PORTABLE) test -run '^$$' -bench . -benchmem ./...

.PHONY: bench-kernels
bench-kernels: build ## this kernel beside ipykernel and xeus-python, in one run (10 minutes)
	$(PYTHON) -m venv $(BENCHVENV)
	$(BENCHVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements.txt
	$(BIN) install --prefix $(BENCHVENV) --force
	JUPYTER_PATH=$(abspath $(BENCHVENV))/share/jupyter $(BENCHVENV)/bin/python test/bench/kernels.py nvsd python3 xpython:python

.PHONY: bench-selection
bench-selection: build ## which inputs matter: select beside its peers, ten replications (hours); ARGS for selection.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/selection.py $(ARGS)

.PHONY: bench-nulls
bench-nulls: build ## how often select finds something where there is nothing: targets and inputs of many kinds (hours); ARGS for nulls.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/nulls.py $(ARGS)

.PHONY: bench-dependent
bench-dependent: build ## how often select finds something in subjects and time series, where there is nothing and where there is (half an hour); ARGS for dependent.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/dependent.py $(ARGS)

.PHONY: bench-wild
bench-wild: build ## wild targets, and clean ones, of many kinds: what select leaves out and how well it predicts (an hour or two); ARGS for wild.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/wild.py $(ARGS)

.PHONY: bench-interactions
bench-interactions: build ## which pairs of inputs interact, beside H-statistics of boosting (half an hour); ARGS for interactions.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/interactions.py $(ARGS)

.PHONY: bench-classes
bench-classes: build ## targets of classes: select beside boosting, a forest, logistic lasso and a Gaussian process (hours); ARGS for classes.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/classes.py $(ARGS)

.PHONY: bench-knockoffs
bench-knockoffs: build ## how often what knockoffs find is false, and how much they find, beside knockpy (hours); ARGS for knockoffs.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt -r test/bench/requirements-knockoffs.txt
	$(SELECTVENV)/bin/python test/bench/knockoffs.py $(ARGS)

.PHONY: bench-scale
bench-scale: build ## the same of tables with many rows or inputs, select beside boosting and LightGBM (an hour); ARGS for selection.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/selection.py --methods select,boosting-cv,lightgbm --sizes 1000x50,2000x50,20000x50,200x1000,200x5000 \
	  --families friedman1,corr,sinprod,xor,steps,null --reps 1 --nulls 1 --results build/scale.jsonl $(ARGS)

.PHONY: bench-slurm
bench-slurm: ## a study of 1000 units of a second here, and in job arrays of a Slurm that it starts (20 minutes); NVSD_UNITS for fewer
	$(PORTABLE) test -run - -bench BenchmarkSlurm -benchtime 1x -timeout 60m ./stdlib/nvsd/study

.PHONY: bench-example
bench-example: ## how often the example of README finds the inputs that matter, in 20 draws (a minute)
	$(PORTABLE) test -count=1 -v -run TestFindsTheExampleOfTheReadme ./stdlib/nvsd/search -draws 20

.PHONY: bench-coverage
bench-coverage: build ## how often targets are in their prediction intervals, on families of problems and the tables of NVSD_DATA (hours); ARGS for coverage.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/coverage.py $(ARGS)

.PHONY: bench-real
bench-real: build ## how well select predicts thirteen tables of NVSD_DATA, beside a Gaussian process (minutes); ARGS for realsets.py
	$(PYTHON) -m venv $(SELECTVENV)
	$(SELECTVENV)/bin/python -m pip install --quiet --disable-pip-version-check -r test/bench/requirements-selection.txt
	$(SELECTVENV)/bin/python test/bench/realsets.py $(ARGS)

.PHONY: clean
clean: ## remove build/
	rm -rf $(BUILD)
