package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"
)

var benchLearners = flag.String("learners", "",
	"a table of the paper's, adult.csv, on which all learners but BRS are compared in the page; without it they are not measured")

// TestBenchLearners compares all learners but BRS on adult in the page, by five-fold cross-validation. It prints a line
// of JSON: the total seconds and the page's table.
func TestBenchLearners(t *testing.T) {
	if *benchLearners == "" {
		t.Skip("it measures only when a table is given")
	}
	p := openReady(t, visit{width: 1440, height: 1000})
	p.drop(".page", *benchLearners)
	p.choose("Target column", "label (binary)")
	p.waitText("#plan", "features")
	p.patience = 10 * time.Minute
	p.train()
	p.click("Benchmark")
	for _, more := range []string{"RIPPER on numbers", "CART on numbers", "majority", "forest on numbers", "deep network"} {
		p.click(more)
	}
	promised := p.text("#panel-compare .controls")
	start := time.Now()
	p.click("Run benchmark")
	p.wait("#benchmark-stop")
	p.wait("#benchmark")
	seconds := time.Since(start).Seconds()
	rows := eval[[][]string](p, `[...document.querySelectorAll("#learners tbody tr")].map(r => [...r.cells].map(c => c.innerText))`)
	if len(rows) != 12 {
		t.Errorf("%d learners were compared, want 12", len(rows))
	}
	eval[bool](p, `document.querySelector("#benchmark-says").scrollIntoView(), true`)
	p.shot("learners-adult")
	line, err := json.Marshal(map[string]any{"seconds": seconds, "promised": promised, "learners": rows})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(os.Stdout, "%s\n", line)
}
