package state

import (
	"fmt"
	"time"

	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/storage"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// read loads a table. It cancels an earlier reading and ends an active run, which belongs to the previous table.
func (s *State) read(p pending) {
	if s.Engine == core.Gone {
		s.DataProblem = &core.Problem{Kind: protocol.Crashed, Message: s.Problem, Hint: "Reload the page."}
		return
	}
	s.control(protocol.Stop{}, askedTable)
	take(s, &s.Training, training.StopAsked{})
	take(s, &s.TradeOff, tradeoff.StopAsked{})
	take(s, &s.Compare, compare.BenchmarkStopped{})
	s.Reading, s.Pace, s.Peek, s.Status = p.source.Name, Pace{}, nil, "Reading "+p.source.Name+"."
	s.DataProblem, s.refused, s.Question, s.waiting = nil, nil, nil, nil
	p.what = askedTable
	s.ask(p.source.Load(), p)
}

// readAgain loads the same file with other import options. It asks for confirmation before it ends an active run.
func (s *State) readAgain(o dataset.Options) {
	if s.Table == nil || s.Source.Name == "" {
		return
	}
	p := pending{source: s.Source, again: true}
	p.source.Options = o
	if s.Run.Active() {
		s.waiting = &p
		s.Question = &core.Confirmation{
			Yes: "Stop the training and read again", No: "Go on training",
			Text: "The table is read again with this change, and the training that is under way ends with its best rules so far.",
		}
		return
	}
	s.read(p)
}

// confirmed carries out the confirmed action.
func (s *State) confirmed() {
	if s.waiting != nil {
		s.read(*s.waiting)
	}
}

const sampleRows = 200_000 // rows sampled from a file that is too large: its table takes some 40 MB with 50 columns

// SampleSize returns the number of rows to sample from a rejected file, 0 if the file was not too large.
func (s State) SampleSize() int {
	if s.refused == nil || s.DataProblem == nil || s.DataProblem.Kind != dataset.TooLarge || s.refused.Sample != "" {
		return 0
	}
	n, had := rowsIn(s.DataProblem.Hint), s.refused.Options.Sample
	switch {
	case n > 0 && (had == 0 || n < had):
		return n
	case had > 0: // a sample was rejected too
		return 0
	}
	return sampleRows
}

func (s *State) sampleRows() {
	n := s.SampleSize()
	if n == 0 {
		return
	}
	p := pending{source: *s.refused}
	p.again = s.Table != nil && p.source.File == s.Source.File && p.source.File != nil
	p.source.Options.Sample = n
	s.read(p)
}

// rowsIn returns the number before the word rows in a hint such as "read 50,000 random rows", 0 if there is none.
func rowsIn(hint string) int {
	n, in := 0, false
	for _, r := range hint {
		switch {
		case r >= '0' && r <= '9' && n < 1<<40:
			if !in {
				n = 0
			}
			n, in = 10*n+int(r-'0'), true
		case r != ',' || !in:
			in = false
		}
	}
	const fewest = 1000 // a smaller number in a hint has another meaning
	if n < fewest {
		return 0
	}
	return n
}

// stopReading cancels a reading.
func (s *State) stopReading() {
	if s.Reading == "" || s.Pace.Stopping {
		return
	}
	s.Pace.Stopping = true
	s.control(protocol.Stop{}, askedTable)
}

// Pace holds the progress of a reading.
type Pace struct {
	Bytes, Size int64 // Size is 0 if unknown
	Stopping    bool

	first     int64 // bytes read at the time since
	since, at time.Time
}

// heard updates the progress of the reading.
func (p *Pace) heard(e protocol.Reading, at time.Time) {
	if p.since.IsZero() {
		p.since, p.first = at, e.Bytes
	}
	p.Bytes, p.Size, p.at = e.Bytes, e.Size, at
}

const megabyte = 1e6

// Words describes the progress: "12 of 80 MB, 45 MB/s, about 2 s left".
func (p Pace) Words() string {
	if p.Stopping {
		return "Stopping …"
	}
	if p.Bytes == 0 {
		return ""
	}
	text := fmt.Sprintf("%.0f MB", float64(p.Bytes)/megabyte)
	if p.Size > 0 {
		text = fmt.Sprintf("%.0f of %.0f MB", float64(p.Bytes)/megabyte, float64(p.Size)/megabyte)
	}
	const soon = 300 * time.Millisecond // before that, the rate is unreliable
	took := p.at.Sub(p.since)
	if took < soon || p.Bytes <= p.first {
		return text
	}
	rate := float64(p.Bytes-p.first) / took.Seconds()
	text += fmt.Sprintf(", %.0f MB/s", rate/megabyte)
	if p.Size > p.Bytes {
		text += ", about " + core.Span(time.Duration(float64(p.Size-p.Bytes)/rate*float64(time.Second))) + " left"
	}
	return text
}

// loaded shows a new table with a suggested target, or the same table after another reading.
func (s *State) loaded(t protocol.TableSummary, a pending) {
	if !a.again && !s.awaits(&t, a.source) {
		take(s, &s.Storage, storage.WorkReplaced{})
	}
	before := s.Table
	s.Problem, s.DataProblem, s.refused, s.Table, s.Source = "", nil, nil, &t, a.source
	s.Plan, s.PlanProblem, s.planned, s.answer, s.grabbed = nil, nil, nil, nil, false
	s.Trial = Trial{}
	s.Dialect = dialectOf(a.source.Options)
	s.Rules.TableChanged(a.again)
	if a.again && before != nil {
		s.Run.TableChanged = true
		s.Setup.Refit(before, &t)
	} else {
		s.Run, s.Browser = core.Run{}, Browser{}
		s.Frame.foldSetup(false)
		s.Setup.Cuts, s.Setup.Ignore, s.Setup.Require = map[string]core.ThresholdEdit{}, map[string]bool{}, map[string]bool{}
		s.Setup.Propose(&t, a.source.Sample)
	}
	s.pass(core.TableRead{Again: a.again})
	s.arrived()
	s.Status = fmt.Sprintf("Read %s: %s, %s.", t.Name, core.Plural(t.Rows, "row", "rows"), core.Plural(len(t.Columns), "column", "columns"))
	if a.project != nil {
		s.adopt(*a.project)
	}
}
