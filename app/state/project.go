package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// ProjectSchema names the form of a project file. A newer form gets a new number.
const ProjectSchema = "drnet.project/1"

// Project is a project file: a model as it stands, the settings beside it, and what its table was called and how it was
// read. The table itself may stand behind them; it goes past, and is never held.
type Project struct {
	Name     string          // of the file that the table was read from
	Settings Link            // what a link says, and what it must not say of a person's own table
	Reading  dataset.Options // how the table was read
	Foreign  bool            // the model was not learnt from this table
	Model    protocol.File
	Notes    []string // what of the settings cannot be used, as sentences; not written
}

// projectFile is a Project as it is written: one JSON object. Table is the bytes of the file in base64. It comes last, so that
// who reads as far as it knows all the rest.
type projectFile struct {
	Schema   string          `json:"schema"`
	Name     string          `json:"name"`
	Settings string          `json:"settings"` // a Link
	Reading  dataset.Options `json:"reading"`
	Foreign  bool            `json:"foreign,omitempty"`
	Model    json.RawMessage `json:"model"` // a model file
	Table    json.RawMessage `json:"table,omitempty"`
}

// Bounds of a file that is opened, in bytes: of its table, of all the rest, and of the settings.
const (
	MostTable    = 50_000_000
	mostRest     = 20_000_000
	mostSettings = 1_000_000
	mostName     = 1000
)

// MostSaved is the size of the largest file that can be a model or a project, in bytes.
const MostSaved = mostRest + (MostTable+2)/3*4

// ErrTooLarge says that a file is larger than MostSaved or one of its parts larger than it may be.
var ErrTooLarge = errors.New("the file is too large to be a model or a project")

// ErrTableTooLarge says that a table is larger than MostTable.
var ErrTableTooLarge = fmt.Errorf("the table is larger than %s, which is the most that is written into a project", Bytes(MostTable))

// Write writes the file, with the table behind it unless that is nil.
func (p Project) Write(w io.Writer, table io.Reader) error {
	model, err := p.Model.Write()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(projectFile{Schema: ProjectSchema, Name: p.Name, Settings: p.Settings.String(), Reading: p.Reading, Foreign: p.Foreign, Model: model}); err != nil {
		return fmt.Errorf("state: write project: %w", err)
	}
	rest := b.Bytes()
	if table == nil {
		_, err = w.Write(rest)
		return err
	}
	if _, err := w.Write(bytes.TrimSuffix(rest, []byte("\n}\n"))); err != nil {
		return err
	}
	return writeTable(w, table)
}

// Saved is what a file holds that was saved here: a project or, in Model, the bytes of what is to be a model file.
type Saved struct {
	Project *Project
	Tabled  bool // the project has its table
	Model   []byte
}

// ReadSaved reads a file that may be anything. The table of a project goes to table. It refuses what is damaged and what a newer
// page has written; whether Model is one is for others to find out.
func ReadSaved(r io.Reader, table io.Writer) (Saved, error) {
	rest, tabled, err := separate(r, table)
	const schemaWithin = 200 // bytes, of any file that was written here
	if !bytes.Contains(rest[:min(len(rest), schemaWithin)], []byte(`"drnet.project/`)) {
		if errors.Is(err, errTable) { // it says nothing to who opens a model
			err = nil
		}
		return Saved{Model: rest}, err
	}
	if err != nil {
		return Saved{}, damaged(err)
	}
	p, err := readProject(rest, tabled)
	return Saved{Project: p, Tabled: tabled}, err
}

func damaged(err error) error {
	if errors.Is(err, ErrTooLarge) || errors.Is(err, ErrTableTooLarge) {
		return err
	}
	return fmt.Errorf("the project file is damaged: %w", err)
}

// readProject reads all but the table, of which an empty text is left.
func readProject(rest []byte, tabled bool) (*Project, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(rest, &head); err != nil {
		return nil, damaged(err)
	}
	if head.Schema != ProjectSchema {
		return nil, fmt.Errorf("the project file has the form %q: this page reads %q", head.Schema, ProjectSchema)
	}
	var f projectFile
	if err := json.Unmarshal(rest, &f); err != nil {
		return nil, damaged(err)
	}
	if table := string(f.Table); tabled && table != `""` || !tabled && table != "" {
		return nil, damaged(errTable)
	}
	p := &Project{Name: strings.ToValidUTF8(f.Name, "\uFFFD"), Reading: f.Reading, Foreign: f.Foreign}
	if p.Name == "" || len(p.Name) > mostName {
		return nil, damaged(errors.New("its table has no name that could be one"))
	}
	if len(f.Reading.MissingValues) > mostMarks { // the engine, which reads, has an eye on all the rest
		return nil, damaged(errors.New("it has too many texts for missing cells"))
	}
	p.Settings, p.Notes = parseLink(f.Settings, "the project", mostSettings)
	var err error
	if p.Model, err = protocol.ReadFile(f.Model); err != nil {
		return nil, fmt.Errorf("the model in the project file cannot be used: %s", plain(err))
	}
	return p, nil
}
