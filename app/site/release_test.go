package site

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"drnet/app/core/coretest"
	"drnet/app/privacy"
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
	coretest.Equal(t, len(z.File), len(s), "files")
	for _, f := range z.File {
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
	if list.BOMFormat != "CycloneDX" || len(list.Components) != len(privacy.Dependencies) {
		t.Errorf("%q with %d components, want %d", list.BOMFormat, len(list.Components), len(privacy.Dependencies))
	}
	for _, c := range list.Components {
		if c.Version == "" || (c.PURL == "") != (c.Name == privacy.StandardLibrary) || c.Licenses[0].License.ID == "" {
			t.Errorf("incomplete: %+v", c)
		}
	}
}
