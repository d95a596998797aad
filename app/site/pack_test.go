package site

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A packed program computes the same, and its crash report still names functions.
func TestPackedProgramRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	dir := t.TempDir()
	source := `package main

import (
	"fmt"
	"runtime"
	"strings"
)

func caught() (why any) {
	defer func() { why = recover() }()
	var none []int
	return none[3]
}

// deep grows the stack, which is copied, and collects garbage while each frame holds a text.
func deep(n int) string {
	text := strings.Repeat("ab", n%3+2)
	if n == 0 {
		runtime.GC()
		return text
	}
	below := deep(n - 1)
	if text != strings.Repeat("ab", n%3+2) {
		panic("text")
	}
	return below
}

func main() {
	done := make(chan string)
	go func() { done <- deep(10000) }()
	fmt.Println(<-done, caught())
	crash()
}

//go:noinline
func crash() { panic("the end") }
`
	for name, content := range map[string]string{"main.go": source, "go.mod": "module packed\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	program, err := compile(".", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("packed.wasm", program, 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(filepath.Join(goroot(t), "lib", "wasm", "go_js_wasm_exec"), "packed.wasm")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err == nil {
		t.Error("the program did not crash at its end")
	}
	if got, want := stdout.String(), "abab runtime error: index out of range [3] with length 0\n"; got != want {
		t.Errorf("the packed program writes %q, want %q", got, want)
	}
	for _, want := range []string{"panic: the end", "main.crash", "main.main"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the report of the crash lacks %q:\n%s", want, stderr.String())
		}
	}
}

func TestPackJoinsPieces(t *testing.T) {
	section := []byte{2, 0, constI32, 20, endExpression, 1, 'b', 0, constI32, 16, endExpression, 2, 'a', 'a'}
	start, memory := readMemory(section)
	if start != 16 || string(memory) != "aa\x00\x00b" {
		t.Errorf("readMemory() = %d, %q, want 16, the two pieces and zeros between", start, memory)
	}
	for _, start := range []uint64{0, 63, 64, 8191, 8192, 1 << 20} {
		if got, again := readMemory(memorySection(start, memory)); got != start || !bytes.Equal(again, memory) {
			t.Errorf("memory at %d is read as %q at %d", start, again, got)
		}
	}
}

func TestPackRefuses(t *testing.T) {
	for name, program := range map[string]string{
		"text":            "hello",
		"cut off":         wasmHeader + "\x0b\x05\x01",
		"no functions":    wasmHeader + "\x0b\x07\x01\x00\x41\x10\x0b\x01a",
		"overlap":         wasmHeader + "\x0b\x0e\x02\x00\x41\x10\x0b\x02aa\x00\x41\x11\x0b\x01b",
		"named by others": wasmHeader + "\x0b\x05\x01\x01\x01a\x00",
	} {
		if packed, err := pack([]byte(program)); err == nil {
			t.Errorf("%s: pack() = %q, want an error", name, packed)
		}
	}
}

// Another version of go-app than that of the replaced files is rejected, with what to change.
func TestSlimRefusesAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	list := "# " + slimModule + " v9.8.1\n## explicit; go 1.26\n"
	if err := os.WriteFile(filepath.Join(dir, "modules.txt"), []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := slim(dir); err == nil || !strings.Contains(err.Error(), "slimVersion") {
		t.Errorf("slim() = %v, want what to change", err)
	}
}
