package e2e

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"drnet/engine/protocol"
	"drnet/engine/realdata"
)

// oneFile builds the page of one file once, and returns its path.
var oneFile = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "one file", "drnet-lab.html")
	_, err := command(appCommand, "single", path).CombinedOutput()
	return path, err
})

// The page works as one file from a disk, without any request: it trains in the worker and its helpers, keeps work, and makes the
// model that the command makes.
func TestOneFile(t *testing.T) {
	t.Parallel()
	path, err := oneFile()
	if err != nil {
		t.Fatal(err)
	}
	const most = 6 << 20
	if info, err := os.Stat(path); err != nil || info.Size() > most {
		t.Errorf("the file has %d bytes, want at most %d: %v", info.Size(), most, err)
	}
	p := openReady(t, visit{url: "file://" + path, path: planted, width: 1440, height: 900})
	p.wait("#start")
	p.settings()
	p.fill("Seed", "7")
	p.train()
	model, file := p.model()
	checkModel(t, file, trainNatively(t, "heart-risk", model.Learned.Request))
	p.click("Private · Verify")
	p.waitText("#asked", "This page is one file, and nothing else was loaded. 0 requests")
	p.expect("Content Security Policy|violat|Refused|Failed to load|connect-src")
	p.click("Test the block: try to send a request")
	p.waitText("#tried", "Refused.")
	p.shot("one-file-privacy")
	p.press("\x1b")
	p.reload()
	p.ready()
	p.wait("#start")
}

// A real table is dropped on the page of one file: the model is the command's, byte for byte, and nothing is requested.
func TestOneFileLearnsAdult(t *testing.T) {
	t.Parallel()
	table := realdata.Path(t, "adult.csv")
	path, err := oneFile()
	if err != nil {
		t.Fatal(err)
	}
	p := openReady(t, visit{url: "file://" + path, width: 1440, height: 900, patience: 2 * time.Minute})
	p.drop(".page", table)
	p.waitText("#data", "32,561 rows, 15 columns")
	p.train()
	_, file := p.download(func() { p.click("Download the model (JSON)") })
	model, err := protocol.ReadModel(file)
	p.must(err)
	content, err := os.Open(table)
	p.must(err)
	defer content.Close()
	checkModel(t, file, nativeModel(t, protocol.Load{File: content, Name: "adult.csv"}, model.Learned.Request))
	p.click("Private · Verify")
	p.waitText("#asked", "This page is one file, and nothing else was loaded. 0 requests")
}
