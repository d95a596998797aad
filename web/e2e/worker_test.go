package e2e

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An answer is a message from the worker: a text of the echo program, or the report that it has ended.
type answer struct {
	Text   string
	Exit   *int
	Reason string
}

// The worker delivers messages that arrive early in order, and reports however the program ends.
func TestEngineWorker(t *testing.T) {
	t.Parallel()
	p := open(t, visit{base: "/name/", path: withoutProgram})
	eval[int](p, `globalThis.program = "`+echoProgram(t)+`", 0`)
	for _, test := range []struct {
		last   string
		exit   int
		reason string
	}{
		{last: "panic", exit: 2, reason: "panic: asked to panic"},
		{last: "exit", exit: 3},
	} {
		t.Run(test.last, func(t *testing.T) {
			got := converse(p, "one", "two", "three", test.last)
			if len(got) != 4 || got[0].Text != "one" || got[1].Text != "two" || got[2].Text != "three" {
				t.Fatalf("answers = %+v, want one, two, three and the end", got)
			}
			end := got[3]
			if end.Exit == nil || *end.Exit != test.exit || !strings.Contains(end.Reason, test.reason) {
				t.Errorf("end = %+v, want exit %d and reason %q", end, test.exit, test.reason)
			}
		})
	}
}

// converse starts a worker, posts the messages at once, and returns the first answers, as many as there are messages.
func converse(p *page, messages ...string) []answer {
	p.t.Helper()
	list, err := json.Marshal(messages)
	p.must(err)
	return eval[[]answer](p, `(async () => {
		const module = await WebAssembly.compile(Uint8Array.from(atob(program), (c) => c.charCodeAt(0)));
		const worker = new Worker(drnetWorker);
		const messages = `+string(list)+`;
		const answers = [];
		const all = new Promise((done) => {
			worker.onmessage = ({ data }) => {
				answers.push(typeof data === "string" ? { Text: data } : { Exit: data.exit, Reason: data.reason });
				if (answers.length === messages.length) done();
			};
		});
		for (const message of [{ module }, ...messages]) worker.postMessage(message);
		await all;
		worker.terminate();
		return answers;
	})()`)
}

// echoProgram compiles the echo program and returns it in base64.
func echoProgram(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "echo.wasm")
	cmd := command("go", "build", "-ldflags=-s -w", "-o", out, "./web/e2e/testdata/echo")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build echo: %v\n%s", err, text)
	}
	program, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(program)
}
