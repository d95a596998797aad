package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"os"
	"path"
	"regexp"
	"strings"

	"drnet/app/browser"
	"drnet/app/privacy"
)

// buildOneFile writes the page as a single file, which works without a server: opened from a disk, it reaches nothing at all.
func buildOneFile(name string, log io.Writer) error {
	p, err := newParts(log)
	if err != nil {
		return err
	}
	page, err := p.oneFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, page, 0o644)
}

const (
	oneFileName   = "drnet-lab.html" // as make single calls it
	oneFileScript = "one-file.js"
)

// Elements of the page that refer to other files of the site.
var (
	linkElement   = regexp.MustCompile(`<link rel="(?:apple-touch-icon|manifest)"[^>]*>\n`)
	styleElement  = regexp.MustCompile(`<link rel="stylesheet"[^>]*>`)
	scriptElement = regexp.MustCompile(`<script (defer )?src="/?([^"]*)"></script>\n`)
	policyElement = regexp.MustCompile(`(http-equiv="Content-Security-Policy" content=")[^"]*"`)
)

// oneFile puts all parts into the page. Deferred scripts are moved to its end, in their order.
func (p parts) oneFile() ([]byte, error) {
	s, err := p.page("/", browser.OneFile)
	if err != nil {
		return nil, err
	}
	var own, last strings.Builder // own are the sources of scripts that the policy allows
	inline := func(name string) string {
		text := "\n" + string(s[name])
		fmt.Fprintf(&own, " '%s'", digestOf(text))
		return "<script>" + text + "</script>\n"
	}
	page := linkElement.ReplaceAllString(string(s[indexFile]), "")
	style := "\n" + string(s[styleFile])
	page = styleElement.ReplaceAllLiteralString(page, "<style>"+style+"</style>")
	last.WriteString(inline(oneFileScript))
	page = scriptElement.ReplaceAllStringFunc(page, func(element string) string {
		found := scriptElement.FindStringSubmatch(element)
		if script := inline(found[2]); found[1] == "" {
			return script
		} else {
			last.WriteString(script)
		}
		return ""
	})
	policy := fmt.Sprintf("default-src 'none'; script-src%s 'wasm-unsafe-eval'; style-src '%s'; img-src data:; worker-src blob:; "+
		"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default", own.String(), digestOf(style))
	page = policyElement.ReplaceAllString(page, "${1}"+html.EscapeString(policy)+`"`)
	for _, name := range []string{styleFile, oneFileScript, "app.js", wasmExecFile} {
		if bytes.Contains(s[name], []byte("</s")) {
			return nil, fmt.Errorf("%s ends the element that it is in", name)
		}
	}
	before, after, found := strings.Cut(page, "</body>")
	if !found {
		return nil, fmt.Errorf("%s lacks the tag </body>", indexFile)
	}
	data := func(id string, content []byte) string {
		return `<script type="text/plain" id="` + id + `">` + "\n" + string(content) + "\n</script>\n"
	}
	return []byte(before +
		data("packed-program", []byte(base64.StdEncoding.EncodeToString(gzipped.pack(s[programFile], 0)))) + last.String() +
		data("licences", s[privacy.LicensesFile]) + "</body>" + after), nil
}

// digestOf returns the SHA-256 of a text as policies write it.
func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
