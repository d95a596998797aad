package engine

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"drnet/engine/crossval"
	"drnet/engine/dataset"
	"drnet/engine/dataset/twin"
	"drnet/engine/multiclass"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/query"
	"drnet/engine/sample"
	"drnet/engine/stability"
	"drnet/engine/train"
)

// A Session answers requests about one table. It stores the table, an optional test table, and caches for repeated
// plans and for repeated queries about a model.
// It is not safe for concurrent use: one request at a time.
type Session struct {
	// Memory limits the table size in bytes; larger tables are rejected. Zero means no limit.
	Memory int64

	// Workers run the units of a request, such as its restarts, with the same result; nil runs them sequentially.
	Workers train.Workers

	// Clock returns the seconds since an arbitrary time. It serves to measure evaluation units and to estimate the
	// duration of a run. Nil disables timing. The rules never depend on it.
	Clock func() float64

	table   *dataset.Table
	summary *protocol.TableSummary // of the table
	test    *dataset.Table
	cache   query.Cache

	plans train.PlanCache
}

// NewSession returns a session without a table.
func NewSession() *Session { return new(Session) }

// Handle executes a request and emits its events before it returns; the last event is final. It calls emit on the same
// goroutine, during a run once per step, and waits for it. Cancelling ctx ends the request early. Handle does not panic
// on invalid requests.
func (s *Session) Handle(ctx context.Context, r protocol.Request, emit func(protocol.Event)) {
	final, err := s.answer(prepare.Job{Ctx: ctx, Emit: emit}, r)
	if err != nil {
		final = protocol.Refusal(err)
	}
	emit(final)
}

func (s *Session) answer(j prepare.Job, r protocol.Request) (protocol.Event, error) {
	tables := prepare.Tables{Table: s.table, Test: s.test}
	t := &train.Trainer{
		Tables: tables, Integers: s.summary.Integers, Workers: s.Workers, Clock: s.Clock,
		Plans: &s.plans,
	}
	q := &query.Querier{Tables: tables, Cache: &s.cache}
	switch r := r.(type) {
	case protocol.Hello:
		if r.Version != protocol.Version {
			return nil, protocol.Refuse(protocol.BadVersion, fmt.Sprintf("the page uses version %d of the protocol, the engine version %d",
				r.Version, protocol.Version), "reload the page")
		}
		return protocol.Welcome{Version: protocol.Version}, nil
	case protocol.Load:
		s.cache.Release() // frees memory for the table
		s.plans = train.PlanCache{}
		return s.load(j, r)
	case protocol.Plan:
		return t.Planned(j, r)
	case protocol.Train:
		s.cache = query.NewCache(tables, &r)
		return run(t, j, r)
	case protocol.RunUnit:
		return train.RunUnit(j, r)
	case protocol.Evaluate:
		return crossval.Evaluate(t, j, r)
	case protocol.Apply:
		return q.Apply(j, r)
	case protocol.Predict:
		return q.Predict(j, r)
	case protocol.ListRows:
		return q.ListRows(j, r)
	case protocol.Cover:
		return q.Cover(j, r)
	case protocol.ByGroup:
		return q.ByGroup(j, r)
	case protocol.Stability:
		run, err := q.RunOf(j, r.Model)
		if err != nil {
			return nil, err
		}
		return stability.Measure(t, j, r, run)
	case protocol.TraceBound:
		run, err := q.RunOf(j, r.Model)
		if err != nil {
			return nil, err
		}
		return t.TraceBound(j, r, run)
	case protocol.Explain:
		return q.Explain(j, r)
	case protocol.Score:
		return q.Score(j, r)
	case protocol.Export:
		return exported(s.summary, r)
	case protocol.EvaluateNetwork:
		return q.EvaluateNetwork(j, r)
	}
	return nil, protocol.BadSettingf("start a run first", "no run is active")
}

// run trains one rule set, or one per class.
func run(t *train.Trainer, j prepare.Job, r protocol.Train) (protocol.Event, error) {
	if l, known := protocol.LearnerOf(r.Learner); known && !l.Rules {
		return nil, protocol.BadSettingf("compare it with DR-Net by cross-validation, or choose a rule learner",
			"a %s learns no rules", l.Name)
	}
	p, err := t.PlanOn(j, r, t.Split)
	if err != nil {
		return nil, err
	}
	if p.Target.Classes != nil {
		return multiclass.Train(t, j, p)
	}
	return t.Run(j, p)
}

// peekSize is the size of the preview shown during reading: several thousand lines, read in a few milliseconds.
const peekSize = 256 << 10

// load reads a table. On failure the current table remains.
func (s *Session) load(j prepare.Job, r protocol.Load) (protocol.Event, error) {
	if r.Sample != "" {
		var err error
		if r, err = sampled(r); err != nil {
			return nil, err
		}
	}
	if r.File == nil {
		return nil, protocol.Refuse(protocol.Unread, "the file did not arrive", "choose it once more")
	}
	in := &source{Job: j, from: r.File, size: r.Size}
	head := make([]byte, peekSize)
	n, err := io.ReadFull(in, head)
	o := r.Options
	if r.Trained != nil {
		o.Trained = *r.Trained
	}
	if err == nil && !r.Test {
		peek(j, r.Name, head, o)
	}
	o.Size, o.Memory, o.Making = r.Size, s.Memory, func(made, of int) error { return j.Prepare(protocol.Describing, made, 2*of) }
	more := &source{Job: j, from: r.Append, read: r.Size}
	if r.Append != nil {
		o.More = more
	}
	if r.Test && s.table != nil {
		o.Trained = dataset.Trained{Columns: s.table.TrainedColumns(), Missing: s.table.Missing, Quote: s.table.Quote()}
	}
	t, err := dataset.Read(j.Ctx, r.Name, io.MultiReader(bytes.NewReader(head[:n]), in), o)
	if failed := cmp.Or(in.err, more.err); failed != nil {
		return nil, protocol.Refuse(protocol.Unread, "the file could not be read: "+failed.Error(),
			"it may have been changed or moved: choose it once more")
	}
	if err != nil {
		return nil, err
	}
	described, err := protocol.DescribeEach(t, r.Cells,
		func(column int) error { return j.Prepare(protocol.Describing, len(t.Columns)+column, 2*len(t.Columns)) })
	if err != nil {
		return nil, err
	}
	described.Twins = twin.Find(t)
	if err := j.Prepare(protocol.Describing, 1, 1); err != nil {
		return nil, err
	}
	described.Repeated = t.Repeated()
	if file, ok := r.File.(interface{ Digest() string }); ok && r.Append == nil {
		described.Digest = file.Digest()
	}
	loaded := protocol.Loaded{Table: described}
	if r.Test {
		s.test = t
		if s.table != nil {
			loaded.Differences = slices.Concat(described.Warned(), prepare.Tables{Table: s.table, Test: t}.Differences())
		}
	} else {
		s.table, s.summary, s.test = t, &described, nil
	}
	return loaded, nil
}

// sampled returns a request that loads a built-in table from CSV.
func sampled(r protocol.Load) (protocol.Load, error) {
	built, ok := sample.Find(r.Sample)
	if !ok {
		return r, protocol.Refuse(protocol.NoTable, fmt.Sprintf("unknown built-in table %q", r.Sample), "drnet sample lists them")
	}
	var csv bytes.Buffer
	if err := built.WriteCSV(&csv); err != nil {
		return r, err
	}
	r.File, r.Name, r.Size = &csv, built.Name+".csv", int64(csv.Len())
	return r, nil
}

// peek emits a preview of the first lines. Errors are ignored, because reading the whole file reports them.
func peek(j prepare.Job, name string, head []byte, o dataset.Options) {
	o.Sample = 0
	text, packed := unpacked(head)
	if t, err := dataset.Read(j.Ctx, name, bytes.NewReader(wholeLines(text)), o); err == nil {
		t.Dialect.Packed = packed
		j.Emit(protocol.Previewed{Table: protocol.Describe(t, nil)})
	}
}

// unpacked returns the decompressed start of a gzip file and true, or head and false.
func unpacked(head []byte) ([]byte, bool) {
	packed, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return head, false
	}
	text := make([]byte, peekSize)
	n, _ := io.ReadFull(packed, text) // the data ends at the end of head
	return text[:n], true
}

// wholeLines returns the head without an incomplete last line.
func wholeLines(head []byte) []byte {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")): // UTF-16 little-endian: two bytes per character, the lower one first
		return head[:cutWide(head, "\n\x00")]
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return head[:cutWide(head, "\x00\n")]
	}
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
		return head[:end+1]
	}
	return head[:bytes.LastIndexByte(head, '\r')+1]
}

// cutWide returns the end of the last line feed in UTF-16 text.
func cutWide(head []byte, feed string) int {
	for end := len(head) &^ 1; end > 1; end -= 2 {
		if string(head[end-2:end]) == feed {
			return end
		}
	}
	return 0
}

// source reads a file, emits its progress, and records read errors to distinguish them from table errors.
type source struct {
	prepare.Job
	from       io.Reader
	read, size int64
	err        error
}

// Read reads the next bytes. It fails when the request is stopped.
func (s *source) Read(p []byte) (int, error) {
	if err := s.Ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.from.Read(p)
	s.read += int64(n)
	if err != nil && err != io.EOF && !errors.Is(err, context.Canceled) {
		s.err = err
	}
	s.Emit(protocol.Reading{Bytes: s.read, Size: s.size})
	return n, err
}
