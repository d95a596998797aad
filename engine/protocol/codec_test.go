package protocol_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/golden"
	"drnet/engine/protocol"
)

// requests and events list all messages. TestListsAreComplete compares them with the source.
var requests = []protocol.Request{
	protocol.Hello{},
	protocol.Load{},
	protocol.Plan{},
	protocol.Train{},
	protocol.RunUnit{},
	protocol.Apply{},
	protocol.Explain{},
	protocol.Export{},
	protocol.EvaluateNetwork{},
	protocol.Score{},
	protocol.Predict{},
	protocol.ListRows{},
	protocol.Cover{},
	protocol.ByGroup{},
	protocol.Stability{},
	protocol.Evaluate{},
	protocol.Pause{},
	protocol.Resume{},
	protocol.Step{},
	protocol.Pace{},
	protocol.Stop{},
	protocol.Ping{},
}

var events = []protocol.Event{
	protocol.Welcome{},
	protocol.Refused{},
	protocol.Reading{},
	protocol.Previewed{},
	protocol.Loaded{},
	protocol.Preparing{},
	protocol.Planned{},
	protocol.Started{},
	protocol.Progress{},
	protocol.Trained{},
	protocol.UnitDone{},
	protocol.Applied{},
	protocol.Explained{},
	protocol.Exported{},
	protocol.NetworkEvaluated{},
	protocol.Scored{},
	protocol.Found{},
	protocol.Predicted{},
	protocol.RowPage{},
	protocol.Covered{},
	protocol.GroupsCompared{},
	protocol.StabilityMeasured{},
	protocol.Evaluating{},
	protocol.FoldResult{},
	protocol.Evaluated{},
	protocol.Paused{},
	protocol.Resumed{},
	protocol.Pong{},
	protocol.Silent{},
}

func TestListsAreComplete(t *testing.T) {
	for marker, list := range map[string][]string{"request": names(requests), "event": names(events)} {
		if want := marked(t, marker); !slices.Equal(list, want) {
			t.Errorf("the tests know the %ss %v, the source has %v", marker, list, want)
		}
	}
}

func names[T any](list []T) []string {
	var names []string
	for _, m := range list {
		names = append(names, reflect.TypeOf(m).Name())
	}
	return slices.Sorted(slices.Values(names))
}

// marked returns the types in the package source that have this marker method.
func marked(t *testing.T, method string) []string {
	t.Helper()
	found := map[string]bool{}
	for _, file := range []string{"message.go", "query.go", "work.go", "evaluate.go", "audit.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == method {
				found[f.Recv.List[0].Type.(*ast.Ident).Name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// TestMessagesSurviveTheCodec encodes and decodes every message, with all fields set and with none.
func TestMessagesSurviveTheCodec(t *testing.T) {
	survive(t, requests, protocol.EncodeRequest, protocol.DecodeRequest)
	survive(t, events, protocol.EncodeEvent, protocol.DecodeEvent)
}

func survive[T any](t *testing.T, messages []T, encode func(int, T) ([]byte, error), decode func([]byte) (int, T, error)) {
	t.Helper()
	const id = 7
	for _, m := range messages {
		for _, want := range []T{m, filled(m)} {
			message := encoded(t, encode, id, want)
			gotID, got, err := decode(message)
			if err != nil || gotID != id || !reflect.DeepEqual(got, want) {
				t.Errorf("%T became\n%s\nand that %d, %+v, %v, want %d, %+v", want, message, gotID, got, err, id, want)
			}
		}
	}
}

func encoded[T any](t testing.TB, encode func(int, T) ([]byte, error), id int, m T) []byte {
	t.Helper()
	message, err := encode(id, m)
	if err != nil {
		t.Fatal(err)
	}
	return message
}

// filled returns a message of the same type with a distinct value in every encoded field.
func filled[T any](message T) T {
	return filledBy(message, &filler{})
}

func filledBy[T any](message T, f *filler) T {
	v := reflect.New(reflect.TypeOf(message)).Elem()
	f.fill(v)
	return v.Interface().(T)
}

// filler gives each value a number of its own. If equal is set, the numbers begin anew in each struct, so that structs of
// one type are equal.
type filler struct {
	n     int
	equal bool
}

func (f *filler) fill(v reflect.Value) {
	f.n++
	switch v.Kind() {
	case reflect.String:
		text := fmt.Sprintf("text %d", f.n)
		if !f.equal || f.n == 1 {
			text += " <&>\"\u2028"
		}
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(f.n))
	case reflect.Uint8:
		v.SetUint(uint64(f.n % 3)) // valid for the ops of features too
	case reflect.Uint64:
		v.SetUint(math.MaxUint64 - uint64(f.n)) // not representable as float64
	case reflect.Float32:
		v.SetFloat(float64(f.n))
	case reflect.Float64:
		v.SetFloat(float64(f.n) + 0.1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		f.fill(v.Index(0))
		f.fill(v.Index(1))
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key)
		f.fill(value)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		f.fillFields(v, 0)
		if c, ok := v.Addr().Interface().(*protocol.MultiClass); ok { // shared fields are encoded once
			for _, m := range c.Members {
				m.Schema, m.Release, m.Encoder = protocol.ModelSchema, c.Release, c.Encoder
				m.Learned.Request = c.Learned.Request.Of(m.Learned.Request.Positive, m.Learned.Request.Network.Weight)
				m.Learned.Missing, m.Learned.Quote, m.Learned.Columns = c.Learned.Missing, c.Learned.Quote, c.Learned.Columns
			}
		}
	default:
		panic("a field of a kind that no message had: " + v.Kind().String())
	}
}

// fillFields sets the fields of a struct. If equal is set, their numbers begin at first.
func (f *filler) fillFields(v reflect.Value, first int) {
	for i := range v.NumField() {
		field, before := v.Type().Field(i), f.n
		switch {
		case !isEncoded(field):
		case !f.equal:
			f.fill(v.Field(i))
		case field.Anonymous: // its fields are those of the object around it
			f.fillFields(v.Field(i), first+100*(i+1))
		default:
			f.n = first + i
			f.fill(v.Field(i))
			f.n = before
		}
	}
}

// isEncoded reports whether messages have a field.
func isEncoded(f reflect.StructField) bool { return f.IsExported() && f.Tag.Get("json") != "-" }

// TestWireForm fixes every name on the wire. An incompatible change needs a new Version. A message contains the names of
// its objects instead of their fields, which have a line of their own.
func TestWireForm(t *testing.T) {
	forms := &forms{t: t, names: map[string]string{}, seen: map[reflect.Type]bool{}}
	fmt.Fprintf(&forms.lines, "version %d\n", protocol.Version)
	for _, m := range requests {
		forms.message(reflect.TypeOf(m), encoded(t, protocol.EncodeRequest, 1, filledBy(m, &filler{equal: true})))
	}
	for _, m := range events {
		forms.message(reflect.TypeOf(m), encoded(t, protocol.EncodeEvent, 1, filledBy(m, &filler{equal: true})))
	}
	golden.Check(t, "testdata/messages.golden", forms.lines.String())
}

// forms writes each type of JSON object once.
type forms struct {
	t     *testing.T
	lines strings.Builder
	names map[string]string // of objects, by their JSON
	order []string          // the JSON of objects, those inside another before it
	seen  map[reflect.Type]bool
}

func (f *forms) message(m reflect.Type, text []byte) {
	for i := range m.NumField() {
		f.object(m.Field(i).Type)
	}
	f.lines.WriteString(f.short(string(text)) + "\n")
}

// object writes the line of a type, after those of the types inside it.
func (f *forms) object(of reflect.Type) {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		f.object(of.Elem())
	case reflect.Map:
		f.object(of.Key())
		f.object(of.Elem())
	case reflect.Struct:
		if f.seen[of] {
			return
		}
		f.seen[of] = true
		for i := range of.NumField() {
			if field := of.Field(i); isEncoded(field) {
				f.object(field.Type)
			}
		}
		v := reflect.New(of)
		(&filler{equal: true}).fill(v.Elem())
		text, err := json.Marshal(v.Interface())
		if err != nil {
			f.t.Fatal(err)
		}
		if _, known := f.names[string(text)]; !known && text[0] == '{' && len(text) > len("{}") {
			fmt.Fprintf(&f.lines, "%s %s\n", of, f.short(string(text)))
			f.names[string(text)] = of.String()
			f.order = append(f.order, string(text))
		}
	}
}

// short writes the names of the objects in a JSON text, the outermost first.
func (f *forms) short(text string) string {
	for _, object := range slices.Backward(f.order) {
		text = strings.ReplaceAll(text, object, f.names[object])
	}
	return text
}

func TestFinal(t *testing.T) {
	for _, e := range events {
		want := true
		switch reflect.TypeOf(e).Name() {
		case "Reading", "Previewed", "Preparing", "Started", "Found", "Progress", "Evaluating", "FoldResult",
			"Paused", "Resumed", "Pong", "Silent":
			want = false
		}
		if got := protocol.Final(e); got != want {
			t.Errorf("Final(%T) = %v, want %v", e, got, want)
		}
	}
}

// damaged lists messages that must be rejected.
var damaged = []struct{ name, message, request, event string }{
	{"nothing", "", "protocol: no message", "protocol: no message"},
	{"null", "null", `protocol: unknown request ""`, `protocol: unknown event ""`},
	{"an empty object", "{}", `protocol: unknown request ""`, `protocol: unknown event ""`},
	{"a list", "[]", "protocol: no message", "protocol: no message"},
	{"half a message", `{"type":"hello","id":1,"body":{"ver`, "protocol: no message", "protocol: no message"},
	{"two messages", `{"type":"stop","id":1,"body":{}}{}`, `protocol: damaged "stop"`, `protocol: unknown event "stop"`},
	{"an unknown type", `{"type":"fly","id":1,"body":{}}`, `protocol: unknown request "fly"`, `protocol: unknown event "fly"`},
	{"no body", `{"type":"train","id":1}`, `protocol: damaged "train"`, `protocol: unknown event "train"`},
	{"a body of another shape", `{"type":"train","id":1,"body":[1]}`, `protocol: damaged "train"`, `protocol: unknown event "train"`},
	{
		"a number that is a text", `{"type":"hello","id":1,"body":{"version":"1"}}`, `protocol: damaged "hello"`,
		`protocol: unknown event "hello"`,
	},
	{
		"a number that is too large", `{"type":"hello","id":1,"body":{"version":1e99}}`, `protocol: damaged "hello"`,
		`protocol: unknown event "hello"`,
	},
	{"an id that is no number", `{"type":"stop","id":"a","body":{}}`, "protocol: no message", "protocol: no message"},
	{"an event", `{"type":"welcome","id":1,"body":[]}`, `protocol: unknown request "welcome"`, `protocol: damaged "welcome"`},
}

func TestDamagedMessages(t *testing.T) {
	for _, test := range damaged {
		if _, _, err := protocol.DecodeRequest([]byte(test.message)); err == nil || !strings.HasPrefix(err.Error(), test.request) {
			t.Errorf("%s: as a request: %v, want %s…", test.name, err, test.request)
		}
		if _, _, err := protocol.DecodeEvent([]byte(test.message)); err == nil || !strings.HasPrefix(err.Error(), test.event) {
			t.Errorf("%s: as an event: %v, want %s…", test.name, err, test.event)
		}
	}
}

func TestWhatIsNoNumberIsAnError(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		if message, err := protocol.EncodeEvent(1, protocol.Progress{Loss: x}); err == nil {
			t.Errorf("a loss of %v became %s", x, message)
		}
	}
}

func TestUnknownMessagesPanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("EncodeEvent of nil did not panic")
		}
	}()
	protocol.EncodeEvent(1, nil)
}

func FuzzDecodeRequest(f *testing.F) {
	fuzzDecode(f, requests, protocol.EncodeRequest, protocol.DecodeRequest)
}

func FuzzDecodeEvent(f *testing.F) {
	fuzzDecode(f, events, protocol.EncodeEvent, protocol.DecodeEvent)
}

// fuzzDecode checks that a decoded message can be encoded and decoded again without changes.
func fuzzDecode[T any](f *testing.F, messages []T, encode func(int, T) ([]byte, error), decode func([]byte) (int, T, error)) {
	for _, m := range messages {
		f.Add(encoded(f, encode, 1, m))
		f.Add(encoded(f, encode, 1, filled(m)))
	}
	for _, test := range damaged {
		f.Add([]byte(test.message))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		id, m, err := decode(message)
		if err != nil {
			return
		}
		first, err := encode(id, m)
		if err != nil {
			t.Fatalf("%s was read and cannot be written: %v", message, err)
		}
		id, m, err = decode(first)
		if err != nil {
			t.Fatalf("%s cannot be read: %v", first, err)
		}
		if second, err := encode(id, m); err != nil || string(second) != string(first) {
			t.Fatalf("%s became %s, %v", first, second, err)
		}
	})
}
