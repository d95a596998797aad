package protocol_test

import (
	"bytes"
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
	v, n := reflect.New(reflect.TypeOf(message)).Elem(), 0
	fill(v, &n)
	return v.Interface().(T)
}

func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d <&>\"\u2028", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint8:
		v.SetUint(uint64(*n % 3)) // valid for the ops of features too
	case reflect.Uint64:
		v.SetUint(math.MaxUint64 - uint64(*n)) // not representable as float64
	case reflect.Float32:
		v.SetFloat(float64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, n)
		fill(value, n)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
				fill(v.Field(i), n)
			}
		}
		if c, ok := v.Addr().Interface().(*protocol.MultiClass); ok { // shared fields are encoded once
			for _, m := range c.Members {
				m.Schema, m.Release, m.Encoder = protocol.ModelSchema, c.Release, c.Encoder
				m.Learned.Request = c.Learned.Request.Of(m.Learned.Request.Positive, m.Learned.Request.Network.Weight)
				m.Learned.Missing, m.Learned.Columns = c.Learned.Missing, c.Learned.Columns
			}
		}
	default:
		panic("a field of a kind that no message had: " + v.Kind().String())
	}
}

// TestWireForm fixes every name on the wire. An incompatible change needs a new Version.
func TestWireForm(t *testing.T) {
	var got bytes.Buffer
	fmt.Fprintf(&got, "version %d\n", protocol.Version)
	for _, m := range requests {
		got.Write(append(encoded(t, protocol.EncodeRequest, 1, filled(m)), '\n'))
	}
	for _, m := range events {
		got.Write(append(encoded(t, protocol.EncodeEvent, 1, filled(m)), '\n'))
	}
	g, w := strings.Split(got.String(), "\n"), strings.Split(golden(t, "messages.golden", got.Bytes()), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Errorf("message %d is\n%s\nwant\n%s", i, g[i], w[i])
		}
	}
	if len(g) != len(w) {
		t.Errorf("%d lines, want %d", len(g), len(w))
	}
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
	{"two messages", `{"type":"stop","id":1,"body":{}}{}`, "protocol: no message", "protocol: no message"},
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
