package site

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"drnet/app/core/coretest"
	"drnet/app/privacy"
	"drnet/engine/protocol"
)

// An archive has the files with their contents, and the same bytes whenever it is made.
func TestZip(t *testing.T) {
	s := files{"b.txt": []byte("second"), "a.txt": []byte("first"), "empty": nil}
	first, err := s.zip()
	if err != nil {
		t.Fatal(err)
	}
	second, _ := s.zip()
	if !bytes.Equal(first, second) {
		t.Error("two archives of the same files differ")
	}
	z, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != len(s) {
		t.Errorf("%d files, want %d", len(z.File), len(s))
	}
	for i, f := range z.File {
		if !f.Modified.Equal(zipTime) || i > 0 && f.Name <= z.File[i-1].Name {
			t.Errorf("%s, of %v, is out of order", f.Name, f.Modified)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, s[f.Name]) {
			t.Errorf("%s: %q, %v", f.Name, got, err)
		}
	}
}

// The list of parts names every dependency with a version, a license and an address.
func TestBillOfMaterials(t *testing.T) {
	t.Chdir("../..")
	text, err := billOfMaterials()
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		BOMFormat  string `json:"bomFormat"`
		Components []component
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	if want := len(privacy.Dependencies) - 1 + len(toolchains()); list.BOMFormat != "CycloneDX" || len(list.Components) != want {
		t.Errorf("%q with %d components, want %d", list.BOMFormat, len(list.Components), want)
	}
	for _, c := range list.Components {
		if want := "pkg:golang/" + c.Name + "@" + c.Version; c.Version == "" || c.PURL != want || c.Licenses[0].License.ID == "" {
			t.Errorf("incomplete: %+v", c)
		}
	}
}

// The newest entry of the changelog is the version in page, command and model files.
func TestChangelogNamesTheRelease(t *testing.T) {
	_, newest, _ := strings.Cut(coretest.File(t, "../../CHANGELOG.md"), "\n## ")
	if !strings.HasPrefix(newest, protocol.Release) {
		t.Errorf("the changelog begins with %.20q, want %q", newest, protocol.Release)
	}
}
