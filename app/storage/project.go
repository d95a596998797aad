package storage

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// ProjectSchema identifies the format of a project file. A newer format gets a new number.
const ProjectSchema = "drnet.project/1"

// Project is the content of a project file: an edited model, the settings, the list of runs, and the name and import options of
// the table. The table itself can follow in the file; it is streamed, and never held in memory.
type Project struct {
	Name     string             `json:"name"`              // name of the file of the table
	Settings string             `json:"settings"`          // a link, with numbers that a link omits for the user's own table
	Reading  dataset.Options    `json:"reading"`           // import options of the table
	Foreign  bool               `json:"foreign,omitempty"` // the model was learned from another table
	Test     string             `json:"test,omitempty"`    // name of the test table, which a project does not hold; "" for none
	Model    protocol.ModelFile `json:"-"`
	Run      int                `json:"run,omitempty"` // number of the run that the model comes from, 0 for none
	Runs     []SavedRun         `json:"-"`             // oldest first
}

// SavedRun is a run in a project: its rules as they were last shown, and their settings. Its charts and snapshots are left out.
type SavedRun struct {
	Number   int                `json:"number"` // from 1, ascending
	Settings string             `json:"settings"`
	Ended    time.Time          `json:"ended"`
	Seconds  float64            `json:"seconds"` // it took
	Status   string             `json:"status"`
	Opened   bool               `json:"opened,omitempty"` // from the list
	Reread   bool               `json:"reread,omitempty"` // the table has since been read with other import options
	Model    protocol.ModelFile `json:"-"`
}

// projectFile is the written form of a Project: one JSON object. Table holds the bytes of the file in base64. It
// comes last, so that a reader already has all other members when it starts.
type projectFile struct {
	Schema string `json:"schema"`
	Project
	Model json.RawMessage `json:"model"` // a model file
	Runs  []runFile       `json:"runs,omitempty"`
	Table json.RawMessage `json:"table,omitempty"`
}

type runFile struct {
	SavedRun
	Model json.RawMessage `json:"model,omitempty"` // missing for the run of the project's model
}

// Limits of a file in bytes: MaxTable of its table, maxRest of everything else. Runs take at most maxRuns before indentation, which keeps
// them within maxRest; a written file leaves out the oldest runs beyond that.
const (
	MaxTable = 50_000_000
	maxRest  = 20_000_000
	maxRuns  = 5_000_000
	maxName  = 1000
)

// MaxSaved is the size of the largest possible model or project file, in bytes.
const MaxSaved = maxRest + (MaxTable+2)/3*4

// Errors of large files: the table exceeds MaxTable, or the file MaxSaved, or another part of it its own limit.
var (
	ErrTooLarge      = errors.New("the file is too large to be a model or a project")
	ErrTableTooLarge = fmt.Errorf("the table is larger than %s, the limit for projects", core.Bytes(MaxTable))
)

// Write writes the file, followed by the table unless it is nil.
func (p Project) Write(w io.Writer, table io.Reader) error {
	model, err := p.Model.Write()
	if err != nil {
		return err
	}
	runs, err := p.runs()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(projectFile{Schema: ProjectSchema, Project: p, Model: model, Runs: runs}); err != nil {
		return fmt.Errorf("storage: write project: %w", err)
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

// runs returns the written form of the newest runs within maxRuns.
func (p Project) runs() (list []runFile, err error) {
	size := 0
	for _, r := range slices.Backward(p.Runs) {
		f := runFile{SavedRun: r}
		if r.Number != p.Run {
			if f.Model, err = r.Model.Write(); err != nil {
				return nil, err
			}
		}
		if size += len(f.Model) + len(r.Settings); size > maxRuns {
			break
		}
		list = append(list, f)
	}
	slices.Reverse(list)
	return list, nil
}

// Saved is the content of a saved file: a project, or in Model the bytes of a possible model file.
type Saved struct {
	Project *Project
	Tabled  bool // the project includes its table
	Model   []byte
}

// ReadSaved reads an untrusted file, and the table of a project into table. It rejects damaged and newer files. The caller validates Model.
func ReadSaved(r io.Reader, table io.Writer) (Saved, error) {
	rest, tabled, err := separate(r, table)
	const schemaWithin = 200 // bytes; every written project has its schema within them
	if !bytes.Contains(rest[:min(len(rest), schemaWithin)], []byte(`"drnet.project/`)) {
		if errors.Is(err, errTable) { // it is irrelevant for a model file
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

// readProject reads everything but the table, which separate has replaced by an empty string.
func readProject(rest []byte, tabled bool) (*Project, error) {
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(rest, &head); err != nil {
		return nil, damaged(err)
	}
	if head.Schema != ProjectSchema {
		return nil, fmt.Errorf("the project file has the schema %q; this page reads %q", head.Schema, ProjectSchema)
	}
	var f projectFile
	if err := json.Unmarshal(rest, &f); err != nil {
		return nil, damaged(err)
	}
	if table := string(f.Table); tabled && table != `""` || !tabled && table != "" {
		return nil, damaged(errTable)
	}
	p := &f.Project
	if p.Name == "" || len(p.Name) > maxName {
		return nil, damaged(errors.New("invalid name of its table"))
	}
	if len(p.Reading.MissingValues) > core.MaxMissingValues { // the engine validates the other import options
		return nil, damaged(errors.New("too many markers of missing values"))
	}
	var err error
	if p.Model, err = protocol.ReadFile(f.Model); err != nil {
		return nil, unusable("model", err)
	}
	p.Runs, err = readRuns(f.Runs, p)
	return p, err
}

func unusable(part string, err error) error {
	return fmt.Errorf("the %s in the project file cannot be used: %s", part, strings.TrimPrefix(err.Error(), "protocol: "))
}

// readRuns reads the runs of a project whose model is known.
func readRuns(files []runFile, p *Project) (list []SavedRun, err error) {
	const mostRun, longest = 1_000_000, 1e9 // 1e9 seconds are about 30 years
	last := 0
	for _, f := range files {
		r := f.SavedRun
		if r.Number <= last || r.Number > mostRun || !(r.Seconds >= 0 && r.Seconds < longest) {
			return nil, damaged(fmt.Errorf("invalid number or duration of a run after run %d", last))
		}
		if last, r.Model = r.Number, p.Model; f.Model != nil || r.Number != p.Run {
			if r.Model, err = protocol.ReadFile(f.Model); err != nil {
				return nil, unusable("model of run "+core.Count(r.Number), err)
			}
		}
		list = append(list, r)
	}
	return list, nil
}

const tableKey = "table" // in a project file

var errTable = errors.New("its table is not valid base64")

// writeTable writes the table as the last member of an unclosed object.
func writeTable(w io.Writer, table io.Reader) error {
	if _, err := io.WriteString(w, ",\n \""+tableKey+"\": \""); err != nil {
		return err
	}
	text := base64.NewEncoder(base64.StdEncoding, w)
	if n, err := io.Copy(text, io.LimitReader(table, MaxTable+1)); err != nil {
		return err
	} else if n > MaxTable {
		return ErrTableTooLarge
	}
	if err := text.Close(); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\"\n}\n")
	return err
}

// separate reads a JSON object and writes its decoded table to table; an empty string replaces the table in rest. It
// recognizes only strings and brackets: the caller parses rest as JSON.
func separate(r io.Reader, table io.Writer) (rest []byte, tabled bool, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	depth, key := 0, ""
	for inString := false; ; inString = !inString {
		from := len(rest)
		if rest, err = toQuote(in, rest); err == io.EOF {
			return rest, tabled, nil
		} else if err != nil {
			return rest, tabled, err
		}
		part := string(rest[from : len(rest)-1])
		if inString {
			key = part
			continue
		}
		for _, b := range part {
			switch b {
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
		}
		if depth != 1 || key != tableKey || strings.TrimSpace(part) != ":" {
			continue
		}
		if tabled {
			return rest, tabled, errTable
		} else if err := decode(in, table); err != nil {
			return rest, tabled, err
		}
		rest, tabled, inString = append(rest, '"'), true, true
	}
}

// toQuote appends the input up to the next quote that is not escaped.
func toQuote(in *bufio.Reader, to []byte) ([]byte, error) {
	for escaped := false; len(to) <= maxRest; {
		b, err := in.ReadByte()
		if err != nil {
			return to, err
		}
		to = append(to, b)
		if b == '"' && !escaped {
			return to, nil
		}
		escaped = b == '\\' && !escaped
	}
	return to, ErrTooLarge
}

// decode writes the decoded base64 string to to, and reads its closing quote.
func decode(in *bufio.Reader, to io.Writer) error {
	until := &quoted{in: in}
	n, err := io.Copy(to, io.LimitReader(base64.NewDecoder(base64.StdEncoding.Strict(), until), MaxTable+1))
	switch {
	case n > MaxTable:
		return ErrTableTooLarge
	case until.err != nil && until.err != io.EOF:
		return until.err
	case err != nil:
		if _, corrupt := err.(base64.CorruptInputError); corrupt || err == io.ErrUnexpectedEOF {
			return errTable
		}
		return err
	}
	return nil
}

// quoted is a reader that ends before the next quote, without escapes.
type quoted struct {
	in   *bufio.Reader
	part []byte // read from in, and not yet returned
	err  error  // why reading ended: io.EOF at the quote
}

var errEnds = errors.New("its table is truncated")

func (q *quoted) Read(p []byte) (n int, err error) {
	if len(q.part) == 0 && q.err == nil {
		q.part, q.err = q.in.ReadSlice('"')
		switch q.err {
		case nil:
			q.part, q.err = q.part[:len(q.part)-1], io.EOF
		case bufio.ErrBufferFull:
			q.err = nil
		case io.EOF:
			q.err = errEnds
		}
		if bytes.ContainsAny(q.part, "\r\n") { // the decoder would ignore them
			q.part, q.err = nil, errTable
		}
	}
	if n = copy(p, q.part); n == 0 {
		return 0, q.err
	}
	q.part = q.part[n:]
	return n, nil
}
