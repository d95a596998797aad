package e2e

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"drnet/engine/realdata"
)

// bigFile writes a table of some megabytes and returns its path.
func bigFile(t *testing.T, megabytes int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "big.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	size, _ := w.WriteString("a,b,c,d,e,f,label\n")
	for row := 0; size < megabytes*1_000_000; row++ {
		n, err := fmt.Fprintf(w, "%d,%d.5,%d,value %d,%d,%d,%s\n",
			row%97, row%1013, row*7%100_003, row%40, row%13, row%7, []string{"yes", "no", "no"}[row%3])
		if err != nil {
			t.Fatal(err)
		}
		size += n
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A preview of a large file is shown during reading. Canceling the reading restores the previous table.
func TestCancelReading(t *testing.T) {
	p := openReady(t, visit{width: 1400, height: 1000})
	p.load("people.csv", people())
	path := bigFile(t, 80)
	p.resetTasks()
	start := time.Now()
	p.drop(".page", path)
	p.waitText("#preview", "as read so far")
	p.measured("first rows of a large file", time.Since(start), time.Second)
	p.waitText("#data .reading", "of 8")
	p.waitText("#data .reading", "MB/s")
	p.shot("reading-1400")
	p.measured("Cancel", answered(p, "#stop-reading", `document.querySelector(".reading") === null`), answerAim)
	p.waitText("#data", "people.csv 200 rows, 4 columns")
	p.click("All 200 rows")
	p.waitText("#preview", "Wien")
	p.click("Use city")
	p.waitText("#plan", "160 training rows") // the engine has the table again
	p.measured("longest task while a large file is read", p.longestTask(), longestAim)
}

// Reading the same file again asks before it ends a run.
func TestReadingAgainWhileTraining(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: unrefined, width: 1400, height: 1000})
	p.load("people.csv", people())
	p.set("Epochs", "1000000")
	p.click("Start training")
	p.waitText("#train", "Current rules")
	p.section("Data")
	p.choose("Type of city", "text (excluded)")
	p.waitText(".question", "the training that is under way ends with its best rules")
	p.shot("question")
	p.click("Go on training")
	p.waitJS("the type as it was", `document.querySelector("#kind-1").value === "categorical"`)
	p.waitJS("no question", `document.querySelector(".question") === null`)
	p.choose("Type of city", "text (excluded)")
	p.click("Stop the training and read again")
	p.waitText("#columns li:nth-child(2) .profile-facts", "excluded")
	p.section("Rules")
	p.waitText("#rules", "The table was read again after training")
}

// The columns of a large table are drawn in a wide window and in a narrow one.
func TestLargeTableIsDrawn(t *testing.T) {
	p := openReady(t, visit{width: 1400, height: 1000})
	p.resetTasks()
	p.drop(".page", realdata.Path(t, "adult.csv"))
	p.waitText("#plan", "training rows")
	p.measured("longest task while adult is read", p.longestTask(), longestAim)
	p.shot("adult-1400")
	p.resize(320, 800)
	p.wait("#columns") // may be drawn after the plan
	eval[int](p, `(document.querySelector("#columns").scrollIntoView(), 0)`)
	p.shot("adult-320")
}
