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
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	file, err := oneFile(words)
	if err != nil {
		return err
	}
	if *path == "" {
		return usageError("-model is missing: name the model file")
	}
	options, err := data.options()
	if err != nil {
		return err
	}
	model, err := readModel(*path)
	if err != nil {
		return err
	}
	if !given(fs, "missing-values") { // the same cells as in training
		options.MissingValues = missingOf(model)
	}
	s := engine.NewSession()
	if _, err := c.load(s, file, protocol.Load{Options: options}, console.NewMeter(c.errors)); err != nil {
		return err
	}
	e, err := ask(c.ctx, s, protocol.Apply(model), func(protocol.Event) {})
	if err != nil {
		return err
	}
	return c.printAnswers(model, e.(protocol.Applied))
}

// missingOf returns the missing markers of the training data of a model.
func missingOf(f protocol.ModelFile) []string {
	if f.MultiClass != nil {
		return f.MultiClass.Learned.Missing
	}
	return f.Model.Learned.Missing
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
	m := f.Model
	report.Applied(console.Legible{To: c.errors}, f, a)
	w := csv.NewWriter(c.programs())
	if f.MultiClass != nil {
		w.Write([]string{"row", f.MultiClass.Target})
		for i, class := range a.Decided.Classes {
			w.Write([]string{strconv.Itoa(i + 1), f.MultiClass.Names[class]})
		}
		w.Flush()
		return w.Error()
	}
	w.Write([]string{"row", m.Target})
	for i := range a.Answers.Rows {
		answer := m.Negative
		if a.Answers.Positive(i) {
			answer = m.Positive
		}
		w.Write([]string{strconv.Itoa(i + 1), answer})
	}
	w.Flush()
	return w.Error()
}
