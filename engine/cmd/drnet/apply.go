package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"strconv"
	"strings"

	"drnet/engine"
	"drnet/engine/cmd/drnet/console"
	"drnet/engine/cmd/drnet/report"
	"drnet/engine/protocol"
)

func (c *command) apply(args []string) error {
	fs := newFlags("apply -model M.json FILE [flags]")
	data := addDataFlags(fs)
	path := fs.String("model", "", "model `file`, as drnet train writes it")
	file, err := parseFile(fs, args)
	if err != nil {
		return err
	}
	if *path == "" {
		return errNoModel
	}
	s, model, err := c.loadFor(*path, file, data)
	if err != nil {
		return err
	}
	e, err := ask(c.ctx, s, protocol.Apply(model), nil)
	if err != nil {
		return err
	}
	return c.printAnswers(model, e.(protocol.Applied))
}

const errNoModel = usageError("-model is missing: name the model file")

// loadFor reads a model, and loads a table as the training data of the model was read.
func (c *command) loadFor(model, table string, data *dataFlags) (*engine.Session, protocol.ModelFile, error) {
	options, err := data.options()
	if err != nil {
		return nil, protocol.ModelFile{}, err
	}
	f, err := readModel(model)
	if err != nil {
		return nil, f, err
	}
	if !given(data.set, "missing-values") { // the same cells as in training
		if f.MultiClass != nil {
			options.MissingValues = f.MultiClass.Learned.Missing
		} else {
			options.MissingValues = f.Model.Learned.Missing
		}
	}
	s := engine.NewSession()
	_, err = c.load(s, table, protocol.Load{Options: options}, console.NewMeter(c.errors))
	return s, f, err
}

func readModel(path string) (protocol.ModelFile, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return protocol.ModelFile{}, unread(err)
	}
	m, err := protocol.ReadFile(modelIn(file))
	if err != nil {
		return m, refuse(protocol.BadModel, path+": "+protocol.Plain(err), "name a file that drnet train -model or the page has written")
	}
	return m, nil
}

// modelIn returns the model file within a project file of the page; any other file is returned as it is.
func modelIn(file []byte) []byte {
	var project struct {
		Schema string          `json:"schema"`
		Model  json.RawMessage `json:"model"`
	}
	if json.Unmarshal(file, &project) == nil && strings.HasPrefix(project.Schema, "drnet.project/") {
		return project.Model
	}
	return file
}

// printAnswers writes a line per row: its number, from 1, and the prediction as the table has it.
func (c *command) printAnswers(f protocol.ModelFile, a protocol.Applied) error {
	report.Applied(console.Legible{To: c.errors}, f, a)
	w := csv.NewWriter(c.programs())
	if c := f.MultiClass; c != nil {
		w.Write([]string{"row", c.Target})
		for i, class := range a.Decided.Classes {
			w.Write([]string{strconv.Itoa(i + 1), c.Names[class]})
		}
	} else {
		w.Write([]string{"row", f.Model.Target})
		for i := range a.Answers.Rows {
			answer := f.Model.Negative
			if a.Answers.Positive(i) {
				answer = f.Model.Positive
			}
			w.Write([]string{strconv.Itoa(i + 1), answer})
		}
	}
	w.Flush()
	return w.Error()
}
