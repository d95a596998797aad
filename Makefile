# DR-Net Lab. "make run" and "make test" need Go, Node and make, nothing else.

.DEFAULT_GOAL := help
.PHONY: help run build single release release-again test test-native test-wasm test-vectors test-browser test-full check quick nightly vuln lint lint-web test-web bench bench-browser bench-page bench-rules bench-rules-native bench-steady bench-learners bench-read fuzz mutate soak golden screens clean chromium programs test-exports paper FORCE

PORT     ?= 8000
TIME     ?= 10m
DATA     ?= $(DRNET_DATA)
RELEASE  ?= dist/release
FUZZTIME ?= 5s
FUZZERS  ?= 2
PAGES    ?= 2

# The linters, in versions of their own: tool directives would add their modules to go.sum.
TOOLS    = build/tools
BASE    ?= $$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null || echo HEAD)
WASM     = GOOS=js GOARCH=wasm

# The browser tests run on their own: some measure how long the page is busy. These run first, one after the other. Of the
# others PAGES are open at a time: while one trains in a worker, another is loaded or waits.
PACKAGES = $$(go list ./... | grep -v /web/)
NODE     = $$(go env GOROOT)/lib/wasm/go_js_wasm_exec

# The program of the page is built with vector instructions, by another toolchain.
VECTORS  = GOTOOLCHAIN=$$(sed -n 's/^const vectorToolchain = "\(.*\)"/\1/p' app/site/compile.go) GOEXPERIMENT=simd

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 27

# Brotli's best quality takes a minute, so it is for sites that are published.
run: ## build the site and serve it at http://localhost:8000
	go run ./app build dist -brotli 5
	go run ./app serve localhost:$(PORT)

build: ## write the static site to dist/
	go run ./app build dist

single: ## write the page as one file that works without a server: dist/drnet-lab.html
	go run ./app single dist/drnet-lab.html

# For example: make release RELEASE=/tmp/release
release: ## write the site, the one file and the command for Linux, macOS and Windows, with SHA-256 and a list of parts
	go run ./app release $(RELEASE)

release-again: ## build the release of HEAD in another folder and compare it with RELEASE: every byte is the same, as SHA256SUMS says
	@copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && mkdir "$$copy/sources" && git archive HEAD | tar -x -C "$$copy/sources" && \
		(cd "$$copy/sources" && go run ./app release "$$copy/release") && diff -r $(RELEASE) "$$copy/release" && \
		(cd $(RELEASE) && sha256sum -c --quiet SHA256SUMS) && echo "the same $$(ls $(RELEASE) | wc -l) files, byte for byte"

# The first parts run beside each other, two at a time; the browser tests measure times and run alone.
test: programs ## run every test: native, WebAssembly under Node, browser
	@$(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),-O) test-native test-web test-wasm test-vectors
	@$(MAKE) --no-print-directory test-browser

test-native:
	go test -timeout=20m $(PACKAGES)

# Only what may differ there: numbers, codecs, readers, and the bytes of the golden models.
test-wasm:
	$(WASM) go test -short -exec="$(NODE)" $$(go list ./engine/... | grep -v '/engine$$\|/cmd/drnet\|/research/\|/rule/export\|/chart\|/realdata')
	$(WASM) go test -run='^TestGolden' -exec="$(NODE)" ./engine

# The program of the page is built this way, so its kernels and models are compared under Node.
test-vectors:
	@if $(VECTORS) go version; then \
		$(VECTORS) $(WASM) go test -short -exec="$(NODE)" ./engine/numeric ./engine/drnet ./engine/rule/refine && \
		$(VECTORS) $(WASM) go test -run='Product|Same' -exec="$(NODE)" ./engine/baseline && \
		$(VECTORS) $(WASM) go test -run='^TestGolden' -exec="$(NODE)" ./engine; \
	elif [ "$$CI" = true ]; then exit 1; \
	else echo "not tested with vector instructions: that toolchain cannot be had"; fi

test-browser:
	go test -count=1 -timeout=30m -parallel=$(PAGES) ./web/...

# The native tests with as many random walks and divisions of files as the night allows.
test-full:
	NIGHTLY=1 go test $(PACKAGES)

check: lint test test-exports ## lint, test, fuzz for a moment, and fail on any uncommitted difference
	@$(MAKE) --no-print-directory fuzz FUZZTIME=2s
	cmp wasm_exec.js "$$(go env GOROOT)/lib/wasm/wasm_exec.js"
	git diff --exit-code HEAD
	@test -z "$$(git status --porcelain)" || { git status --short; exit 1; }

# What is found lies in testdata of the packages, to be looked at and kept. The parts go on when one fails, and the end says so.
nightly: programs ## test at full size, fuzz each target for 10 minutes, soak the page, count which mistakes the tests notice: hours
	@failed=; for part in vuln test-full "fuzz FUZZTIME=10m" soak mutate; do \
		$(MAKE) --no-print-directory $$part || failed="$$failed $$part;"; \
	done; if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi

vuln: ## look what is used up in Go's list of known vulnerabilities, if that can be reached
	@if getent hosts vuln.go.dev >/dev/null; then go run golang.org/x/vuln/cmd/govulncheck@v1.3.0 ./...; \
	else echo "not looked up: the list of vulnerabilities at vuln.go.dev cannot be reached"; fi

# For example: make soak ARGS="-cycles 30 -soak-mb 200"
soak: chromium ## load, train, refine and export 100 times in one tab, and read a file of 1 GB: no memory and no worker may stay behind
	NIGHTLY=1 go test -v -count=1 -timeout=3h -run='^TestSoak' ./web/e2e -args $(ARGS)

# For example: make mutate ARGS="-only simplify,exporters -n 100 -seed 2"
mutate: ## make small mistakes in reader, extraction, simplify and exporters: 85 % must fail a test
	@MUTATE=1 go test -v -count=1 -timeout=24h -run='^TestMistakes$$' ./engine/research/mutate -args $(or $(ARGS),-n 200)

test-exports: programs ## run exported rules in R, PostgreSQL and LibreOffice, and install these
	@if command -v Rscript && command -v soffice && ls /usr/lib/postgresql/*/bin/initdb; then exit 0; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get; then \
		echo "make: installing the Debian packages r-base-core, postgresql and libreoffice-calc-nogui"; \
		apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends r-base-core postgresql libreoffice-calc-nogui; \
	else \
		echo "these tests need the packages r-base-core, postgresql and libreoffice-calc-nogui" >&2; exit 1; \
	fi
	EXPORTS=all go test -count=1 -v -timeout=25m -run='^TestSheet|^TestPrograms/^(r|postgresql|libreoffice)$$' ./engine/rule/export

lint: $(TOOLS) lint-web ## check format, suspicious and dead code, and go.mod, for native and js/wasm
	@test -z "$$($(TOOLS)/gofumpt -l .)" || { $(TOOLS)/gofumpt -d .; exit 1; }
	go mod tidy -diff
	go vet ./...
	$(WASM) go vet ./engine/... ./app/...
	$(TOOLS)/staticcheck ./...
	$(WASM) $(TOOLS)/staticcheck ./engine/... ./app/...
	@dead=$$($(TOOLS)/deadcode -test ./...; $(WASM) $(TOOLS)/deadcode -test ./engine/... ./app/...); \
		test -z "$$dead" || { echo "$$dead"; exit 1; }

# The inner loop. CHANGED are the Go files that differ from the main branch; BASE is another commit to compare with.
quick: $(TOOLS) ## lint what changed and run the native tests without the slow ones, within a minute
	@changed=$$({ git diff --name-only --diff-filter=d $(BASE) -- '*.go'; git ls-files -o --exclude-standard -- '*.go'; } | sort -u); \
	[ -z "$$changed" ] || { \
		format=$$($(TOOLS)/gofumpt -l $$changed) && test -z "$$format" || { echo "not formatted: $$format"; exit 1; }; \
		folders=$$(for file in $$changed; do echo ./$${file%/*}; done | sort -u); \
		native=$$(go list -e -f '{{if or .GoFiles .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' $$folders) && \
		$(TOOLS)/staticcheck $$native; \
	}
	go test -short $(PACKAGES)

$(TOOLS): Makefile
	GOBIN=$(abspath $(TOOLS)) go install mvdan.cc/gofumpt@v0.12.0
	GOBIN=$(abspath $(TOOLS)) go install honnef.co/go/tools/cmd/staticcheck@v0.8.2
	GOBIN=$(abspath $(TOOLS)) go install golang.org/x/tools/cmd/deadcode@v0.52.0
	@touch $(TOOLS)

lint-web: ## check the types of the page's scripts
	@test -d web/node_modules/typescript || npm ci --prefix web --ignore-scripts --no-audit --no-fund
	cd web && for project in tsconfig.json tsconfig.worker.json; do node_modules/.bin/tsc -p $$project || exit 1; done

test-web: ## test the page's scripts under Node
	node --test web/test/*.test.js

bench: ## measure the engine's kernels
	go test -run='^$$' -bench=. ./engine/...

# For example: make bench-browser ARGS="-table adult.csv -target label -missing drop -epochs 1000 -batch 2000"
# Or ARGS="-first": how soon a newcomer can read and act.
bench-browser: chromium ## train in a worker of Chromium and print one line of figures by ARGS
	@go test -v -count=1 -timeout=2h -run='^TestBench(First)?$$' ./web/e2e -args $(ARGS) | grep '^{'

bench-page: chromium ## measure how soon the page answers and how long it is busy
	@go test -v -count=1 -run='^Test(DropTrainReadDownload|CancelReading|LargeTableIsDrawn|LargeNetworkIsSmooth)$$' ./web/e2e | \
		sed -n 's/.*measured: //p'

# Of the paper's tables in DATA and of generated ones. For example: make bench-rules ARGS="-tables adult,1000 -runs 1"
BENCH_RULES = DRNET_DATA=$(abspath $(DATA)) go test -v -count=1 -timeout=2h -run='^TestBenchRules$(1)$$' ./web/e2e -args \
	-tables adult,magic,heloc,house,1000,1000000 $(ARGS) | grep '^{'
bench-rules: chromium ## drop tables on the page, train and print how soon rules are shown
	@$(call BENCH_RULES)

bench-rules-native: chromium ## train on the same tables by the command and print how long it takes
	@$(call BENCH_RULES,Native)

# For example: make bench-steady TIME=10m
bench-steady: chromium ## train in the page for TIME and print what it holds at the beginning and at the end
	@go test -v -count=1 -timeout=2h -run='^TestBenchSteady$$' ./web/e2e -args -steady $(TIME) | grep '^{'

bench-learners: chromium ## compare all learners but BRS on adult in the page and print how long it took
	@go test -v -count=1 -timeout=1h -run='^TestBenchLearners$$' ./web/e2e -args -learners $(abspath $(DATA))/adult.csv | grep '^{'

# For example: make bench-read ARGS="-mb 200", or ARGS="-rows 10000000", or ARGS="-book 100000"
bench-read: chromium ## read a large file in Chromium, beside Papa Parse, and print one line of figures by ARGS
	@go test -v -count=1 -timeout=3h -run='^TestBench(Read|Rows|Book)$$' ./web/e2e -args $(ARGS) | grep -v '^=== \|^ok \|^PASS\|^ *--- PASS\|^--- SKIP\|it measures only'

# What is done is kept in build/paper with the program that does it, so that the same command goes on after an interruption;
# "make clean" begins anew. QUICK=1 takes minutes and writes into build/paper/quick.
paper: PAPER = -drnet build/drnet -data $(DATA) $(if $(QUICK),-quick)
paper: build/drnet build/paper-report ## measure the paper's four tables in DATA, for hours, and write engine/research/RESULTS.md
	build/paper-report $(PAPER) -plan > build/paper.plan
	tr '\n' '\0' < build/paper.plan | xargs -0 -r -n 1 -P "$$(getconf _NPROCESSORS_ONLN)" sh -c
	build/paper-report $(PAPER)

build/drnet:
	go build -ldflags "-X main.revision=$$(git describe --always --dirty)" -o $@ ./engine/cmd/drnet

build/paper-report: FORCE
	go build -o $@ ./engine/research/paper

FORCE:

# Now and then the end of its time is told as a failure ("context deadline exceeded"); so a target that failed runs again. What is
# found is kept in testdata, and fails the second time too.
fuzz: ## run each fuzz target for FUZZTIME, FUZZERS of them at a time
	@for package in $$(go list ./engine/... ./app/...); do \
		go test -list='^Fuzz' $$package | sed -n "s|^Fuzz.*|$$package &|p"; \
	done | xargs -P $(FUZZERS) -n 2 sh -c '\
		for try in first second; do \
			said=$$(go test -run="^$$" -fuzz="^$$2\$$" -fuzztime=$(FUZZTIME) -fuzzminimizetime=100x -parallel=1 $$1 2>&1) && \
			echo "$$2: $$(echo "$$said" | grep elapsed: | tail -n 1)" && exit; \
		done; echo "$$said"; exit 1' fuzz

golden: ## rewrite the expected outputs in testdata; read the diff
	UPDATE=1 go test $(PACKAGES)

screens: chromium ## photograph every view in every width and theme into SCREENS, default build/screens
	SCREENS=$(abspath $(or $(SCREENS),build/screens)) go test -v -count=1 -run='^TestScreens$$' ./web/e2e

clean: ## remove what the other targets made
	rm -rf dist build

# $(call installed,PACKAGES) installs the Debian packages whose program is missing, if it may, and names them first.
installed = @missing=; for package in $(1); do \
		case $$package in chromium) names="chromium chromium-browser google-chrome";; firefox-esr) names="firefox-esr firefox";; \
			*) names=$$package;; esac; \
		found=; for name in $$names; do command -v $$name >/dev/null && found=yes; done; \
		[ -n "$$found" ] || missing="$$missing $$package"; \
	done; \
	if [ -z "$$missing" ]; then exit 0; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "make: installing the Debian packages that the tests start:$$missing"; \
		apt-get update && apt-get install --yes --no-install-recommends $$missing; \
	else \
		echo "make: the tests start programs of these packages; install them:$$missing" >&2; exit 1; \
	fi

chromium:
	$(call installed,chromium)

programs:
	$(call installed,chromium firefox-esr sqlite3 parallel)
